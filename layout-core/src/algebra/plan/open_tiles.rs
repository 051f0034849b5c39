//! The plans of tiles with unknown extents, each with the argument that its way depends on known leaves alone.

use super::Plan;
use super::operations::built;
use crate::algebra::divide::DivideForm;
use crate::algebra::notes::off;
use crate::layout::builder::Builder;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Layout, Tiler, TreePosition, low_bits};

impl Layout {
    /// Whether the tile `i` of `t`, at `tile`, has unknown leaves. `None` unless the part at `place` is then one leaf that is
    /// not a known 1, and one mode with a known tile.
    const fn is_open_cut(
        &self,
        place: TreePosition,
        t: &Tiler,
        i: usize,
        tile: TreePosition,
    ) -> Option<bool> {
        let (end, tile_end) = (self.profile.after(place), t.layout.profile.after(tile));
        let leaves = low_bits(tile_end.leaf) & !low_bits(tile.leaf);
        let known = t.layout.modes.known_extents & t.layout.modes.known_strides & leaves;
        if t.keeps(i) || known == leaves {
            return if t.keeps(i) || self.is_one_mode(place) { Some(false) } else { None };
        }
        let is_known = self.modes.known_extents >> place.leaf & 1 == 1;
        if end.leaf != place.leaf + 1 || is_known && self.modes.extents[place.leaf] < 2 {
            return None;
        }
        Some(true)
    }

    /// The plan of a division by tiles of unknown extents `p:1`, each of a mode of one leaf `M:D`, known or not.
    ///
    /// The way is that of a known tile of the end `p`, for `p >= 1` that divides `M`, and `M >= 2`:
    /// * `free` compares `p` with 1 for `filled`, which an exact division does not use. There is no gap before the tile.
    /// * `ProductRange::close` takes `M / p`, unknown, even where `M` is known. So `M` is an unknown leaf of the probe.
    /// * Tile and rest are the walks `p : D` and `M/p : p*D` of one mode, which compare only `M` with 1.
    ///
    /// A mode of a known tile is as in [`Layout::plan_divide`], for `M >= 2`. Elsewhere the engine decides.
    pub(super) const fn plan_divide_by_unknown(&self, t: &Tiler, form: DivideForm) -> Option<Plan> {
        let (tiles, mut open) = (if t.by_mode { t.layout.rank() } else { 1 }, *self);
        if tiles > self.rank() || self.modes.bases.units | t.layout.modes.bases.units != 0 {
            return None;
        }
        let (mut place, mut tile) = (self.first_cut(t), t.first());
        // The leaf of each tile of an unknown extent, by the leaf that it divides.
        let (mut tile_of, mut i) = ([None; MAX_LEAVES], 0);
        while i < tiles {
            let (end, tile_end) = (self.profile.after(place), t.layout.profile.after(tile));
            let Some(is_open) = self.is_open_cut(place, t, i, tile) else { return None };
            if is_open {
                let is_run = t.layout.modes.stride(tile.leaf).is(1);
                if !t.layout.profile.is_leaf(tile.node) || !is_run {
                    return None;
                }
                open.modes.known_extents &= !(1 << place.leaf);
                tile_of[place.leaf] = Some(tile.leaf);
            }
            (place, tile) = (end, tile_end);
            i += 1;
        }
        let tiler = t.layout.probe(1);
        let probed = Tiler { layout: tiler.layout, ..*t };
        let Some(probe) = open.divisible_probe(&probed) else { return None };
        let mut out = Builder::EMPTY;
        let found = probe.layout.divide_into(&probed, form, false, &mut out);
        let plan = Plan::first_beyond_one(Plan::of(built(found, out), &[probe, tiler], false));
        let (Some(mut plan), mut leaf) = (plan, 0) else { return None };
        while leaf < self.modes.len {
            if let Some(tile) = tile_of[leaf] {
                plan = plan.divided(leaf, MAX_LEAVES + tile);
            }
            leaf += 1;
        }
        Some(plan)
    }

    /// The plan of a composition with unknown extents, and known strides of at least 0.
    ///
    /// Each leaf `s:r` is a walk of the one mode `M:D`, which is `s : r*D` for every `s >= 1` and `M >= 2`, as of a known
    /// `s`.
    pub(super) const fn plan_compose_unknown(&self, t: &Tiler) -> Option<Plan> {
        let modes = &t.layout.modes;
        let (tiles, mut k) = (if t.by_mode { t.layout.rank() } else { 1 }, 0);
        if tiles > self.rank() || self.modes.bases.units | modes.bases.units != 0 {
            return None;
        }
        while k < modes.len {
            if modes.known_strides >> k & 1 == 0 || modes.strides[k] < 0 {
                return None;
            }
            k += 1;
        }
        let (mut place, mut tile, mut i) = (self.first_cut(t), t.first(), 0);
        while i < tiles {
            if self.is_open_cut(place, t, i, tile).is_none() {
                return None;
            }
            place = self.profile.after(place);
            tile = t.layout.profile.after(tile);
            i += 1;
        }
        let (probe, tiler, mut out) = (self.probe(0), t.layout.probe(1), Builder::EMPTY);
        let probed = Tiler { layout: tiler.layout, ..*t };
        let found = probe.layout.compose_into(&probed, &mut out, off!());
        Plan::first_beyond_one(Plan::of(built(found, out), &[probe, tiler], true))
    }
}
