//! Accesses that are linear over F2, whose wavefronts are a rank.
//!
//! # The count
//! The lanes of each phase, and the bytes that a lane moves, differ from a first address by sums of the columns of a matrix `A`.
//! The phase touches `2^rank(A)` words, in `2^rank(B A)` banks, where the rows of `B` compute the bank of a word. The fibres of a
//! linear map are equal, so it takes `2^(rank(A) - rank(B A))` wavefronts, and so do all other phases and requests.

use crate::bits::layout::BitLayout;
use crate::memory::{AccessPattern, Served, SharedMemory};

/// The most columns of an access: 6 bits of a lane, and 4 of the bytes of an access.
const MAX_COLUMNS: usize = 10;
/// The bits of an address: past them, the sum of an address and a width may overflow.
pub(crate) const MAX_END: u32 = 62;

/// The addresses of a phase: a first one, xored with sums of the columns.
#[derive(Clone, Copy)]
pub(crate) struct LinearAccess {
    pub(super) columns: [u64; MAX_COLUMNS],
    pub(super) len: usize,
    /// The phases of all requests.
    pub(crate) phases: i64,
    /// The bits of the bytes of a word, and of a bank.
    pub(super) word: u32,
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
        let is_inside = threads.outputs().bits() <= to.inputs().bits()
            && to.outputs().bits() + access.element().trailing_zeros() <= MAX_END;
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

    /// The fewest wavefronts with the low `kept` bits of a word, the rows of `rows`, and further ones up to `width` or the bits
    /// of a bank.
    pub(super) const fn least(&self, kept: u32, rows: &[u64], width: usize) -> i64 {
        let (kept, ends) = self.bank_rows(kept, width);
        let own = if rows.len() < ends { rows.len() } else { ends };
        let more = (ends - own) as u32;
        let words = self.words();
        let (mut banks, mut k) = (words, 0);
        while k < self.len {
            let mut j = 0;
            banks[k] &= (1 << kept) - 1;
            while j < own {
                let bit = ((self.columns[k] & rows[j]).count_ones() & 1) as u64;
                banks[k] |= bit << (kept + j as u32);
                j += 1;
            }
            k += 1;
        }
        let missing = rank(words, self.len) - rank(banks, self.len);
        self.phases << missing.saturating_sub(more)
    }

    /// The low bits of a bank that are among `kept` bits of a word, and the rows of the others, of which `width` differ.
    pub(super) const fn bank_rows(&self, kept: u32, width: usize) -> (u32, usize) {
        let low = if kept < self.banks { kept } else { self.banks };
        let free = (self.banks - low) as usize;
        (low, if free < width { free } else { width })
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
