//! The digits of a tile: extents that the tile's coordinate has in global and in shared memory, each with one stride in both.
//!
//! A tile of `T` elements of a mode takes digits of the mode's leaves from the first one on; the modes of shared memory cut them
//! further. In the order of shared memory, the first digits that continue each other are the box, and the others repeat it:
//!
//! ```text
//! global (128,512):(512,1)   shared ((8,16),(64,2)):((64,512),(1,8192))
//! 64 of mode 1, then 128 of mode 0: the box    2 of mode 1, every 64: two copies
//! ```

use crate::descriptor::tensor_map::TmaCopy;
use crate::error::{DescriptorRule, LayoutError, Rule};
use crate::number::tri;
use crate::value::limit::{Limit, MAX_LEAVES};
use crate::value::{ComposedLayout, Layout};

/// A leaf of global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GlobalLeaf {
    /// The mode at the top level.
    pub(super) mode: usize,
    pub(super) extent: i64,
    /// In elements.
    pub(super) stride: i64,
    /// How many of it a tile has.
    pub(super) tile: i64,
}

impl GlobalLeaf {
    /// Whether no tile reaches past the extent.
    pub(super) const fn is_whole(&self) -> bool {
        self.extent % self.tile == 0
    }
}

/// A part of a tile that has one stride in both memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileDigit {
    pub(super) extent: i64,
    /// The leaf of global memory, and the step in it.
    pub(super) leaf: usize,
    pub(super) scale: i64,
    /// The stride in shared memory, in elements.
    pub(super) shared: i64,
}

impl TileDigit {
    /// The digit past its first `count` elements, as a digit of the rest.
    pub(super) const fn past(&self, count: i64) -> Self {
        Self {
            extent: self.extent / count,
            leaf: self.leaf,
            scale: self.scale * count,
            shared: self.shared.saturating_mul(count),
        }
    }
}

/// The leaves of global memory and the digits of a tile, in the order of shared memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileDigits {
    pub(super) leaves: [GlobalLeaf; MAX_LEAVES],
    pub(super) leaves_len: usize,
    pub(super) list: [TileDigit; MAX_LEAVES],
    pub(super) len: usize,
}

impl TileDigits {
    /// The digits of a tile of shared memory in global memory.
    pub(super) const fn of(global: &Layout, shared: &ComposedLayout) -> Result<Self, LayoutError> {
        let (modes, rank) = (shared.rank(), global.rank());
        if modes != rank {
            return Err(TmaCopy::refused(
                global,
                shared,
                Rule::Descriptor(DescriptorRule::TileModes { modes, rank }),
            ));
        }
        let mut out = Self {
            leaves: [GlobalLeaf { mode: 0, extent: 1, stride: 0, tile: 1 }; MAX_LEAVES],
            leaves_len: 0,
            list: [TileDigit { extent: 1, leaf: 0, scale: 1, shared: 0 }; MAX_LEAVES],
            len: 0,
        };
        let (plain, mut mode) = (shared.plain(), 0);
        while mode < rank {
            let tile = tri!(plain.mode(mode));
            let leaves = tri!(tri!(global.mode(mode)).coalesce());
            if let Err(rule) = out.add(mode, &leaves, &tile) {
                return Err(TmaCopy::refused(global, shared, rule));
            }
            mode += 1;
        }
        match out.sort() {
            Ok(()) => Ok(out),
            Err(rule) => Err(TmaCopy::refused(global, shared, rule)),
        }
    }

    /// Adds a mode: its leaves, and the digits that a tile of shared memory has of them.
    const fn add(&mut self, mode: usize, leaves: &Layout, tile: &Layout) -> Result<(), Rule> {
        let (first, mut rest, mut k) = (self.leaves_len, tile.size(), 0);
        if rest < 1 {
            return Err(Rule::Descriptor(DescriptorRule::TileExtent { mode, tile: rest }));
        }
        if first + leaves.leaf_count() > MAX_LEAVES {
            return Err(Rule::Full { limit: Limit::Leaves });
        }
        while k < leaves.leaf_count() {
            let (extent, stride) = leaves.leaf(k);
            if extent < 1 {
                return Err(Rule::Descriptor(DescriptorRule::GlobalExtent {
                    coordinate: mode,
                    extent,
                }));
            }
            // The last leaf has all that is left: elements past its extent are outside of the tensor.
            let part = if rest < extent || k + 1 == leaves.leaf_count() { rest } else { extent };
            let (is_cut, is_last) = (extent % part != 0, k + 1 == leaves.leaf_count());
            if rest % part != 0 || is_cut && !is_last {
                return Err(Rule::Descriptor(DescriptorRule::Crosses { mode, tile: rest, extent }));
            }
            self.leaves[first + k] = GlobalLeaf { mode, extent, stride, tile: part };
            self.leaves_len += 1;
            rest /= part;
            k += 1;
        }
        self.cut(first, tile)
    }

    /// Adds the digits of the leaves from `first` on, cut where the leaves of shared memory are.
    const fn cut(&mut self, first: usize, tile: &Layout) -> Result<(), Rule> {
        let (mut leaf, mut scale, mut next, mut shared) = (first, 1, 0, (1, 0));
        loop {
            while leaf < self.leaves_len && self.leaves[leaf].tile == scale {
                leaf += 1;
                scale = 1;
            }
            while shared.0 == 1 && next < tile.leaf_count() {
                shared = tile.leaf(next);
                next += 1;
            }
            if leaf == self.leaves_len {
                return Ok(());
            }
            let (part, extent) = (self.leaves[leaf].tile / scale, shared.0);
            let common = if part < extent { part } else { extent };
            let longer = if part < extent { extent } else { part };
            if common < 1 || longer % common != 0 {
                return Err(Rule::Divides { divisor: common, dividend: longer });
            }
            if self.len == MAX_LEAVES {
                return Err(Rule::Full { limit: Limit::Leaves });
            }
            self.list[self.len] = TileDigit { extent: common, leaf, scale, shared: shared.1 };
            self.len += 1;
            scale *= common;
            shared = (extent / common, shared.1.wrapping_mul(common));
        }
    }

    /// Sorts by the stride in shared memory, and joins digits that continue each other in both memories.
    const fn sort(&mut self) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.len {
            let (one, mut at) = (self.list[k], k);
            if one.shared < 1 {
                return Err(Rule::Descriptor(DescriptorRule::Compact {
                    stride: one.shared,
                    expected: 1,
                }));
            }
            while at > 0 && self.list[at - 1].shared > one.shared {
                self.list[at] = self.list[at - 1];
                at -= 1;
            }
            self.list[at] = one;
            k += 1;
        }
        let (mut len, mut k) = (0, 0);
        while k < self.len {
            let one = self.list[k];
            k += 1;
            if len > 0 {
                let last = self.list[len - 1];
                let continues = last.leaf == one.leaf
                    && last.scale * last.extent == one.scale
                    && last.shared.saturating_mul(last.extent) == one.shared;
                if continues {
                    self.list[len - 1].extent *= one.extent;
                    continue;
                }
            }
            self.list[len] = one;
            len += 1;
        }
        self.len = len;
        Ok(())
    }
}
