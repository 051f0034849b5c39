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
    /// The number of blocks of A from which B is packed even if its panels could be read in place. Columns that are pages apart
    /// cost more in each block, packing costs once.
    many_blocks: usize,
    /// Of a B that any number of blocks reads in place.
    near: usize,
}

impl Caches {
    /// The caches of the processors with the registers of `tile`.
    ///
    /// * Those with 32 vectors have a second cache of 1 MiB or more, of which a block of A takes half. Packing B takes as long as
    ///   reading it in place for 18 blocks of `f64`; for 35 it is 2 % faster.
    /// * Of those with 16, many have 256 or 512 KiB. Blocks are smaller, so that each element of B that is read takes part in a third
    ///   of the products: beyond 3 MiB, one more reading in place costs as much as packing.
    const fn of(tile: RegisterTile) -> Self {
        let has_32 = tile.columns == 8;
        let (many_blocks, near) = match has_32 {
            true => (24, 0),
            // Tests pack some small B, too.
            false if cfg!(any(fuzzing, test)) => (2, 1 << 10),
            false => (2, 3 << 20),
        };
        let [column, second, second_alone, third] = if cfg!(fuzzing) {
            [64, 2 << 10, 2 << 10, 1 << 10]
        } else {
            [4 << 10, if has_32 { 512 << 10 } else { 192 << 10 }, 512 << 10, 4 << 20]
        };
        Self { column, second, second_alone, third, many_blocks, near }
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

    /// Whether B, of so many bytes, is packed for so many blocks of A although its panels could be read in place.
    pub const fn packs_b(tile: RegisterTile, blocks: usize, bytes: usize) -> bool {
        let Caches { many_blocks, near, .. } = Caches::of(tile);
        blocks >= many_blocks && bytes > near
    }
}

/// The greatest multiple of `of` up to `limit`, at least one.
const fn multiple(limit: usize, of: usize) -> usize {
    if limit < of { of } else { limit / of * of }
}
