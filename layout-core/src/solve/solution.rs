//! What a search found.

use crate::bits::matrix::BitMatrix;
use crate::error::{LayoutError, MemoryRule};
use crate::value::{ComposedLayout, Layout, Swizzle};

/// What a solution applies to offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Map {
    /// A swizzle of offsets in elements. The identity is none.
    Swizzle(Swizzle),
    /// An invertible matrix, of the bits of offsets in elements.
    Linear(BitMatrix),
}

/// The first candidate of least cost among those seen.
#[derive(Clone, Copy, Debug)]
pub struct Solution {
    pub(super) layout: Layout,
    pub(super) map: Map,
    pub(super) before: i64,
    pub(super) cost: i64,
    /// The bound that the search starts with.
    pub(super) least: i64,
    pub(super) bound: i64,
    pub(super) seen: i64,
    pub(super) place: i64,
    pub(super) is_exhausted: bool,
}

impl Solution {
    /// The strides.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The map of the offsets of [`layout`](Self::layout).
    pub const fn map(&self) -> Map {
        self.map
    }

    /// The layout with its swizzle.
    ///
    /// # Errors
    /// [`MemoryRule::NotSwizzle`] for a linear map.
    pub const fn composed(&self) -> Result<ComposedLayout, LayoutError> {
        match self.map {
            Map::Swizzle(swizzle) => ComposedLayout::new(swizzle, 0, self.layout),
            Map::Linear(_) => Err(crate::memory::access::refused(MemoryRule::NotSwizzle)),
        }
    }

    /// The cost of the first candidate, which changes nothing. `i64::MAX` if it does not serve all accesses.
    pub const fn before(&self) -> i64 {
        self.before
    }

    /// The weighted sum of wavefronts.
    pub const fn cost(&self) -> i64 {
        self.cost
    }

    /// The bound that the search starts with: a wavefront for each phase, and for linear maps the conflicts that no map avoids, as
    /// far as ranks tell.
    pub const fn least(&self) -> i64 {
        self.least
    }

    /// No candidate of the space costs less: the cost itself if the space is exhausted, else a bound by phases and ranks.
    pub const fn bound(&self) -> i64 {
        self.bound
    }

    /// The number of candidates seen. A class of linear maps that a rank refuses counts as one, in each walk.
    pub const fn seen(&self) -> i64 {
        self.seen
    }

    /// The number of candidates before this one, each of which costs more.
    pub const fn place(&self) -> i64 {
        self.place
    }

    /// Whether no candidate that was not seen costs less.
    pub const fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }
}
