//! How large the blocks are that stay in each cache.

use super::parts::Parts;
use crate::simd::{Element, Machine, Vectors};

/// A tile of C that stays in registers.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// Rows: lanes of the vectors.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

/// Vectors along the rows of a tile.
pub const VECTORS: usize = 3;

impl Tile {
    /// The tile of a machine: with the three vectors of A, and one for B, it takes 28 of 32 registers, or
    /// all of 16.
    pub const fn of<T: Element, M: Machine>() -> Self {
        let columns = if <T::On<M> as Vectors<T>>::REGISTERS >= 32 { 8 } else { 4 };
        Self { rows: VECTORS * <T::On<M> as Vectors<T>>::LANES, columns }
    }
}

/// Bytes of the caches that blocks are made for. Blocks that are too small cost less than blocks that
/// are too large.
mod cache {
    /// Of the first, for a column of a panel of B: with eight of them a panel has 32 KiB, as much as there is. A deep
    /// panel, part of which comes from the second cache, costs less than a tile of C that is updated more often.
    pub const COLUMN: usize = 4 << 10;
    /// Of the second: half of 1 MiB, for a block of A.
    pub const SECOND: usize = 512 << 10;
    /// Of the third: of a core's share, for a block of B.
    pub const THIRD: usize = 4 << 20;
}

/// Extents of the blocks that a gemm goes through, in elements.
///
/// * A panel of B, `depth` by the columns of a tile, stays in the first cache while all panels of a block of A
///   pass by;
/// * a block of A, `rows` by `depth`, stays in the second while all panels of a block of B do;
/// * a block of B, `depth` by `columns`, stays in the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    pub rows: usize,
    pub columns: usize,
    pub depth: usize,
}

impl Blocks {
    /// Those that fill the caches, of a product of depth `k`: if it is not as deep, with more rows and columns.
    pub fn of<T>(tile: Tile, k: usize) -> Self {
        let depth = Parts::even(k, cache::COLUMN / size_of::<T>(), 1).len;
        let rows = cache::SECOND / (depth * size_of::<T>());
        let columns = cache::THIRD / (depth * size_of::<T>());
        Self { rows: multiple(rows, tile.rows), columns: multiple(columns, tile.columns), depth }
    }
}

/// The greatest multiple of `of` up to `limit`, at least one.
const fn multiple(limit: usize, of: usize) -> usize {
    if limit < of { of } else { limit / of * of }
}
