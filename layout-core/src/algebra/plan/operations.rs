//! The operations that have a plan, each with the argument that its way depends on known leaves alone.
//!
//! # One mode
//! Most arguments are of one mode: a part of a layout that coalesces to at most one leaf `M:D`. [`ModeWalk`] takes each
//! known leaf `s:r` through it as `s : r*D`, since the last mode bounds nothing. It compares no unknown number, except
//! `M` with 1 in `no_detour`. So the way is that of the probe for `M >= 2`.
//!
//! [`ModeWalk`]: crate::algebra::compose::ModeWalk

use super::Plan;
use super::probe::{EXTENT, Probe, prime};
use crate::algebra::complement::ComplementEnd;
use crate::algebra::divide::DivideForm;
use crate::algebra::notes::off;
use crate::error::{LayoutError, Rule};
use crate::layout::builder::Builder;
use crate::value::limit::MAX_LEAVES;
use crate::value::{IntTuple, Layout, Modes, Profile, Tiler, TreePosition, low_bits};

/// The layout that an operation has written to `out`, unless it is refused.
pub(super) const fn built(done: Result<(), Rule>, out: Builder) -> Option<Layout> {
    if done.is_err() {
        return None;
    }
    match out.finish() {
        Ok(found) => Some(found),
        Err(_) => None,
    }
}

impl Modes {
    /// The greatest index that the leaves `from..to` reach, of known extents of 1 or more. `None` where it is not below `end`, or
    /// a leaf walks down.
    const fn reach_below(&self, from: usize, to: usize, end: i64) -> Option<i64> {
        let (mut reach, mut k) = (0, from);
        while k < to {
            let steps = self.extents[k] as i128 - 1;
            let last = steps * self.strides[k] as i128;
            if steps < 0 || last < 0 || last >= end as i128 {
                return None;
            }
            reach += last as i64;
            k += 1;
        }
        if reach < end { Some(reach) } else { None }
    }
}

/// A known tiler as an operand of a plan.
const fn constants(t: &Tiler) -> Probe {
    Probe { layout: t.layout }
}

impl Layout {
    /// Whether the part at `at` has known leaves only, or coalesces to at most one leaf.
    pub(super) const fn is_one_mode(&self, at: TreePosition) -> bool {
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

    /// The first part that `t` cuts.
    pub(super) const fn first_cut(&self, t: &Tiler) -> TreePosition {
        if t.by_mode { self.profile.first_mode(Profile::ROOT) } else { Profile::ROOT }
    }

    /// Whether `t` is known and each mode that it divides is one mode.
    pub(super) const fn is_divided_by_mode(&self, t: &Tiler) -> bool {
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
    pub(super) const fn divisible_probe(&self, t: &Tiler) -> Option<Probe> {
        let mut probe = self.probe(0);
        let (mut place, mut tile) = (self.first_cut(t), t.first());
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
        if !t.layout.all_known() {
            return self.plan_divide_by_unknown(t, form);
        }
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let Some(probe) = self.divisible_probe(t) else { return None };
        let mut out = Builder::EMPTY;
        let found = probe.layout.divide_into(t, form, false, &mut out);
        Plan::complete(Plan::of(built(found, out), &[probe, constants(t)], false))
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
        Plan::rounded_up(Plan::of(built(found, out), &[probe, constants(t)], true))
    }

    /// The plan of [`Layout::compose`].
    ///
    /// The way does not depend on unknown leaves: each composition is a walk of known leaves through one mode, with
    /// `M >= 2`. Size and cosize can exceed those of the layout, since nothing bounds the walk.
    #[doc(hidden)]
    pub const fn plan_compose(&self, t: &Tiler) -> Option<Plan> {
        if !t.layout.all_known() {
            return self.plan_compose_unknown(t);
        }
        if !self.is_divided_by_mode(t) {
            return None;
        }
        let (probe, mut out) = (self.probe(0), Builder::EMPTY);
        let found = probe.layout.compose_into(t, &mut out, off!());
        Plan::beyond_one(Plan::of(built(found, out), &[probe, constants(t)], true))
    }

    /// The plan of [`Layout::compose`] with a known tiler: [`Layout::plan_compose`], or one that holds where the first modes are
    /// long enough.
    ///
    /// A part that is not one mode may begin with an unknown extent `M`. Its walks stay within this mode while `M` is above
    /// `reach = sum (s - 1) * r`, over the leaves `s:r` of the tile:
    /// * `step` compares `r` and `s` with `M >= reach + 1`, and takes all steps. The next modes get one step each of the leaf
    ///   `1:r`, whose digit is 0, for every extent of at least 1.
    /// * No digit reaches an extent, so that `no_carry` finds none; no walk enters the last mode, as `no_detour` asks.
    ///
    /// The extents `s` and 1 are unknown in the form, and constants of the plan. The probe of `M` is above `reach`, too, if no
    /// prime is below it. Elsewhere the engine decides.
    #[doc(hidden)]
    pub const fn plan_compose_within(&self, t: &Tiler) -> Option<Plan> {
        let plan = self.plan_compose(t);
        let tiles = if t.by_mode { t.layout.rank() } else { 1 };
        let are_plain = self.modes.bases.units | t.layout.modes.bases.units == 0;
        if plan.is_some() || !t.layout.all_known() || !are_plain || tiles > self.rank() {
            return plan;
        }
        // The least value of each extent: of one mode, 2.
        let (mut least, mut i) = ([2; 2 * MAX_LEAVES], 0);
        let (mut place, mut tile) = (self.first_cut(t), t.first());
        while i < tiles {
            let (end, tile_end) = (self.profile.after(place), t.layout.profile.after(tile));
            if !t.keeps(i) && !self.is_one_mode(place) {
                let (Some(first), Some(reach)) = (
                    self.first_is_open(place.leaf, end.leaf),
                    t.layout.modes.reach_below(tile.leaf, tile_end.leaf, prime(0, EXTENT)),
                ) else {
                    return None;
                };
                let mut leaf = place.leaf;
                while leaf < end.leaf {
                    least[leaf] = if leaf == first { reach + 1 } else { 1 };
                    leaf += 1;
                }
            }
            (place, tile) = (end, tile_end);
            i += 1;
        }
        let (probe, mut out) = (self.probe(0), Builder::EMPTY);
        let found = probe.layout.compose_into(t, &mut out, off!());
        match Plan::found(built(found, out), &[probe, constants(t)], true, true) {
            Some(plan) => Some(Plan { least, is_bounded: true, ..plan }),
            None => None,
        }
    }

    /// The first of the leaves `from..to` that is not a known extent of 1, if its extent is unknown.
    const fn first_is_open(&self, from: usize, to: usize) -> Option<usize> {
        let mut k = from;
        while k < to {
            if self.modes.known_extents >> k & 1 == 0 {
                return Some(k);
            }
            if self.modes.extents[k] != 1 {
                return None;
            }
            k += 1;
        }
        None
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
        let found = block.layout.product_into(&tiler, form, &mut out, off!());
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
        let found = block.layout.paired(&repeats.layout, raked, &mut out, off!());
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
