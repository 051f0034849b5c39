//! The parts of a block of C: what a worker does at a time.

use super::cut::Cut;
use super::parts::{Parts, Range};

/// Parts for each worker of which one is little: so long some are busy with their last when others are done.
const MANY: usize = 128;

/// A block of C in blocks of rows by shares of its columns.
///
/// The same of every block of columns and every part of the depth, so that part `i` of each is of the same rows and
/// columns.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    rows: usize,
    /// Into which shares the first rows are cut, if B is packed with them: one for each worker.
    packing: Option<Parts>,
    /// Into which all others are.
    shares: Parts,
}

/// A part of a block of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which block of rows.
    pub rows: usize,
    /// From the first column of the block on.
    pub columns: Range,
    /// Whether these columns of B are packed with it.
    pub packs: bool,
}

impl Grid {
    /// In as wide parts as make enough of them: with each, a worker packs a block of A.
    pub fn of(cut: &Cut, workers: usize, packs: bool) -> Self {
        let Cut { tile, rows, columns, depth } = cut;
        let shares =
            |count: usize| Parts::even(columns.len, columns.len.div_ceil(count), tile.columns);
        let blocks = columns.count() * depth.count() * rows.count();
        let across = (MANY * workers).div_ceil(blocks).clamp(1, workers);
        Self { rows: rows.count(), packing: packs.then(|| shares(workers)), shares: shares(across) }
    }

    /// Parts that pack B, and others.
    pub fn counts(&self) -> [usize; 2] {
        let packing = self.packing.map_or(0, Parts::count);
        [packing, (self.rows - self.first()) * self.shares.count()]
    }

    /// Part `i` of those that pack and then the others, in a block of these columns; none where it is narrower than
    /// others.
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

    /// The first block of rows that finds B packed.
    fn first(&self) -> usize {
        usize::from(self.packing.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::Tile;
    use super::*;
    use alloc::vec;

    /// Every element of every block is in one part, in the same one of each block; B is packed by parts of the first
    /// rows, and by these once.
    #[test]
    fn parts_make_the_block() {
        let tile = Tile { rows: 24, columns: 8 };
        let small = (1..=5).flat_map(|m| (1..=5).map(move |n| (24 * m - 1, 30 * n - 7, 4 * m)));
        let samples = [(1, 1, 1), (100, 50, 9), (25, 1000, 40), (1000, 77, 8)];
        for (m, n, k) in samples.into_iter().chain(small) {
            for workers in 1..6 {
                let (rows, columns) = (Parts::even(m, 120, 24), Parts::even(n, 64, 8));
                let cut = Cut { tile, rows, columns, depth: Parts::even(k, 4, 1) };
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
