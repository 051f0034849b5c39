//! Accesses that are linear over F2, whose wavefronts are a rank; and the search of all linear maps.
//!
//! # The count
//! The lanes of each phase, and the bytes that a lane moves, differ from a first address by sums of the columns of a matrix `A`.
//! The phase touches `2^rank(A)` words, in `2^rank(B A)` banks, where the rows of `B` compute the bank of a word. The fibres of a
//! linear map are equal, so it takes `2^(rank(A) - rank(B A))` wavefronts, and so do all other phases and requests.
//!
//! # The search
//! A map that keeps the low `k` bits of a word address leaves the `d` other rows of `B` free: any independent functionals of
//! the bits above. Only their span matters, and only on the span of all columns. So the search walks the subspaces of `d`
//! dimensions, each once: a subspace has one basis in reduced echelon form, and the walk places its rows from the highest
//! pivot to the lowest.
//!
//! ```text
//! walk(rows):
//!     bound = sum over accesses: phases * 2^max(0, rank(A) - rank(rows so far of B A) - rows to come)
//!     if bound >= the least cost so far: return           # a row changes a rank by 1 at most
//!     if no row is to come: this is the least cost so far
//!     for each row with a lower pivot, and 0 at the pivots so far: walk(rows + row)
//! ```

use crate::bits::layout::BitLayout;
use crate::bits::matrix::BitMatrix;
use crate::memory::{AccessPattern, Served, SharedMemory};
use crate::solve::MAX_ACCESSES;

/// The most columns of an access: 6 bits of a lane, and 4 of the bytes of an access.
const MAX_COLUMNS: usize = 10;
/// The most rows of a bank.
pub(crate) const MAX_ROWS: usize = 8;

/// The addresses of a phase: a first one, xored with sums of the columns.
#[derive(Clone, Copy)]
pub(crate) struct LinearAccess {
    columns: [u64; MAX_COLUMNS],
    len: usize,
    /// The phases of all requests.
    pub(crate) phases: i64,
    /// The bits of the bytes of a word, and of a bank.
    word: u32,
    banks: u32,
}

impl LinearAccess {
    pub(crate) const NONE: Self =
        Self { columns: [0; MAX_COLUMNS], len: 0, phases: 0, word: 0, banks: 0 };

    /// The columns in bits of an address in bytes. `None` unless the access and the phases of the memory are linear, and the
    /// layout serves each request: then neighbours are known to be neighbours without a look at each value.
    pub(crate) const fn of(pattern: &AccessPattern, memory: &SharedMemory<'_>) -> Option<Self> {
        let access = *pattern.access();
        let Ok(served) = memory.served(&access) else { return None };
        let (Ok(threads), Ok(to)) =
            (BitLayout::of(pattern.threads()), BitLayout::of(pattern.memory()))
        else {
            return None;
        };
        let (count, _) = pattern.counts();
        let is_inside = threads.outputs().bits() <= to.inputs().bits();
        let is_whole = access.width() == access.alignment();
        if count == 0
            || !is_inside
            || !is_whole
            || !memory.lanes.is_power_of_two()
            || served.banks.count_ones() != 1
        {
            return None;
        }
        let mut together = 1;
        let mut k = 0;
        while k < served.joins.len() {
            // All lanes agree with those `xor` away if one does. Lanes past the last thread are off, and agree.
            let xor = served.joins[k] as u64;
            if xor >= count as u64 || to.matrix().apply(threads.matrix().apply(xor)) == 0 {
                together = 2;
            }
            k += 1;
        }
        let Some((basis, phases)) = phases_of(served, together, memory.lanes, count) else {
            return None;
        };
        // The values of an access are neighbours, and everything else moves by multiples of them.
        let (first, elements) = (count.trailing_zeros(), access.elements().trailing_zeros());
        let mut bit = 0;
        while bit < threads.matrix().inputs() {
            let column = to.matrix().apply(threads.matrix().columns()[bit as usize]);
            let is_value = bit >= first && bit < first + elements;
            let is_kept = column & ((1 << elements) - 1) == 0;
            if if is_value { column != 1 << (bit - first) } else { !is_kept } {
                return None;
            }
            bit += 1;
        }
        let (word, banks) = (memory.word.trailing_zeros(), served.banks.trailing_zeros());
        let phases = phases * pattern.requests(memory.lanes);
        let mut out = Self { phases, word, banks, ..Self::NONE };
        let mut k = 0;
        while k < basis.len() && basis[k] != 0 {
            let offset = to.matrix().apply(threads.matrix().apply(basis[k]));
            out.push(offset << access.element().trailing_zeros());
            k += 1;
        }
        let mut bit = 0;
        while bit < access.width().trailing_zeros() {
            out.push(1 << bit);
            bit += 1;
        }
        Some(out)
    }

    const fn push(&mut self, column: u64) {
        self.columns[self.len] = column;
        self.len += 1;
    }

    /// The columns, of words.
    const fn words(&self) -> [u64; MAX_COLUMNS] {
        let (mut out, mut k) = (self.columns, 0);
        while k < self.len {
            out[k] >>= self.word;
            k += 1;
        }
        out
    }

    /// The wavefronts.
    pub(crate) const fn wavefronts(&self) -> i64 {
        self.swizzled(&crate::value::Swizzle::IDENTITY)
    }

    /// The wavefronts if a swizzle of addresses comes after.
    pub(crate) const fn swizzled(&self, swizzle: &crate::value::Swizzle) -> i64 {
        let (mut out, mut k) = (*self, 0);
        while k < self.len {
            out.columns[k] = swizzle.apply(self.columns[k] as i64) as u64;
            k += 1;
        }
        let words = out.words();
        let (mut banks, mut k) = (words, 0);
        while k < self.len {
            banks[k] &= (1 << self.banks) - 1;
            k += 1;
        }
        self.phases << (rank(words, self.len) - rank(banks, self.len))
    }

    /// The fewest wavefronts with the low `kept` bits of a bank, the rows of `rows` and `more` further ones.
    pub(crate) const fn least(&self, kept: u32, rows: &[u64], more: u32) -> i64 {
        let words = self.words();
        let (mut banks, mut k) = (words, 0);
        while k < self.len {
            let mut j = 0;
            banks[k] &= (1 << kept) - 1;
            while j < rows.len() {
                let bit = ((self.columns[k] & rows[j]).count_ones() & 1) as u64;
                banks[k] |= bit << (kept + j as u32);
                j += 1;
            }
            k += 1;
        }
        let missing = rank(words, self.len) - rank(banks, self.len);
        self.phases << missing.saturating_sub(more)
    }
}

/// A basis of the differences of the lanes of `together` phases among the first `threads`, and the number of such with any. `None`
/// unless they are translates of one subspace.
const fn phases_of(
    served: &Served<'_>,
    together: usize,
    lanes: u32,
    threads: i64,
) -> Option<([u64; 6], i64)> {
    let active = if threads >= lanes as i64 { lanes } else { threads as u32 };
    let active = if active == 64 { u64::MAX } else { (1 << active) - 1 };
    let (mut space, mut count, mut k) = (0, 0, 0);
    while k < served.phases.len() {
        let phase = served.lanes(k, together) & active;
        if phase != 0 {
            let moved = translated(phase, phase.trailing_zeros());
            if count > 0 && moved != space {
                return None;
            }
            (space, count) = (moved, count + 1);
        }
        k += together;
    }
    let (mut basis, mut len, mut spanned) = ([0; 6], 0, 1_u64);
    while spanned != space {
        let rest = space & !spanned;
        // A set that is not a subspace has fewer lanes than the span of its lanes.
        if spanned & !space != 0 || rest == 0 || len == 6 {
            return None;
        }
        let lane = rest.trailing_zeros();
        basis[len] = lane as u64;
        len += 1;
        spanned |= translated(spanned, lane);
    }
    Some((basis, count))
}

/// The lanes xor `by`.
const fn translated(set: u64, by: u32) -> u64 {
    let (mut rest, mut out) = (set, 0);
    while rest != 0 {
        out |= 1 << (rest.trailing_zeros() ^ by);
        rest &= rest - 1;
    }
    out
}

/// The number of independent vectors among the first `len`.
const fn rank(mut vectors: [u64; MAX_COLUMNS], len: usize) -> u32 {
    let (mut rank, mut k) = (0, 0);
    while k < len {
        let vector = vectors[k];
        if vector != 0 {
            let pivot = vector & vector.wrapping_neg();
            let mut j = k + 1;
            while j < len {
                if vectors[j] & pivot != 0 {
                    vectors[j] ^= vector;
                }
                j += 1;
            }
            rank += 1;
        }
        k += 1;
    }
    rank
}

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
    /// At each depth the pivot, an index of `places`, and the counter of the bits past it.
    choices: [(usize, u64); MAX_ROWS],
    /// The low bits of a bank that stay.
    kept: u32,
    is_done: bool,
}

impl Tree {
    /// The walk for these accesses, where addresses have `end` bits and the lowest `kept` of them stay.
    pub(crate) const fn new(accesses: &[LinearAccess], kept: u32, end: u32) -> Self {
        let (mut word, mut banks) = (0, 0);
        let (mut span, mut len, mut i) = ([0_u64; 64], 0, 0);
        while i < accesses.len() {
            (word, banks) = (accesses[i].word, accesses[i].banks);
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
        Self::at(pivots, (word, banks), kept, end)
    }

    /// The walk whose rows have all bits from `kept` to `end`.
    pub(crate) const fn whole(access: &LinearAccess, kept: u32, end: u32) -> Self {
        Self::at(u64::MAX << kept, (access.word, access.banks), kept, end)
    }

    /// The walk whose rows have these bits below `end`.
    const fn at(pivots: u64, (word, banks): (u32, u32), kept: u32, end: u32) -> Self {
        let (mut places, mut width, mut bit) = ([0; 64], 0, end);
        while bit > 0 {
            bit -= 1;
            if pivots >> bit & 1 == 1 {
                places[width] = bit;
                width += 1;
            }
        }
        let kept_words = kept - word;
        let free = banks.saturating_sub(kept_words) as usize;
        Self {
            places,
            width,
            rows: [0; MAX_ROWS],
            depth: 0,
            ends: if free < width { free } else { width },
            choices: [(0, 0); MAX_ROWS],
            kept: if kept_words < banks { kept_words } else { banks },
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
            let least = accesses[i].least(self.kept, self.rows(), (self.ends - self.depth) as u32);
            sum = sum.saturating_add(least.saturating_mul(times[i]));
            i += 1;
        }
        sum
    }

    /// Goes to the first child, which a node that is not a leaf has.
    pub(crate) const fn descend(&mut self) {
        // Pivots decrease, and each further row needs one.
        let pivot = if self.depth == 0 { self.width } else { self.choices[self.depth - 1].0 } - 1;
        self.choices[self.depth] = (pivot, 0);
        self.depth += 1;
        self.set_row();
    }

    /// Leaves the node and what is below it.
    pub(crate) const fn skip(&mut self) {
        loop {
            if self.depth == 0 {
                self.is_done = true;
                return;
            }
            let (pivot, counter) = self.choices[self.depth - 1];
            let free = self.width - pivot - self.depth;
            if counter + 1 < 1 << free {
                self.choices[self.depth - 1].1 += 1;
                return self.set_row();
            }
            // Each row to come needs a lower pivot.
            if pivot > self.ends - self.depth {
                self.choices[self.depth - 1] = (pivot - 1, 0);
                return self.set_row();
            }
            self.depth -= 1;
        }
    }

    /// Computes the last row: 1 at its pivot, the bits of the counter at the places past it that are not pivots.
    const fn set_row(&mut self) {
        let (pivot, mut counter) = self.choices[self.depth - 1];
        let (mut row, mut place) = (1 << self.places[pivot], pivot + 1);
        while place < self.width {
            if !self.is_pivot(place) {
                row |= (counter & 1) << self.places[place];
                counter >>= 1;
            }
            place += 1;
        }
        self.rows[self.depth - 1] = row;
    }

    const fn is_pivot(&self, place: usize) -> bool {
        let mut k = 0;
        while k + 1 < self.depth {
            if self.choices[k].0 == place {
                return true;
            }
            k += 1;
        }
        false
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
