//! [`Builder`], which builds a layout in preorder from leaves and from parts of other layouts.

use crate::error::Rule;
use crate::layout::modes::{extent, stride};
use crate::number::check;
use crate::value::limit::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::value::{Layout, Modes, Num, Profile, TreePosition, copy_from, low_mask};

/// A layout that grows at its end. It records the first capacity that would be exceeded, and `finish` returns the
/// error. So a chain of calls needs one check.
#[derive(Clone, Copy)]
pub(crate) struct Builder {
    pub(crate) layout: Layout,
    full: Option<Limit>,
}

impl Builder {
    pub(crate) const EMPTY: Self = Self { layout: Layout::EMPTY, full: None };

    /// Appends a tuple. Its `rank` elements must follow.
    #[inline]
    pub(crate) const fn open(&mut self, rank: usize) {
        let node = self.layout.profile.len;
        if node == MAX_NODES || rank > MAX_RANK {
            self.full = Some(if rank > MAX_RANK { Limit::Rank } else { Limit::Nodes });
            return;
        }
        self.layout.profile.nodes[node] = rank as u8;
        self.layout.profile.len = node + 1;
    }

    /// Sets the rank of the outermost tuple after its elements were counted.
    pub(crate) const fn set_rank(&mut self, rank: usize) {
        if let Err(limit) = self.layout.profile.set_rank(0, rank) {
            self.full = Some(limit);
        }
    }

    /// Appends a leaf `extent:stride`.
    #[inline]
    pub(crate) const fn leaf(&mut self, extent: Num, stride: Num) {
        let (node, k) = (self.layout.profile.len, self.layout.modes.len);
        if node == MAX_NODES || k == MAX_LEAVES {
            self.full = Some(if k == MAX_LEAVES { Limit::Leaves } else { Limit::Nodes });
            return;
        }
        // The node is `LEAF` already, as each one beyond the length.
        self.layout.profile.len = node + 1;
        self.layout.profile.leaves = k + 1;
        self.layout.modes.extents[k] = extent.value;
        self.layout.modes.strides[k] = stride.value;
        // After the last leaf each path is 0.
        if stride.basis.0 != 0 {
            self.layout.modes.bases.set(k, stride.basis);
        }
        self.layout.modes.known_extents |= (extent.known as u32) << k;
        self.layout.modes.known_strides |= (stride.known as u32) << k;
        self.layout.modes.len = k + 1;
    }

    /// Nests the modes from number `first` on, which were pushed to `layout.modes` without nodes: one as a leaf,
    /// several as a tuple.
    #[inline]
    pub(crate) const fn close(&mut self, first: usize) {
        let count = self.layout.modes.len - first;
        if count > 1 {
            self.open(count);
        }
        let node = self.layout.profile.len;
        if node + count > MAX_NODES {
            self.full = Some(Limit::Nodes);
            return;
        }
        self.layout.profile.len = node + count;
        self.layout.profile.leaves += count;
    }

    /// Appends one mode as a leaf, several as a tuple, none as `1:0`.
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
            self.leaf(extent!(modes, k), stride!(modes, k));
            k += 1;
        }
    }

    /// Appends the nodes of `part` between two positions.
    pub(crate) const fn copy(&mut self, part: &Layout, from: TreePosition, to: TreePosition) {
        let (nodes, leaves) = (to.node - from.node, to.leaf - from.leaf);
        let (node, leaf) = (self.layout.profile.len, self.layout.modes.len);
        if node + nodes > MAX_NODES || leaf + leaves > MAX_LEAVES {
            let leaves_full = leaf + leaves > MAX_LEAVES;
            self.full = Some(if leaves_full { Limit::Leaves } else { Limit::Nodes });
            return;
        }
        let (mut k, mut at) = (from.node, node);
        while k < to.node {
            self.layout.profile.nodes[at] = part.profile.nodes[k];
            k += 1;
            at += 1;
        }
        if from.leaf == 0 {
            let modes = &mut self.layout.modes;
            copy_from!(leaves modes.extents, leaf, part.modes.extents, else {});
            copy_from!(leaves modes.strides, leaf, part.modes.strides, else {});
        } else {
            k = from.leaf;
            at = leaf;
            while k < to.leaf {
                self.layout.modes.extents[at] = part.modes.extents[k];
                self.layout.modes.strides[at] = part.modes.strides[k];
                k += 1;
                at += 1;
            }
        }
        if self.layout.modes.bases.units | part.modes.bases.units != 0 {
            self.layout.modes.bases.copy(leaf, &part.modes.bases, from.leaf, leaves);
        }
        if leaves > 0 {
            let mask = low_mask!(leaves);
            let (extents, strides) = (part.modes.known_extents, part.modes.known_strides);
            self.layout.modes.known_extents |= (extents >> from.leaf & mask) << leaf;
            self.layout.modes.known_strides |= (strides >> from.leaf & mask) << leaf;
        }
        self.layout.profile.len = node + nodes;
        self.layout.profile.leaves = leaf + leaves;
        self.layout.modes.len = leaf + leaves;
    }

    /// Appends the subtree of `part` at `from`.
    pub(crate) const fn subtree(&mut self, part: &Layout, from: TreePosition) {
        self.copy(part, from, part.profile.after(from));
    }

    /// Appends `part` as one mode.
    pub(crate) const fn whole(&mut self, part: &Layout) {
        self.copy(part, Profile::ROOT, part.end());
    }

    /// Appends the modes of `part`, without the tuple around them.
    pub(crate) const fn unpacked(&mut self, part: &Layout) {
        self.copy(part, part.profile.first_mode(Profile::ROOT), part.end());
    }

    /// Appends the content of another builder: one mode, or several.
    pub(crate) const fn absorb(&mut self, other: &Self) {
        self.whole(&other.layout);
        if other.full.is_some() {
            self.full = other.full;
        }
    }

    /// Appends the single mode of another builder. Where that mode is a tuple, appends its modes without the tuple.
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

    /// The layout.
    ///
    /// # Errors
    /// `Full` beyond a capacity, and `Overflow` where the size or the cosize exceeds `isize::MAX`.
    pub(crate) const fn checked(&self) -> Result<Layout, Rule> {
        check!(self.check());
        Ok(self.layout)
    }

    /// [`Builder::checked`] without a copy: if it is `Ok`, the layout is in `layout`.
    #[inline]
    pub(crate) const fn check(&self) -> Result<(), Rule> {
        check!(self.fits());
        self.layout.validate()
    }

    /// Whether no capacity was exceeded, so that `layout` has all that was appended.
    #[inline]
    pub(crate) const fn fits(&self) -> Result<(), Rule> {
        match self.full {
            None => Ok(()),
            Some(limit) => Err(Rule::Full { limit }),
        }
    }

    /// The layout, without a check of its integers.
    ///
    /// # Errors
    /// `Full` beyond a capacity.
    pub(crate) const fn finish(&self) -> Result<Layout, Rule> {
        check!(self.fits());
        Ok(self.layout)
    }
}
