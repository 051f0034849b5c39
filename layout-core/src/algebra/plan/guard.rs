//! [`GuardPlan`]: which coordinates of a padded division are inside, for unknown extents.

use crate::algebra::complement::{ComplementEnd, ProductRange};
use crate::algebra::divide::DivideForm;
use crate::layout::builder::Builder;
use crate::layout::modes::extent;
use crate::value::limit::{MAX_LEAVES, MAX_RANK};
use crate::value::{Layout, Modes, Tiler};

/// The coordinate in the layout that was divided, for a coordinate of its padded division: each leaf of the division takes
/// its digit times a step along one mode.
///
/// ```text
/// (n,m) by <8,16>     ((8,16),(n/8,m/16))     mode 0: digit 0 + 8 * digit 2,  mode 1: digit 1 + 16 * digit 3
/// ```
///
/// The coordinate is inside where it is below the extent of each mode. The modes are leaves, so that mode `i` has extent `i`.
#[derive(Clone, Copy)]
pub struct GuardPlan {
    leaves: usize,
    modes: [u8; MAX_LEAVES],
    steps: [i64; MAX_LEAVES],
    /// The number of modes up to the last one that the tiler divides.
    divided: usize,
    /// What divides a mode that has no partial tile: 1 for one that never has, 0 for one that always has.
    divisors: [usize; MAX_RANK],
}

impl GuardPlan {
    const EMPTY: Self = Self {
        leaves: 0,
        modes: [0; MAX_LEAVES],
        steps: [0; MAX_LEAVES],
        divided: 0,
        divisors: [1; MAX_RANK],
    };

    const fn push(&mut self, mode: usize, step: i64) {
        self.modes[self.leaves] = mode as u8;
        self.steps[self.leaves] = step;
        self.leaves += 1;
    }

    /// Appends the leaves of a complement, which is `1:0` without any.
    const fn push_rest(&mut self, mode: usize, free: &Modes) {
        if free.len == 0 {
            self.push(mode, 0);
        }
        let mut k = 0;
        while k < free.len {
            self.push(mode, free.strides[k]);
            k += 1;
        }
    }

    const fn append(&mut self, other: &mut Self) {
        let mut k = 0;
        while k < other.leaves {
            self.push(other.modes[k] as usize, other.steps[k]);
            k += 1;
        }
        other.leaves = 0;
    }

    /// The coordinate by mode of the digits of a coordinate of the division.
    #[inline(always)]
    const fn place(&self, digits: &[usize; MAX_LEAVES]) -> [usize; MAX_RANK] {
        let (mut place, mut k) = ([0_usize; MAX_RANK], 0);
        while k < self.leaves {
            let (mode, moved) =
                (self.modes[k] as usize, digits[k].wrapping_mul(self.steps[k] as usize));
            place[mode] = place[mode].wrapping_add(moved);
            k += 1;
        }
        place
    }

    /// Whether the coordinate with these digits, inside the shape of the division, is below `extents`.
    #[inline(always)]
    pub const fn is_below(
        &self,
        digits: &[usize; MAX_LEAVES],
        extents: &[usize; MAX_LEAVES],
    ) -> bool {
        let place = self.place(digits);
        let (mut below, mut mode) = (true, 0);
        while mode < self.divided {
            below &= self.divisors[mode] == 1 || place[mode] < extents[mode];
            mode += 1;
        }
        below
    }

    /// The extent of a mode that is left from the coordinate with these digits on.
    #[inline(always)]
    pub const fn left(
        &self,
        digits: &[usize; MAX_LEAVES],
        extents: &[usize; MAX_LEAVES],
        mode: usize,
    ) -> usize {
        extents[mode].saturating_sub(self.place(digits)[mode])
    }

    /// How many of the first `extent` digits of `leaf` are below `left`, the extents that are left from digit 0 on.
    #[inline(always)]
    pub const fn along(&self, leaf: usize, extent: usize, left: &[usize; MAX_LEAVES]) -> usize {
        let (mode, step) = (self.modes[leaf] as usize, self.steps[leaf] as usize);
        if step == 0 || self.divisors[mode] == 1 {
            return extent;
        }
        let inside = left[mode].div_ceil(step);
        if inside < extent { inside } else { extent }
    }

    /// Whether each coordinate is inside.
    #[inline(always)]
    pub const fn is_everywhere(&self, extents: &[usize; MAX_LEAVES]) -> bool {
        let (mut everywhere, mut mode) = (true, 0);
        while mode < self.divided {
            let divisor = self.divisors[mode];
            everywhere &= divisor == 1 || extents[mode].is_multiple_of(divisor);
            mode += 1;
        }
        everywhere
    }
}

impl Layout {
    /// The guard of a padded division by a known tiler, where each mode that it divides is a leaf.
    ///
    /// It holds for all unknown extents that are not 0, where the division has a result: the steps are the strides of the
    /// tile, and of its complement before the end, which are known. The engine's guard has no bound for a mode of a multiple
    /// of the tile, where no coordinate reaches the extent.
    #[doc(hidden)]
    pub const fn plan_guard(&self, t: &Tiler, is_logical: bool) -> Option<GuardPlan> {
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let tiles = if t.by_mode { t.layout.rank() } else { 1 };
        let (mut plan, mut rests) = (GuardPlan::EMPTY, GuardPlan::EMPTY);
        let (mut place, mut tile, mut mode) = (self.first_cut(t), t.first(), 0);
        while mode < tiles {
            let end = t.layout.profile.after(tile);
            place = self.profile.after(place);
            if place.leaf != mode + 1 {
                return None;
            }
            if t.keeps(mode) {
                plan.push(mode, 0);
                if !is_logical {
                    rests.push(mode, 0);
                }
            } else {
                let Some((free, divisor)) =
                    self.rest_of(mode, &t.layout.modes, tile.leaf, end.leaf)
                else {
                    return None;
                };
                plan.divisors[mode] = divisor;
                let mut k = tile.leaf;
                while k < end.leaf {
                    plan.push(mode, t.layout.modes.strides[k]);
                    k += 1;
                }
                rests.push_rest(mode, &free);
            }
            if is_logical {
                plan.append(&mut rests);
            }
            tile = end;
            mode += 1;
        }
        plan.divided = tiles;
        plan.append(&mut rests);
        while mode < self.modes.len {
            plan.push(0, 0);
            mode += 1;
        }
        let form = if is_logical { DivideForm::Logical } else { DivideForm::Zipped };
        if plan.leaves == self.leaves_divided(t, form) { Some(plan) } else { None }
    }

    /// The complement of the tile `from..to` of `t` in the extent `mode`, and what divides an extent without a partial tile.
    const fn rest_of(
        &self,
        mode: usize,
        t: &Modes,
        from: usize,
        to: usize,
    ) -> Option<(Modes, usize)> {
        if self.modes.known_extents >> mode & 1 == 0 {
            return match t.free(from, to, ComplementEnd::Never) {
                Ok(free) => Some((free, free.strides[free.len - 1] as usize)),
                Err(_) => None,
            };
        }
        let range = ProductRange::of(extent!(self.modes, mode));
        let Ok(free) = t.free(from, to, ComplementEnd::Past(range)) else { return None };
        let (mut padded, mut k) = (1_i64, 0);
        while k < to - from + free.len {
            let extent =
                if k < to - from { t.extents[from + k] } else { free.extents[k - (to - from)] };
            let Some(product) = padded.checked_mul(extent) else { return None };
            padded = product;
            k += 1;
        }
        Some((free, (padded == self.modes.extents[mode]) as usize))
    }

    /// The number of leaves of the padded division; 0 where it is refused.
    const fn leaves_divided(&self, t: &Tiler, form: DivideForm) -> usize {
        let Some(probe) = self.divisible_probe(t) else { return 0 };
        let mut out = Builder::EMPTY;
        match probe.layout.divide_into(t, form, true, &mut out) {
            Ok(()) => out.layout.modes.len,
            Err(_) => 0,
        }
    }
}
