//! Plans from a run of the engine: a prime in each unknown leaf names the source of each leaf of the result.

use super::{NO_SOURCE, Plan, SOURCES, Terms};
use crate::error::LayoutError;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Layout, low_bits};

/// An operand with a prime in each unknown leaf.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    pub(super) layout: Layout,
}

pub(super) const EXTENT: usize = 0;
pub(super) const STRIDE: usize = 1;

/// A prime for each side of each source.
pub(super) const fn prime(source: usize, side: usize) -> i64 {
    PRIMES[2 * source + side] as i64
}

/// The only source whose prime divides `value`, and the number that the probe has there.
const fn source(operands: &[Probe], side: usize, value: i64) -> Option<(usize, i64)> {
    let (mut found, mut at) = (None, 0);
    while at < operands.len() {
        let modes = &operands[at].layout.modes;
        let known = if side == EXTENT { modes.known_extents } else { modes.known_strides };
        let mut k = 0;
        while k < modes.len {
            let source = at * MAX_LEAVES + k;
            if known >> k & 1 == 0 && value % prime(source, side) == 0 {
                if found.is_some() {
                    return None;
                }
                let value = if side == EXTENT { modes.extents[k] } else { modes.strides[k] };
                found = Some((source, value));
            }
            k += 1;
        }
        at += 1;
    }
    found
}

/// Whether no prime of an unknown leaf divides `value`.
const fn is_constant(operands: &[Probe], value: i64) -> bool {
    let mut at = 0;
    while at < operands.len() {
        let modes = &operands[at].layout.modes;
        let mut k = 0;
        while k < modes.len {
            let source = at * MAX_LEAVES + k;
            if modes.known_extents >> k & 1 == 0 && value % prime(source, EXTENT) == 0
                || modes.known_strides >> k & 1 == 0 && value % prime(source, STRIDE) == 0
            {
                return false;
            }
            k += 1;
        }
        at += 1;
    }
    true
}

/// Whether no prime of an unknown leaf divides a known one. Each leaf of a result is a product of leaves, or a quotient of
/// such products, so that a prime in it is then that of its source.
const fn are_constants(operands: &[Probe]) -> bool {
    let mut at = 0;
    while at < operands.len() {
        let modes = &operands[at].layout.modes;
        let mut k = 0;
        while k < modes.len {
            if modes.known_extents >> k & 1 == 1 && has_prime(operands, modes.extents[k])
                || modes.known_strides >> k & 1 == 1 && has_prime(operands, modes.strides[k])
            {
                return false;
            }
            k += 1;
        }
        at += 1;
    }
    true
}

/// Whether a prime of an unknown leaf divides a known `value`, which 0 is not.
const fn has_prime(operands: &[Probe], value: i64) -> bool {
    value.unsigned_abs() >= PRIMES[0] as u64 && !is_constant(operands, value)
}

impl Layout {
    /// The layout with a prime in each unknown leaf, those of the operand number `operand`. An unknown stride keeps its
    /// sign.
    pub(super) const fn probe(&self, operand: usize) -> Probe {
        let (mut layout, mut k) = (*self, 0);
        while k < self.modes.len {
            let source = operand * MAX_LEAVES + k;
            if self.modes.known_extents >> k & 1 == 0 {
                layout.modes.extents[k] = prime(source, EXTENT);
            }
            if self.modes.known_strides >> k & 1 == 0 {
                let sign = if self.modes.strides[k] < 0 { -1 } else { 1 };
                layout.modes.strides[k] = sign * prime(source, STRIDE);
            }
            k += 1;
        }
        Probe { layout }
    }
}

impl Plan {
    /// The plan of an operation that moves the modes of `a` and `b`, and compares none of their integers.
    pub(crate) fn of_moves(
        a: &Layout,
        b: &Layout,
        run: impl FnOnce(&Layout, &Layout) -> Result<Layout, LayoutError>,
    ) -> Option<Self> {
        let probes = [a.probe(0), b.probe(1)];
        let found = run(&probes[0].layout, &probes[1].layout).ok()?;
        Self::unconditional(Self::of(Some(found), &probes, false))
    }

    /// The plan with the result of an operation on `operands`, whose unknown leaves are probes. `None` where the operation
    /// is refused, a leaf of the result has no single source, or a known leaf contains a prime.
    pub(super) const fn of(found: Option<Layout>, operands: &[Probe], grows: bool) -> Option<Self> {
        Self::found(found, operands, grows, false)
    }

    /// [`Plan::of`], where with `constants` an unknown extent of the result may be a constant while the plan holds.
    pub(super) const fn found(
        found: Option<Layout>,
        operands: &[Probe],
        grows: bool,
        constants: bool,
    ) -> Option<Self> {
        let Some(found) = found else { return None };
        if !are_constants(operands) {
            return None;
        }
        let mut plan = Self {
            form: found,
            extents: Terms::NONE,
            strides: Terms::NONE,
            checked: [0; SOURCES],
            checks: 0,
            least: [1; SOURCES],
            divisors: [1; SOURCES],
            divided_by: [NO_SOURCE; SOURCES],
            is_complete: false,
            is_bounded: false,
            rounds_up: false,
            grows,
        };
        let mut at = 0;
        while at < operands.len() {
            let modes = &operands[at].layout.modes;
            let mut unknown = !modes.known_extents & low_bits(modes.len);
            while unknown != 0 {
                plan.checked[plan.checks] =
                    (at * MAX_LEAVES) as u8 + unknown.trailing_zeros() as u8;
                plan.checks += 1;
                unknown &= unknown - 1;
            }
            at += 1;
        }
        let modes = &found.modes;
        let mut k = 0;
        while k < modes.len {
            if modes.known_extents >> k & 1 == 0 {
                let Some((source, probe)) = source(operands, EXTENT, modes.extents[k]) else {
                    if !constants || !is_constant(operands, modes.extents[k]) {
                        return None;
                    }
                    plan.extents.factors[k] = modes.extents[k];
                    k += 1;
                    continue;
                };
                let divisor = probe / modes.extents[k];
                if modes.extents[k] * divisor != probe {
                    return None;
                }
                plan.extents.sources[k] = source as u8;
                plan.extents.factors[k] = divisor;
                plan.divisors[source] = divisor;
            }
            k += 1;
        }
        k = 0;
        while k < modes.len {
            if modes.known_strides >> k & 1 == 0 && !plan.find_stride(k, operands) {
                return None;
            }
            k += 1;
        }
        Some(plan)
    }

    /// The plan with the extent `source` divided by the extent `by` as well, an extent of the tiler that the probe of
    /// `source` is a multiple of.
    pub(super) const fn divided(mut self, source: usize, by: usize) -> Self {
        let mut k = 0;
        while k < self.form.modes.len {
            if self.extents.sources[k] as usize == source {
                self.extents.factors[k] = 1;
            }
            k += 1;
        }
        self.divisors[source] = 1;
        self.divided_by[source] = by as u8;
        self
    }

    /// Finds the factors of the unknown stride `k` of the example. Returns whether the rest is a constant.
    const fn find_stride(&mut self, k: usize, operands: &[Probe]) -> bool {
        let modes = &self.form.modes;
        let mut rest = modes.strides[k];
        if let Some((source, probe)) = source(operands, STRIDE, rest) {
            self.strides.sources[k] = source as u8;
            rest /= probe;
        }
        let (mut used, mut j) = (0_u64, 0);
        while j < modes.len {
            if modes.known_extents >> j & 1 == 0 {
                let source = self.extents.sources[j] as usize;
                let extent = modes.extents[j];
                if source < SOURCES
                    && used >> source & 1 == 0
                    && rest % prime(source, EXTENT) == 0
                    && rest % extent == 0
                {
                    self.strides.extents[k] |= 1 << j;
                    used |= 1 << source;
                    rest /= extent;
                }
            }
            j += 1;
        }
        self.strides.factors[k] = rest;
        is_constant(operands, rest)
    }
}

/// Primes beyond most extents, so that few constants contain one: a leaf with two of them has no plan.
const PRIMES: [u16; 2 * SOURCES] = [
    2053, 2063, 2069, 2081, 2083, 2087, 2089, 2099, 2111, 2113, 2129, 2131, 2137, 2141, 2143, 2153,
    2161, 2179, 2203, 2207, 2213, 2221, 2237, 2239, 2243, 2251, 2267, 2269, 2273, 2281, 2287, 2293,
    2297, 2309, 2311, 2333, 2339, 2341, 2347, 2351, 2357, 2371, 2377, 2381, 2383, 2389, 2393, 2399,
    2411, 2417, 2423, 2437, 2441, 2447, 2459, 2467, 2473, 2477, 2503, 2521, 2531, 2539, 2543, 2549,
    2551, 2557, 2579, 2591, 2593, 2609, 2617, 2621, 2633, 2647, 2657, 2659, 2663, 2671, 2677, 2683,
    2687, 2689, 2693, 2699, 2707, 2711, 2713, 2719, 2729, 2731, 2741, 2749, 2753, 2767, 2777, 2789,
    2791, 2797, 2801, 2803, 2819, 2833, 2837, 2843, 2851, 2857, 2861, 2879, 2887, 2897, 2903, 2909,
    2917, 2927, 2939, 2953, 2957, 2963, 2969, 2971, 2999, 3001, 3011, 3019, 3023, 3037, 3041, 3049,
];
