//! The walk of all linear maps.
//!
//! With `A` and `B` of the count in `linear`, a map that keeps the low `k` bits of a word address leaves the `d` other rows of
//! `B` free: any independent functionals of the bits above. Only their span matters, and only on the span of all columns. So
//! the search walks the subspaces of `d` dimensions, each once: a subspace has one basis in reduced echelon form, and the walk
//! places its rows from the highest pivot to the lowest.
//!
//! Accesses with `d` and `e > d` rows, because they see two numbers of banks, share the first `d` of `e` rows. Then a subspace
//! of `d` dimensions within one of `e` matters. The walk places `d` rows, and after these a group of `e - d` rows that begins
//! again at the highest pivot: such a row is 0 at the pivots of the first group, which is one choice modulo the rows there.
//!
//! ```text
//! walk(rows):
//!     bound = sum over accesses: phases * 2^max(0, rank(A) - rank(rows so far of B A) - rows to come)
//!     if bound > limit: return                            # a row changes a rank by 1 at most
//!     if no row is to come: this is the least cost
//!     for each row with a lower pivot in its group, and 0 at the pivots so far: walk(rows + row)
//! ```
//!
//! The limit is the bound of no rows at first, and after a walk that found no map the least bound past it: classes with a bound
//! above the least cost are many, and each walk but the last one leaves them out.

use crate::bits::matrix::BitMatrix;
use crate::solve::MAX_ACCESSES;
use crate::solve::linear::LinearAccess;

/// The most rows of a bank: a memory has 2^20 banks.
pub(crate) const MAX_ROWS: usize = 20;

/// The walk of all linear maps, one node a step.
#[derive(Clone, Copy)]
pub(crate) struct Tree {
    /// The bits of an address that rows may have, from the highest to the lowest.
    places: [u32; 64],
    width: usize,
    /// The rows of a bank, in bits of an address: those so far, and how many there are in the end.
    rows: [u64; MAX_ROWS],
    depth: usize,
    ends: usize,
    /// The numbers of rows of the accesses, as a set: there a group of rows begins.
    groups: u32,
    /// At each depth the pivot, an index of `places`, and the counter of the bits past it.
    choices: [(usize, u64); MAX_ROWS],
    /// The low bits of a word that stay.
    kept: u32,
    is_done: bool,
}

impl Tree {
    /// The walk for these accesses, where addresses have `end` bits and the lowest `kept` of them stay.
    pub(crate) const fn new(accesses: &[LinearAccess], kept: u32, end: u32) -> Self {
        let (mut span, mut len, mut i) = ([0_u64; 64], 0, 0);
        while i < accesses.len() {
            let mut k = 0;
            while k < accesses[i].len {
                let vector = reduce(&span, len, accesses[i].columns[k] >> kept << kept);
                if vector != 0 {
                    // Fully reduced: a pivot is in one vector of the basis, so that the bits at pivots are coordinates.
                    let mut j = 0;
                    while j < len {
                        if span[j] & lowest(vector) != 0 {
                            span[j] ^= vector;
                        }
                        j += 1;
                    }
                    span[len] = vector;
                    len += 1;
                }
                k += 1;
            }
            i += 1;
        }
        let (mut pivots, mut k) = (0, 0);
        while k < len {
            pivots |= lowest(span[k]);
            k += 1;
        }
        Self::at(pivots, accesses, kept, end)
    }

    /// The walk whose rows have all bits from `kept` to `end`.
    pub(crate) const fn whole(accesses: &[LinearAccess], kept: u32, end: u32) -> Self {
        Self::at(u64::MAX << kept, accesses, kept, end)
    }

    /// The walk whose rows have these bits below `end`.
    const fn at(pivots: u64, accesses: &[LinearAccess], kept: u32, end: u32) -> Self {
        let (mut places, mut width, mut bit) = ([0; 64], 0, end);
        while bit > 0 {
            bit -= 1;
            if pivots >> bit & 1 == 1 {
                places[width] = bit;
                width += 1;
            }
        }
        let kept = kept - accesses[0].word;
        let (mut ends, mut groups, mut i) = (0, 0, 0);
        while i < accesses.len() {
            let (_, own) = accesses[i].bank_rows(kept, width);
            ends = if own > ends { own } else { ends };
            groups |= 1 << own;
            i += 1;
        }
        Self {
            places,
            width,
            rows: [0; MAX_ROWS],
            depth: 0,
            ends,
            groups,
            choices: [(0, 0); MAX_ROWS],
            kept,
            is_done: false,
        }
    }

    /// The rows so far.
    pub(crate) const fn rows(&self) -> &[u64] {
        self.rows.split_at(self.depth).0
    }

    /// Whether the node has all rows.
    pub(crate) const fn is_leaf(&self) -> bool {
        self.depth == self.ends
    }

    pub(crate) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// The least cost of the leaves below the node, as far as ranks tell; the cost of a leaf.
    pub(crate) const fn bound(
        &self,
        accesses: &[LinearAccess],
        times: &[i64; MAX_ACCESSES],
    ) -> i64 {
        let (mut sum, mut i) = (0_i64, 0);
        while i < accesses.len() {
            let least = accesses[i].least(self.kept, self.rows(), self.width);
            sum = sum.saturating_add(least.saturating_mul(times[i]));
            i += 1;
        }
        sum
    }

    /// Goes to the first child, which a node that is not a leaf has.
    pub(crate) const fn descend(&mut self) {
        let k = self.depth;
        // Pivots decrease within a group.
        let limit =
            if k == 0 || self.groups >> k & 1 == 1 { self.width } else { self.choices[k - 1].0 };
        self.place(k, limit);
    }

    /// Leaves the node and what is below it.
    pub(crate) const fn skip(&mut self) {
        while self.depth > 0 {
            let k = self.depth - 1;
            let (pivot, counter) = self.choices[k];
            let free = self.free(k, self.width) >> pivot;
            if counter + 1 < 1 << (free.count_ones() - 1) {
                self.choices[k].1 += 1;
                return self.set_row();
            }
            if self.place(k, pivot) {
                return;
            }
            self.depth = k;
        }
        self.is_done = true;
    }

    /// Row `k` with the highest pivot below `limit`. False unless the rows of its group that follow have lower pivots.
    const fn place(&mut self, k: usize, limit: usize) -> bool {
        let free = self.free(k, limit);
        let next = (self.groups >> (k + 1)).trailing_zeros() as usize;
        if (free.count_ones() as usize) < 1 + next {
            return false;
        }
        self.choices[k] = (free.ilog2() as usize, 0);
        self.depth = k + 1;
        self.set_row();
        true
    }

    /// The places below `limit` that are not pivots of the first `k` rows.
    const fn free(&self, k: usize, limit: usize) -> u64 {
        let (mut free, mut j) = ((1 << limit) - 1, 0);
        while j < k {
            free &= !(1 << self.choices[j].0);
            j += 1;
        }
        free
    }

    /// Computes the last row: 1 at its pivot, the bits of the counter at the places past it that are not pivots.
    const fn set_row(&mut self) {
        let k = self.depth - 1;
        let (pivot, mut counter) = self.choices[k];
        let mut rest = self.free(k, self.width) & !((1 << pivot) - 1);
        rest &= rest - 1;
        let mut row = 1 << self.places[pivot];
        while rest != 0 {
            row |= (counter & 1) << self.places[rest.trailing_zeros() as usize];
            counter >>= 1;
            rest &= rest - 1;
        }
        self.rows[k] = row;
    }
}

const fn lowest(vector: u64) -> u64 {
    vector & vector.wrapping_neg()
}

/// `vector` without its part in the span of vectors with different lowest bits.
const fn reduce(span: &[u64; 64], len: usize, mut vector: u64) -> u64 {
    let mut k = 0;
    while k < len {
        if vector & lowest(span[k]) != 0 {
            vector ^= span[k];
        }
        k += 1;
    }
    vector
}

/// The invertible matrix on `end` bits of an address that keeps the lowest `kept` ones, and whose bits from `kept` on are `rows`;
/// then units that complete them, from the lowest on.
pub(crate) const fn matrix(rows: &[u64], kept: u32, end: u32) -> BitMatrix {
    let (mut all, mut len, mut span, mut rank) = ([0_u64; 64], 0, [0_u64; 64], 0);
    let (mut k, mut bit) = (0, 0);
    // The units below `kept`, the rows, and units until there are enough.
    while len < end as usize && bit < end {
        let vector = if bit < kept {
            bit += 1;
            1 << (bit - 1)
        } else if k < rows.len() {
            k += 1;
            rows[k - 1]
        } else {
            bit += 1;
            1 << (bit - 1)
        };
        let rest = reduce(&span, rank, vector);
        if rest != 0 {
            let mut j = 0;
            while j < rank {
                if span[j] & lowest(rest) != 0 {
                    span[j] ^= rest;
                }
                j += 1;
            }
            (span[rank], all[len]) = (rest, vector);
            rank += 1;
            len += 1;
        }
    }
    let mut transposed = BitMatrix::zero(end, end);
    let mut i = 0;
    while i < len {
        transposed.set(i as u32, all[i]);
        i += 1;
    }
    transposed.transpose()
}
