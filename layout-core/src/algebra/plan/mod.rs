//! Plans: what an operation does to run-time leaves, as straight-line arithmetic.
//!
//! The engine works on integers, so a run-time leaf costs a run of it. Where the way through the engine depends on
//! known leaves alone, each unknown leaf of the result is one product, exact quotient or rounded quotient of leaves of the
//! operands. A [`Plan`] has these terms, and the conditions under which they hold.
//!
//! # How a plan is made
//! 1. The operation checks that its way does not depend on unknown leaves. The argument is at each function of
//!    `operations.rs`, and of `open_tiles.rs` for tiles of unknown extents.
//! 2. Each unknown leaf gets a prime of its own, an extent times what divides it. (`probe.rs`)
//! 3. The engine runs on these numbers. The prime in a leaf of the result names its source, and the quotient of both
//!    numbers is the constant. (`Plan::of`)
//!
//! So the rules are those of the engine. A plan holds for operands that are valid layouts. Where a condition fails, the
//! caller runs the engine, which refuses with its own words, or has a result that no plan describes.

pub(crate) mod guard;
mod open_tiles;
mod operations;
mod probe;

use crate::value::limit::MAX_LEAVES;
use crate::value::{Facts, Layout, MOST};

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
    /// The unknown extent of a tiler that divides each unknown extent, in place of a number.
    divided_by: [u8; SOURCES],
    is_complete: bool,
    /// Whether the engine has results of other terms where an extent is below its least value.
    is_bounded: bool,
    /// Whether the quotients of extents round up.
    rounds_up: bool,
    /// Whether the size and the cosize of the result can exceed those of the operands.
    grows: bool,
}

/// The terms of the unknown leaves on one side of the result: a source divided by the factor, which divides it unless the
/// plan rounds up, for an extent, and times the factor for a stride. Without a source, the factor itself.
#[derive(Clone, Copy)]
struct Terms {
    sources: [u8; MAX_LEAVES],
    factors: [i64; MAX_LEAVES],
    /// The extents of the result that are also factors, as a mask.
    extents: [u32; MAX_LEAVES],
}

/// The source of a constant, of a stride that is a product of extents only, and of an extent that no tile divides.
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
            let by = self.divided_by[source];
            if by != NO_SOURCE {
                let divisor = extents[by as usize];
                holds &= divisor != 0 && extents[source].is_multiple_of(divisor);
            }
            k += 1;
        }
        holds
    }

    /// The unknown extent `k` of the result, for sources that the plan admits.
    #[inline(always)]
    pub const fn extent(&self, k: usize, sources: &[usize; SOURCES]) -> i64 {
        if self.extents.sources[k] == NO_SOURCE {
            return self.extents.factors[k];
        }
        let source = self.extents.sources[k] as usize;
        let (extent, by) = (sources[source], self.divided_by[source]);
        if by != NO_SOURCE {
            // The plan holds, so that the divisor is not 0.
            return match extent.checked_div(sources[by as usize]) {
                Some(quotient) => quotient as i64,
                None => 0,
            };
        }
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
    /// `result`, the type of the result, also follow. The value of an unknown leaf of a type is its facts.
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
            if source < first.modes.len && first.modes.known_extents >> source & 1 == 0 {
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
    pub(crate) const fn extent_facts(&self, k: usize, first: &Layout) -> Facts {
        let (source, by) = (self.extents.sources[k] as usize, self.extents.factors[k]);
        if source >= first.modes.len || self.divided_by[source] != NO_SOURCE {
            return Facts::NONE;
        }
        let facts = Facts::of_code(first.modes.extents[source]);
        if self.rounds_up { facts.quotient_up(by) } else { facts.quotient(by) }
    }

    /// What is known of the unknown stride `k` of the result.
    pub(crate) const fn stride_facts(&self, k: usize, first: &Layout) -> Facts {
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

    /// Whether the terms are those of every result, so that facts and names of its leaves follow from them.
    pub const fn describes_all(&self) -> bool {
        !self.is_bounded
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

    /// Whether an unknown extent of a tiler divides the extent `source`.
    pub(crate) const fn is_divided(&self, source: usize) -> bool {
        self.divided_by[source] != NO_SOURCE
    }

    /// Whether an unknown extent of a tiler divides an extent.
    pub(crate) fn has_unknown_divisor(&self) -> bool {
        self.divided_by.iter().any(|&by| by != NO_SOURCE)
    }

    /// Whether the quotients of extents round up.
    pub(crate) const fn has_rounding(&self) -> bool {
        self.rounds_up
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

    /// The plan for unknown extents of the first operand of at least 2, and of the second of at least 1.
    const fn first_beyond_one(plan: Option<Self>) -> Option<Self> {
        let Some(mut plan) = plan else { return None };
        let mut source = 0;
        while source < MAX_LEAVES {
            plan.least[source] = 2;
            source += 1;
        }
        Some(plan)
    }

    /// The plan for unknown extents of at least 2.
    const fn beyond_one(plan: Option<Self>) -> Option<Self> {
        match plan {
            Some(plan) => Some(Self { least: [2; SOURCES], ..plan }),
            None => None,
        }
    }
}
