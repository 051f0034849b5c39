//! The parts of a block of C that workers compute one at a time.

use super::cut::BlockCut;
use crate::parts::{Parts, Range};

/// The number of parts for each worker from which the idle time at the end is negligible: about one part.
const MANY: usize = 128;
/// The most shares of a block of rows for each worker.
const SHARES: usize = 4;
/// The least columns of a share: fewer cost less than packing the block of A, once for each worker that takes one.
const WIDE: usize = 64;
/// The least parts of a turn for each worker, if the matrix has as many tiles.
const LEAST: usize = 4;

/// A block of C, cut into blocks of rows by shares of its columns.
///
/// One grid serves every block of columns and every part of the depth, so that part `i` always has the same rows and
/// columns of the block.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    rows: usize,
    /// The shares of the first block of rows, whose parts also pack B: one for each worker. `None` if B is not packed.
    packing: Option<Parts>,
    /// The shares of the other blocks of rows.
    shares: Parts,
}

/// The number of shares of a block of columns that are not narrow.
fn shares_of(columns: &Parts) -> usize {
    (columns.len / WIDE).max(1)
}

impl BlockCut {
    /// Cuts the `m` rows into more blocks, if there are too few for the workers.
    pub fn for_workers(self, m: usize, workers: usize) -> Self {
        let blocks = (LEAST * workers).div_ceil(shares_of(&self.columns));
        if workers == 1 || self.rows.count() >= blocks {
            return self;
        }
        Self { rows: Parts::even(m, m.div_ceil(blocks).max(1), self.tile.rows), ..self }
    }
}

/// A part of a block of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The block of rows.
    pub rows: usize,
    /// The columns, counted from the first of the block.
    pub columns: Range,
    /// Whether the part packs these columns of B.
    pub packs: bool,
}

impl Grid {
    /// Cuts into enough parts that are as wide as possible, because each worker packs a block of A for the first of its parts.
    pub fn of(cut: &BlockCut, workers: usize, packs: bool) -> Self {
        let BlockCut { tile, rows, columns, depth } = cut;
        let shares =
            |count: usize| Parts::even(columns.len, columns.len.div_ceil(count), tile.columns);
        let blocks = columns.count() * depth.count() * rows.count();
        let most = if workers == 1 { 1 } else { shares_of(columns).min(SHARES * workers) };
        let across = (MANY * workers).div_ceil(blocks).clamp(1, most);
        Self { rows: rows.count(), packing: packs.then(|| shares(workers)), shares: shares(across) }
    }

    /// Returns the numbers of parts that pack B and of others.
    pub fn counts(&self) -> [usize; 2] {
        let packing = self.packing.map_or(0, Parts::count);
        [packing, (self.rows - self.first()) * self.shares.count()]
    }

    /// Returns part `i` of a block with these columns: first the parts that pack B, then the others. `None` if the block is
    /// narrower than others and has no such part.
    pub fn get(&self, i: usize, columns: Range) -> Option<Place> {
        let [packing, _] = self.counts();
        let (rows, share, of) = match self.packing {
            Some(packing) if i < packing.count() => (0, i, packing),
            _ => {
                let (i, across) = (i - packing, self.shares.count());
                (self.first() + i / across, i % across, self.shares)
            }
        };
        let shares = Parts::of_length(columns.len, of.len);
        let place = |columns| Place { rows, columns, packs: i < packing };
        (share < shares.count()).then(|| place(shares.get(share)))
    }

    /// The first block of rows whose parts do not pack B.
    fn first(&self) -> usize {
        usize::from(self.packing.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::RegisterTile;
    use super::*;
    use alloc::vec;

    /// Each element of each block is in one part, which has the same number in every block. Only parts of the first rows
    /// pack B, each column once.
    #[test]
    fn parts_make_the_block() {
        let tile = RegisterTile { rows: 24, columns: 8 };
        let small = (1..=5).flat_map(|m| (1..=5).map(move |n| (24 * m - 1, 30 * n - 7, 4 * m)));
        let samples = [(1, 1, 1), (100, 50, 9), (25, 1000, 40), (1000, 77, 8)];
        for (m, n, k) in samples.into_iter().chain(small) {
            for workers in 1..6 {
                let (rows, columns) = (Parts::even(m, 120, 24), Parts::even(n, 64, 8));
                let cut = BlockCut { tile, rows, columns, depth: Parts::even(k, 4, 1) };
                for packs in [false, true] {
                    let grid = Grid::of(&cut, workers, packs);
                    let [packing, others] = grid.counts();
                    assert_eq!(packing > 0, packs);
                    let mut part_of = vec![None; rows.count() * columns.len];
                    for block in columns.iter() {
                        let mut times = vec![0; rows.count() * block.len];
                        for part in 0..packing + others {
                            let Some(place) = grid.get(part, block) else { continue };
                            assert_eq!(place.packs, part < packing);
                            assert_eq!(place.packs, packs && place.rows == 0);
                            for column in place.columns.span() {
                                times[place.rows * block.len + column] += 1;
                                let of = &mut part_of[place.rows * columns.len + column];
                                assert_eq!(*of.get_or_insert(part), part);
                            }
                        }
                        assert!(times.iter().all(|times| *times == 1), "{grid:?} {block:?}");
                    }
                }
            }
        }
    }
}
