//! Plans: what an operation does to run-time leaves, as straight-line arithmetic.
//!
//! The engine works on integers, so a run-time leaf costs a run of it. Where the way through the engine depends on
//! known leaves alone, each unknown leaf of the result is one product, exact quotient or rounded quotient of leaves of the
//! operands. A [`Plan`] has these terms, and the conditions under which they hold.
//!
//! # How a plan is made
//! 1. The operation checks that its way does not depend on unknown leaves. The argument is at each `plan_..` function.
//! 2. Each unknown leaf gets a prime of its own, an extent times what divides it. (`Layout::probe`)
//! 3. The engine runs on these numbers. The prime in a leaf of the result names its source, and the quotient of both
//!    numbers is the constant. (`Plan::of`)
//!
//! So the rules are those of the engine. A plan holds for operands that are valid layouts. Where a condition fails, the
//! caller runs the engine, which refuses with its own words, or has a result that no plan describes.
//!
//! # One mode
//! Most arguments are of one mode: a part of a layout that coalesces to at most one leaf `M:D`. [`ModeWalk`] takes each
//! known leaf `s:r` through it as `s : r*D`, since the last mode bounds nothing. It compares no unknown number, except
//! `M` with 1 in `no_detour`. So the way is that of the probe for `M >= 2`.
//!
//! [`ModeWalk`]: crate::algebra::compose::ModeWalk

use crate::algebra::complement::ComplementEnd;
use crate::algebra::divide::DivideForm;
use crate::algebra::guard::GuardPlan;
use crate::error::{LayoutError, Rule};
use crate::layout::Layout;
use crate::layout::builder::Builder;
use crate::layout::tiler::Tiler;
use crate::number::facts::Facts;
use crate::number::limit::MAX_LEAVES;
use crate::number::{MOST, low_bits};
use crate::tuple::IntTuple;
use crate::tuple::profile::{Profile, TreePosition};

/// The number of leaves of two operands.
const SOURCES: usize = 2 * MAX_LEAVES;

/// The straight-line arithmetic of one operation on run-time leaves.
///
/// Sources are numbered: the leaves of the first operand from 0, those of the second from [`MAX_LEAVES`].
#[derive(Clone, Copy)]
pub struct Plan {
    /// A result, as an example of its form.
    pub form: Layout,
    extents: Terms,
    strides: Terms,
    /// The unknown extents among the sources, which have conditions.
    checked: [u8; SOURCES],
    checks: usize,
    /// The least value of each unknown extent among the sources.
    least: [i64; SOURCES],
    /// What divides each unknown extent among the sources.
    divisors: [i64; SOURCES],
    is_complete: bool,
    /// Whether the quotients of extents round up.
    rounds_up: bool,
    /// Whether the size and the cosize of the result can exceed those of the operands.
    grows: bool,
}

/// The terms of the unknown leaves on one side of the result: a source divided by the factor, which divides it unless the
/// plan rounds up, for an extent, and times the factor for a stride.
#[derive(Clone, Copy)]
struct Terms {
    sources: [u8; MAX_LEAVES],
    factors: [i64; MAX_LEAVES],
    /// The extents of the result that are factors, too, as a mask.
    extents: [u32; MAX_LEAVES],
}

/// The source of a stride that is a product of extents only.
const NO_SOURCE: u8 = SOURCES as u8;

impl Terms {
    const NONE: Self = Self {
        sources: [NO_SOURCE; MAX_LEAVES],
        factors: [1; MAX_LEAVES],
        extents: [0; MAX_LEAVES],
    };
}

impl Plan {
    /// Whether the plan holds for the extents of the sources.
    #[inline(always)]
    pub const fn holds(&self, extents: &[usize; SOURCES]) -> bool {
        let (mut holds, mut k) = (true, 0);
        while k < self.checks {
            let source = self.checked[k] as usize;
            let extent = extents[source] as i64;
            holds &= extent >= self.least[source] && extent % self.divisors[source] == 0;
            k += 1;
        }
        holds
    }

    /// The unknown extent `k` of the result, for sources that the plan admits.
    #[inline(always)]
    pub const fn extent(&self, k: usize, sources: &[usize; SOURCES]) -> i64 {
        let extent = sources[self.extents.sources[k] as usize];
        let divisor = self.extents.factors[k] as usize;
        (if self.rounds_up { extent.div_ceil(divisor) } else { extent / divisor }) as i64
    }

    /// The unknown stride `k` of the result, for extents and strides of the sources. `None` where it overflows.
    #[inline(always)]
    pub const fn stride(
        &self,
        k: usize,
        extents: &[usize; SOURCES],
        strides: &[usize; SOURCES],
    ) -> Option<i64> {
        let source = self.strides.sources[k];
        let first = if source == NO_SOURCE { 1 } else { strides[source as usize] as i64 };
        let mut stride = first.checked_mul(self.strides.factors[k]);
        let mut factors = self.strides.extents[k];
        while factors != 0 {
            let extent = self.extent(factors.trailing_zeros() as usize, extents);
            stride = match stride {
                Some(stride) => stride.checked_mul(extent),
                None => None,
            };
            factors &= factors - 1;
        }
        match stride {
            // The check of a larger result refuses it, too.
            Some(stride) if self.grows || stride >= -MOST => Some(stride),
            _ => None,
        }
    }

    /// The plan without the conditions that follow from `first`, the type of the first operand. `None` unless the facts of
    /// `result`, the type of the result, follow, too. The value of an unknown leaf of a type is its facts.
    #[doc(hidden)]
    pub const fn assuming(mut self, first: &Layout, result: &Layout) -> Option<Self> {
        let (mut k, modes, mut is_proven) = (0, &result.modes, true);
        while k < modes.len {
            if modes.known_extents >> k & 1 == 0 {
                let stated = Facts::of_code(modes.extents[k]);
                is_proven &= stated.is_none() || self.extent_facts(k, first).implies(&stated);
            }
            if modes.known_strides >> k & 1 == 0 {
                let stated = Facts::of_code(modes.strides[k]);
                is_proven &= stated.is_none() || self.stride_facts(k, first).implies(&stated);
            }
            k += 1;
        }
        k = 0;
        while k < self.checks {
            let source = self.checked[k] as usize;
            if source < first.modes.len {
                let facts = Facts::of_code(first.modes.extents[source]);
                if facts.divisor() % self.divisors[source] == 0 {
                    self.divisors[source] = 1;
                }
            }
            k += 1;
        }
        if is_proven { Some(self) } else { None }
    }

    /// What is known of the unknown extent `k` of the result.
    const fn extent_facts(&self, k: usize, first: &Layout) -> Facts {
        let (source, by) = (self.extents.sources[k] as usize, self.extents.factors[k]);
        if source >= first.modes.len {
            return Facts::NONE;
        }
        let facts = Facts::of_code(first.modes.extents[source]);
        if self.rounds_up { facts.quotient_up(by) } else { facts.quotient(by) }
    }

    /// What is known of the unknown stride `k` of the result.
    const fn stride_facts(&self, k: usize, first: &Layout) -> Facts {
        let source = self.strides.sources[k];
        let mut facts = if source == NO_SOURCE {
            Facts::of_known(1)
        } else if (source as usize) < first.modes.len {
            Facts::of_code(first.modes.strides[source as usize])
        } else {
            Facts::NONE
        };
        let factor = self.strides.factors[k];
        facts = if factor > 0 { facts.product(factor) } else { Facts::NONE };
        let mut factors = self.strides.extents[k];
        while factors != 0 {
            let extent = self.extent_facts(factors.trailing_zeros() as usize, first);
            facts = facts.times(&extent);
            factors &= factors - 1;
        }
        facts
    }

    /// Whether the engine refuses the operation wherever the plan does not hold.
    #[inline(always)]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether the result can be larger than its operands, so that its size and cosize need a check.
    #[inline(always)]
    pub const fn grows(&self) -> bool {
        self.grows
    }

    /// The conditions: the source of an extent, its least value and what divides it.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = (usize, i64, i64)> + '_ {
        self.checked[..self.checks].iter().map(|&source| {
            let source = source as usize;
            (source, self.least[source], self.divisors[source])
        })
    }

    /// The unknown extent `k` of the result: its source, and by what that is divided.
    pub(crate) const fn extent_term(&self, k: usize) -> (usize, i64) {
        (self.extents.sources[k] as usize, self.extents.factors[k])
    }

    /// The unknown stride `k` of the result: its source, the factor, and the extents of the result that are factors, as
    /// a mask.
    pub(crate) const fn stride_term(&self, k: usize) -> (Option<usize>, i64, u32) {
        let source = self.strides.sources[k];
        let source = if source == NO_SOURCE { None } else { Some(source as usize) };
        (source, self.strides.factors[k], self.strides.extents[k])
    }

    /// Whether the quotients of extents round up.
    pub(crate) const fn has_rounding(&self) -> bool {
        self.rounds_up
    }

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
    /// is refused, or a leaf of the result has no single source.
    const fn of(found: Option<Layout>, operands: &[Probe], grows: bool) -> Option<Self> {
        let Some(found) = found else { return None };
        let mut plan = Self {
            form: found,
            extents: Terms::NONE,
            strides: Terms::NONE,
            checked: [0; SOURCES],
            checks: 0,
            least: [1; SOURCES],
            divisors: [1; SOURCES],
            is_complete: false,
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
                    return None;
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
                if used >> source & 1 == 0
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

    /// The plan of an operation that is refused wherever the plan does not hold.
    const fn complete(plan: Option<Self>) -> Option<Self> {
        match plan {
            Some(plan) => Some(Self { is_complete: true, ..plan }),
            None => None,
        }
    }

    /// The plan with quotients that round up, for unknown extents of at least 2.
    const fn rounded_up(plan: Option<Self>) -> Option<Self> {
        match Self::beyond_one(plan) {
            Some(plan) => Some(Self { rounds_up: true, divisors: [1; SOURCES], ..plan }),
            None => None,
        }
    }

    /// The plan without conditions on extents.
    const fn unconditional(plan: Option<Self>) -> Option<Self> {
        match plan {
            Some(plan) => Some(Self { checks: 0, ..plan }),
            None => None,
        }
    }

    /// The plan for unknown extents of at least 2.
    const fn beyond_one(plan: Option<Self>) -> Option<Self> {
        match plan {
            Some(plan) => Some(Self { least: [2; SOURCES], ..plan }),
            None => None,
        }
    }
}

/// An operand with a prime in each unknown leaf.
#[derive(Clone, Copy)]
struct Probe {
    layout: Layout,
}

const EXTENT: usize = 0;
const STRIDE: usize = 1;

/// A prime for each side of each source.
const fn prime(source: usize, side: usize) -> i64 {
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

/// The layout that an operation has written to `out`, unless it is refused.
const fn built(done: Result<(), Rule>, out: Builder) -> Option<Layout> {
    if done.is_err() {
        return None;
    }
    match out.finish() {
        Ok(found) => Some(found),
        Err(_) => None,
    }
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

impl Layout {
    /// The layout with a prime in each unknown leaf, those of the operand number `operand`. An unknown stride keeps its
    /// sign.
    const fn probe(&self, operand: usize) -> Probe {
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

    /// Whether the part at `at` has known leaves only, or coalesces to at most one leaf.
    const fn is_one_mode(&self, at: TreePosition) -> bool {
        let end = self.profile.after(at);
        let leaves = low_bits(end.leaf) & !low_bits(at.leaf);
        if self.modes.known_extents & self.modes.known_strides & leaves == leaves {
            return true;
        }
        match self.modes.coalesced(at.leaf, end.leaf) {
            Ok(modes) => modes.len <= 1,
            Err(_) => false,
        }
    }

    /// Whether `t` is known and each mode that it divides is one mode.
    const fn is_divided_by_mode(&self, t: &Tiler) -> bool {
        if !t.layout.all_known() || self.modes.bases.units | t.layout.modes.bases.units != 0 {
            return false;
        }
        if !t.by_mode {
            return self.is_one_mode(Profile::ROOT);
        }
        let (mut place, mut i) = (self.profile.first_mode(Profile::ROOT), 0);
        if t.layout.rank() > self.rank() {
            return false;
        }
        while i < t.layout.rank() {
            if !t.keeps(i) && !self.is_one_mode(place) {
                return false;
            }
            place = self.profile.after(place);
            i += 1;
        }
        true
    }

    /// [`Layout::probe`] with unknown extents that the tiles divide.
    const fn divisible_probe(&self, t: &Tiler) -> Option<Probe> {
        let mut probe = self.probe(0);
        let (mut place, mut tile) = (Profile::ROOT, t.first());
        if t.by_mode {
            place = self.profile.first_mode(place);
        }
        let tiles = if t.by_mode { t.layout.rank() } else { 1 };
        let mut i = 0;
        while i < tiles {
            let (end, tile_end) = (self.profile.after(place), t.layout.profile.after(tile));
            if !t.keeps(i) {
                let free = t.layout.modes.free(tile.leaf, tile_end.leaf, ComplementEnd::Never);
                let Ok(free) = free else { return None };
                let mut k = place.leaf;
                while k < end.leaf {
                    if self.modes.known_extents >> k & 1 == 0 {
                        let extent = free.strides[free.len - 1].checked_mul(prime(k, EXTENT));
                        let Some(extent) = extent else { return None };
                        probe.layout.modes.extents[k] = extent;
                    }
                    k += 1;
                }
            }
            (place, tile) = (end, tile_end);
            i += 1;
        }
        Some(probe)
    }

    /// The plan of a division.
    ///
    /// The way through [`Layout::logical_divide`] and its siblings does not depend on unknown leaves:
    /// * The tile is known, and so are `free` before its end and all checks of the tile.
    /// * The range of a mode of one leaf is its extent `M`. With `c`, the end of the tile, `ProductRange::close` takes
    ///   `M / c` for `M` a multiple of `c`, and refuses or continues elsewhere.
    /// * Tile and rest are walks of one mode. `M >= 2` where the tile has a step. For `M = 1`, `c` divides `M` only if
    ///   it is 1, and then no walk has a step.
    /// * The offsets of an exact division are those of the layout, and so are size and cosize. Only the product of a
    ///   stride can overflow.
    ///
    /// An exact division is refused elsewhere: an extent of 0 by `nonempty`, one that `c` does not divide by `close`.
    const fn plan_divide(&self, t: &Tiler, form: DivideForm) -> Option<Plan> {
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let Some(probe) = self.divisible_probe(t) else { return None };
        let mut out = Builder::EMPTY;
        let found = probe.layout.divide_into(t, form, false, &mut out);
        Plan::complete(Plan::of(built(found, out), &[probe], false))
    }

    /// The plan of a padded division, which rounds the number of tiles up.
    ///
    /// The way is that of the exact division, but for the range of a mode of one leaf: `ProductRange::close` takes the
    /// quotient rounded up, for every `M`. A known tile leaves no gap that `filled` would compare, because `by_stride`
    /// drops known extents of 1. The rest reaches past the layout, so that size and cosize need a check; the engine
    /// refuses where they overflow. `M >= 2`, for the walks. The probe has multiples of the tile, whose quotient is the
    /// prime.
    const fn plan_divide_padded(&self, t: &Tiler, form: DivideForm) -> Option<Plan> {
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let Some(probe) = self.divisible_probe(t) else { return None };
        let mut out = Builder::EMPTY;
        let found = probe.layout.divide_into(t, form, true, &mut out);
        Plan::rounded_up(Plan::of(built(found, out), &[probe], true))
    }

    /// The guard of a padded division as terms of unknown extents.
    ///
    /// It holds for all unknown extents that are not 0, where the division has a result:
    /// * The digits of a tile are known. Those of the rest of a mode are known gaps, then `M / c` rounded up with the
    ///   step `c`, the end of the tile, by the argument of the padded plan.
    /// * `MixedRadix::push` compares extents, to drop a digit of extent 1 and to join digits that continue each other.
    ///   Neither changes the coordinate of a linear index. An extent of 1 is dropped for no probe.
    /// * A mode of a multiple of `c` has no bound in the engine's guard. Here it has the bound `M`, which no coordinate
    ///   reaches.
    ///
    /// Two probes with different primes must give equal terms: no known extent contains a prime of both.
    #[doc(hidden)]
    pub const fn plan_guard(&self, t: &Tiler, is_logical: bool) -> Option<GuardPlan> {
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let form = if is_logical { DivideForm::Logical } else { DivideForm::Zipped };
        let (first, second) =
            (self.guard_by_probe(t, form, EXTENT), self.guard_by_probe(t, form, STRIDE));
        match (first, second) {
            (Some(first), Some(second)) if first.is_same(&second) => Some(first),
            _ => None,
        }
    }

    /// The terms of the guard by the primes `side` of the sources.
    const fn guard_by_probe(&self, t: &Tiler, form: DivideForm, side: usize) -> Option<GuardPlan> {
        let Some(Probe { mut layout }) = self.divisible_probe(t) else { return None };
        let (mut divisors, mut k) = ([1; MAX_LEAVES], 0);
        while k < layout.modes.len {
            if layout.modes.known_extents >> k & 1 == 0 {
                divisors[k] = layout.modes.extents[k] / prime(k, EXTENT);
                let Some(extent) = divisors[k].checked_mul(prime(k, side)) else { return None };
                // Less than a multiple, so that the last tile is not whole.
                layout.modes.extents[k] = if divisors[k] > 1 { extent - 1 } else { extent };
            }
            k += 1;
        }
        let Some(guard) = layout.guard_of(t, form) else { return None };
        let modes = &layout.modes;
        GuardPlan::of(&guard, &modes.extents, &divisors, modes.known_extents, modes.len)
    }

    /// The plan of [`Layout::compose`].
    ///
    /// The way does not depend on unknown leaves: each composition is a walk of known leaves through one mode, with
    /// `M >= 2`. Size and cosize can exceed those of the layout, since nothing bounds the walk.
    #[doc(hidden)]
    pub const fn plan_compose(&self, t: &Tiler) -> Option<Plan> {
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let (probe, mut out) = (self.probe(0), Builder::EMPTY);
        let found = probe.layout.compose_into(t, &mut out);
        Plan::beyond_one(Plan::of(built(found, out), &[probe], true))
    }

    /// The plan of [`Layout::coalesce`]. It compares known leaves only, and copies unknown ones.
    #[doc(hidden)]
    pub const fn plan_coalesce(&self) -> Option<Plan> {
        let probe = self.probe(0);
        Self::plan_of_copies(probe, &probe.layout.coalesce())
    }

    /// The plan of [`Layout::coalesce_by`], as that of [`Layout::plan_coalesce`].
    #[doc(hidden)]
    pub const fn plan_coalesce_by(&self, profile: &IntTuple) -> Option<Plan> {
        let probe = self.probe(0);
        Self::plan_of_copies(probe, &probe.layout.coalesce_by(profile))
    }

    const fn plan_of_copies(probe: Probe, found: &Result<Self, LayoutError>) -> Option<Plan> {
        let Ok(found) = found else { return None };
        Plan::unconditional(Plan::of(Some(*found), &[probe], false))
    }

    /// Whether the copies of the part at `at` lie side by side: the part is known, and its complement without an end
    /// is one mode.
    const fn has_one_gap(&self, at: TreePosition) -> bool {
        let end = self.profile.after(at);
        let leaves = low_bits(end.leaf) & !low_bits(at.leaf);
        if self.modes.known_extents & self.modes.known_strides & leaves != leaves {
            return false;
        }
        match self.modes.free(at.leaf, end.leaf, ComplementEnd::Never) {
            Ok(free) => free.len == 1,
            Err(_) => false,
        }
    }

    /// Whether no unknown stride is negative, and no stride has a basis.
    const fn steps_up(&self) -> bool {
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.known_strides >> k & 1 == 0 && self.modes.strides[k] < 0 {
                return false;
            }
            k += 1;
        }
        self.modes.bases.units == 0
    }

    /// The plan of a product with the repeats `b`.
    ///
    /// The way does not depend on unknown leaves: the blocks are known, with one gap that has no end. A leaf `s:r` of
    /// `b` is a walk through this one mode, whose extent is `i64::MAX`: `s : r*c`, for every `s >= 1` and `r >= 0`.
    /// A product is refused elsewhere: an extent of 0 by `nonempty`, a size or cosize that overflows by `validate`.
    const fn plan_product(&self, b: &Tiler, form: DivideForm) -> Option<Plan> {
        if self.modes.bases.units != 0 || !b.layout.steps_up() {
            return None;
        }
        if !b.by_mode {
            if !self.has_one_gap(Profile::ROOT) {
                return None;
            }
        } else {
            let (mut place, mut i) = (self.profile.first_mode(Profile::ROOT), 0);
            if b.layout.rank() > self.rank() {
                return None;
            }
            while i < b.layout.rank() {
                if !b.keeps(i) && !self.has_one_gap(place) {
                    return None;
                }
                place = self.profile.after(place);
                i += 1;
            }
        }
        let (block, repeats) = (self.probe(0), b.layout.probe(1));
        let (tiler, mut out) = (Tiler { layout: repeats.layout, ..*b }, Builder::EMPTY);
        let found = block.layout.product_into(&tiler, form, &mut out);
        Plan::complete(Plan::of(built(found, out), &[block, repeats], true))
    }

    /// The plan of [`Layout::logical_product`].
    #[doc(hidden)]
    pub const fn plan_logical_product(&self, b: &Tiler) -> Option<Plan> {
        self.plan_product(b, DivideForm::Logical)
    }

    /// The plan of [`Layout::zipped_product`].
    #[doc(hidden)]
    pub const fn plan_zipped_product(&self, b: &Tiler) -> Option<Plan> {
        self.plan_product(b, DivideForm::Zipped)
    }

    /// The plan of [`Layout::tiled_product`].
    #[doc(hidden)]
    pub const fn plan_tiled_product(&self, b: &Tiler) -> Option<Plan> {
        self.plan_product(b, DivideForm::Tiled)
    }

    /// The plan of [`Layout::flat_product`].
    #[doc(hidden)]
    pub const fn plan_flat_product(&self, b: &Tiler) -> Option<Plan> {
        self.plan_product(b, DivideForm::Flat)
    }

    /// The plan of [`Layout::blocked_product`], by the argument of the other products.
    #[doc(hidden)]
    pub const fn plan_blocked_product(&self, b: &Self) -> Option<Plan> {
        self.plan_paired(b, false)
    }

    /// The plan of [`Layout::raked_product`], by the argument of the other products.
    #[doc(hidden)]
    pub const fn plan_raked_product(&self, b: &Self) -> Option<Plan> {
        self.plan_paired(b, true)
    }

    const fn plan_paired(&self, b: &Self, raked: bool) -> Option<Plan> {
        if self.modes.bases.units != 0 || !b.steps_up() || !self.has_one_gap(Profile::ROOT) {
            return None;
        }
        let (block, repeats, mut out) = (self.probe(0), b.probe(1), Builder::EMPTY);
        let found = block.layout.paired(&repeats.layout, raked, &mut out);
        Plan::complete(Plan::of(built(found, out), &[block, repeats], true))
    }

    /// The plan of [`Layout::tile_to_shape_ordered`] for a known order.
    ///
    /// The way does not depend on unknown leaves: the block is known, with one gap that has no end. The number of copies
    /// is an extent of the shape by one of the block, which must divide it. Known numbers order the copies, whose
    /// strides are products of these numbers, and walk through one mode as those of a product.
    #[doc(hidden)]
    pub const fn plan_tile_to_shape(&self, shape: &IntTuple, order: &IntTuple) -> Option<Plan> {
        let is_flat = shape.profile.nodes() == shape.rank() + !shape.profile.is_leaf(0) as usize;
        if !is_flat
            || !order.all_known()
            || self.modes.bases.units != 0
            || !self.has_one_gap(Profile::ROOT)
        {
            return None;
        }
        let mut target = Self::from_parts(*shape, *shape).probe(1);
        target.layout.modes.known_strides = low_bits(target.layout.modes.len);
        let (mut block, mut k) = (self.profile.first_mode(Profile::ROOT), 0);
        while k < shape.rank() && k < self.rank() {
            let end = self.profile.after(block);
            let Ok(part) = self.modes.size(block.leaf, end.leaf) else { return None };
            if target.layout.modes.known_extents >> k & 1 == 0 {
                let extent = part.value.checked_mul(prime(MAX_LEAVES + k, EXTENT));
                let Some(extent) = extent else { return None };
                target.layout.modes.extents[k] = extent;
            }
            block = end;
            k += 1;
        }
        let mut out = Builder::EMPTY;
        let found = self.tile_into(&target.layout.shape(), order, &mut out);
        Plan::complete(Plan::of(built(found, out), &[self.probe(0), target], true))
    }

    /// The plan of [`Layout::logical_divide`].
    #[doc(hidden)]
    pub const fn plan_logical_divide(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide(t, DivideForm::Logical)
    }

    /// The plan of [`Layout::zipped_divide`].
    #[doc(hidden)]
    pub const fn plan_zipped_divide(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide(t, DivideForm::Zipped)
    }

    /// The plan of [`Layout::tiled_divide`].
    #[doc(hidden)]
    pub const fn plan_tiled_divide(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide(t, DivideForm::Tiled)
    }

    /// The plan of [`Layout::flat_divide`].
    #[doc(hidden)]
    pub const fn plan_flat_divide(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide(t, DivideForm::Flat)
    }

    /// The plan of [`Layout::logical_divide_padded`].
    #[doc(hidden)]
    pub const fn plan_logical_divide_padded(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide_padded(t, DivideForm::Logical)
    }

    /// The plan of [`Layout::zipped_divide_padded`].
    #[doc(hidden)]
    pub const fn plan_zipped_divide_padded(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide_padded(t, DivideForm::Zipped)
    }

    /// The plan of [`Layout::tiled_divide_padded`].
    #[doc(hidden)]
    pub const fn plan_tiled_divide_padded(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide_padded(t, DivideForm::Tiled)
    }

    /// The plan of [`Layout::flat_divide_padded`].
    #[doc(hidden)]
    pub const fn plan_flat_divide_padded(&self, t: &Tiler) -> Option<Plan> {
        self.plan_divide_padded(t, DivideForm::Flat)
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
