//! The register tile and the extents of the blocks: one for each cache.

use crate::parts::Parts;
use crate::simd::{Element, Machine, Vectors};

/// A tile of C that stays in registers.
#[derive(Clone, Copy, Debug)]
pub struct RegisterTile {
    /// Rows: lanes of the vectors.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

/// Vectors along the rows of a tile.
pub const VECTORS: usize = 3;

impl RegisterTile {
    /// The tile of a machine: with the three vectors of A, and one for B, it takes 28 of 32 registers, or
    /// all of 16.
    pub const fn of<T: Element, M: Machine>() -> Self {
        let columns = if <T::On<M> as Vectors<T>>::REGISTERS >= 32 { 8 } else { 4 };
        Self { rows: VECTORS * <T::On<M> as Vectors<T>>::LANES, columns }
    }
}

/// The bytes of the caches that blocks are made for. Too small blocks cost less than too large ones. A fuzzer makes
/// small blocks, so that small products have several in each direction.
mod cache {
    /// Of the first cache, for one column of a panel of B. A panel of eight columns fills 32 KiB, the whole cache: reading
    /// a part of a deep panel from the second cache costs less than updating the tiles of C more often.
    pub const COLUMN: usize = if cfg!(fuzzing) { 64 } else { 4 << 10 };
    /// Of the second cache, for a block of A: half of 1 MiB.
    pub const SECOND: usize = if cfg!(fuzzing) { 2 << 10 } else { 512 << 10 };
    /// Of the third cache, for a block of B: within the share of one core.
    pub const THIRD: usize = if cfg!(fuzzing) { 1 << 10 } else { 4 << 20 };
}

/// The extents of the blocks, in elements: BLIS's MC, NC and KC.
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
    /// Returns the blocks that fill the caches, for a product of depth `k`: a short depth allows more rows and columns.
    pub fn of<T>(tile: RegisterTile, k: usize) -> Self {
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
