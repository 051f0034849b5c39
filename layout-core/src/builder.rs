//! Builds a layout in preorder from leaves and from parts of other layouts.

use crate::error::Rule;
use crate::layout::Layout;
use crate::modes::Modes;
use crate::number::{Num, tri};
use crate::profile::{Limit, Place, Profile};

/// A layout that grows at its end. What passes a capacity is noted and refused by `finish`.
#[derive(Clone, Copy)]
pub(crate) struct Builder {
    pub(crate) layout: Layout,
    full: Option<Limit>,
}

impl Builder {
    pub(crate) const EMPTY: Self =
        Self { layout: Layout { profile: Profile::EMPTY, modes: Modes::EMPTY }, full: None };

    const fn note(&mut self, result: Result<(), Limit>) -> bool {
        if let Err(limit) = result {
            self.full = Some(limit);
        }
        result.is_ok()
    }

    /// Opens a tuple whose `rank` elements follow.
    pub(crate) const fn open(&mut self, rank: usize) {
        let result = self.layout.profile.push_tuple(rank);
        self.note(result);
    }

    /// Corrects the rank of the outermost tuple, once its elements are counted.
    pub(crate) const fn set_rank(&mut self, rank: usize) {
        let result = self.layout.profile.set_rank(0, rank);
        self.note(result);
    }

    /// A leaf `extent:stride`.
    pub(crate) const fn leaf(&mut self, extent: Num, stride: Num) {
        let result = self.layout.profile.push_leaf();
        if self.note(result) {
            let k = self.layout.modes.len;
            self.layout.modes.set(k, extent, stride);
            self.layout.modes.len = k + 1;
        }
    }

    /// One mode as a leaf, several as a tuple, none as `1:0`.
    pub(crate) const fn modes(&mut self, modes: &Modes) {
        if modes.len == 0 {
            self.leaf(Num::ONE, Num::ZERO);
            return;
        }
        if modes.len > 1 {
            self.open(modes.len);
        }
        let mut k = 0;
        while k < modes.len {
            self.leaf(modes.extent(k), modes.stride(k));
            k += 1;
        }
    }

    /// The nodes of `part` from `from` up to the place `to`, as they are.
    pub(crate) const fn copy(&mut self, part: &Layout, from: Place, to: Place) {
        let mut at = from;
        while at.node < to.node {
            if part.profile.is_leaf(at.node) {
                self.leaf(part.modes.extent(at.leaf), part.modes.stride(at.leaf));
                at.leaf += 1;
            } else {
                self.open(part.profile.rank(at.node));
            }
            at.node += 1;
        }
    }

    /// The subtree of `part` at `from`.
    pub(crate) const fn subtree(&mut self, part: &Layout, from: Place) {
        self.copy(part, from, part.profile.after(from));
    }

    /// The whole of `part` as one mode.
    pub(crate) const fn whole(&mut self, part: &Layout) {
        self.copy(part, Profile::ROOT, part.end());
    }

    /// The modes of `part`, without the tuple around them.
    pub(crate) const fn unpacked(&mut self, part: &Layout) {
        self.copy(part, part.profile.first_mode(Profile::ROOT), part.end());
    }

    /// Everything that another builder holds: one mode or several in a row.
    pub(crate) const fn absorb(&mut self, other: &Self) {
        self.whole(&other.layout);
        if other.full.is_some() {
            self.full = other.full;
        }
    }

    /// The single mode that another builder holds, without the tuple around its own modes when
    /// they are several.
    pub(crate) const fn absorb_unpacked(&mut self, other: &Self) {
        if other.layout.rank() == 1 {
            self.whole(&other.layout);
        } else {
            self.unpacked(&other.layout);
        }
        if other.full.is_some() {
            self.full = other.full;
        }
    }

    /// The layout; refused when it passes a capacity or when its size or cosize passes `isize`.
    pub(crate) const fn checked(&self) -> Result<Layout, Rule> {
        let layout = tri!(self.finish());
        tri!(layout.validate());
        Ok(layout)
    }

    /// The layout, or the capacity that it would pass.
    pub(crate) const fn finish(&self) -> Result<Layout, Rule> {
        match self.full {
            None => Ok(self.layout),
            Some(limit) => Err(Rule::Full { limit }),
        }
    }
}
