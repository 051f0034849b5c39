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

    /// Whether the machine has 32 vector registers.
    pub const fn has_many_registers(self) -> bool {
        self.columns == 8
    }
}

/// The bytes of the caches that blocks are made for. Too small blocks cost less than too large ones. A fuzzer makes
/// small blocks, so that small products have several in each direction.
struct Caches {
    /// Of the first cache, for one column of a panel of B. A panel of eight columns fills 32 KiB, the whole cache: reading
    /// a part of a deep panel from the second cache costs less than updating the tiles of C more often.
    column: usize,
    /// Of the second cache, for a block of A.
    second: usize,
    /// Of the second cache, for an A that is a single block, so that B is read once.
    second_alone: usize,
    /// Of the third cache, for a block of B: within the share of one core.
    third: usize,
}

impl Caches {
    /// The caches of the processors with the registers of `tile`. Those with 32 vectors have a second cache of 1 MiB or
    /// more, of which a block of A takes half. Of those with 16, many have 256 or 512 KiB.
    const fn of(tile: RegisterTile) -> Self {
        if cfg!(fuzzing) {
            return Self { column: 64, second: 2 << 10, second_alone: 2 << 10, third: 1 << 10 };
        }
        let second = if tile.has_many_registers() { 512 << 10 } else { 192 << 10 };
        Self { column: 4 << 10, second, second_alone: 512 << 10, third: 4 << 20 }
    }
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
    /// Returns the blocks that fill the caches, for `m` rows and the depth `k`: a short depth allows more rows and columns.
    pub fn of<T>(tile: RegisterTile, m: usize, k: usize) -> Self {
        let caches = Caches::of(tile);
        let depth = Parts::even(k, caches.column / size_of::<T>(), 1).len;
        let row = depth * size_of::<T>();
        let rows = caches.second_alone / row;
        let rows = if m <= rows { rows } else { caches.second / row };
        let columns = caches.third / row;
        Self { rows: multiple(rows, tile.rows), columns: multiple(columns, tile.columns), depth }
    }
}

/// The greatest multiple of `of` up to `limit`, at least one.
const fn multiple(limit: usize, of: usize) -> usize {
    if limit < of { of } else { limit / of * of }
}
