//! The swizzle of fewest xors that frees accesses of bank conflicts.
//!
//! # What a conflict is
//! An access is a matrix `A` from the bits of what happens at once (lanes, and words of a vector) to the bits of a word
//! address. The lowest `banks` bits of the address are the bank. The access touches `2^rank(A)` words, spread over
//! `2^rank(bank rows of A)` banks, each with `2^(rank(A) - rank(bank rows of A))` words, which it reads in turn. So it
//! is free of conflicts where the bank rows have the rank `min(rank(A), banks)`.
//!
//! # What is searched
//! A swizzle xors address bits above the bank onto bank bits: `bank_i ^= sum of the rows above with K_ij = 1`. It is its
//! own inverse, keeps the words of a row in their row, and costs one xor for each 1 of `K`. CuTe's `Sw<B,M,S>` are those
//! whose ones lie on one diagonal.
//!
//! ```text
//! for xors = 0, 1, 2, ..                            # so the first one found has the fewest
//!     for each K with that many ones, in order      # every one of them, but for
//!         those cut off: the rank still missing in one access exceeds the ones still to place
//!         if every access is free: return K
//! ```
//!
//! A one changes a matrix by rank 1, so that what is cut off has no answer. So the search proves that no swizzle of
//! these bits has fewer xors.

use crate::bits::matrix::{BitMatrix, refused};
use crate::error::{BitRule, LayoutError, Rule};

/// The greatest number of accesses that the search allows together.
const MAX_ACCESSES: usize = 8;
/// The greatest number of bank bits.
const MAX_BANKS: usize = 8;
/// The search ends past this number of steps.
const MOST: i64 = 1 << 24;

/// A swizzle without bank conflicts, of the fewest xors.
///
/// ```
/// use layout_core::{BankSwizzle, BitMatrix};
/// // 4 banks, and a matrix of 4 rows of 4 words: a row has the lanes 1, 2, a column 4, 8.
/// let row = BitMatrix::new(4, &[1, 2])?;
/// let column = BitMatrix::new(4, &[4, 8])?;
/// let found = BankSwizzle::find(&[row, column], 2, 0)?;
/// assert_eq!(found.xors(), 2);
/// assert_eq!(*found.matrix(), BitMatrix::swizzle("Sw<2,0,2>".parse()?, 4)?);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BankSwizzle {
    matrix: BitMatrix,
    xors: u32,
    tried: i64,
}

impl BankSwizzle {
    /// The swizzle of fewest xors after which no access has a bank conflict. An access is a matrix: it maps the bits of
    /// the threads and values that are served at once to a word address, whose lowest `banks` bits are the bank. The
    /// lowest `kept` bits of an address do not change, so vectors of `2^kept` words stay together.
    ///
    /// # Errors
    /// [`BitRule::Sizes`] unless the accesses have as many rows, [`BitRule::Width`] for more than 8 accesses or 8 bits
    /// of a bank, [`BitRule::Conflict`] for an access that every such swizzle leaves with conflicts,
    /// [`BitRule::Together`] where none frees all at once, and [`Rule::Undecided`] after 2^24 steps.
    pub const fn find(accesses: &[BitMatrix], banks: u32, kept: u32) -> Result<Self, LayoutError> {
        if accesses.len() > MAX_ACCESSES {
            let needed = accesses.len();
            return Err(refused(BitRule::Width { needed, most: MAX_ACCESSES }));
        }
        if banks as usize > MAX_BANKS {
            return Err(refused(BitRule::Width { needed: banks as usize, most: MAX_BANKS }));
        }
        let bits = if accesses.is_empty() { 0 } else { accesses[0].outputs() };
        let mut search = Search {
            rows: [BitMatrix::EMPTY; MAX_ACCESSES],
            needed: [0; MAX_ACCESSES],
            accesses: accesses.len(),
            kept: if kept < banks { kept } else { banks },
            banks: if banks < bits { banks } else { bits },
            bits,
            found: BitMatrix::identity(bits),
            steps: 0,
        };
        let mut i = 0;
        while i < accesses.len() {
            if accesses[i].outputs() != bits {
                return Err(refused(BitRule::Sizes { left: bits, right: accesses[i].outputs() }));
            }
            let rank = accesses[i].rank();
            let needed = if rank < search.banks { rank } else { search.banks };
            let reached = search.reach(&accesses[i]);
            if reached < needed {
                return Err(refused(BitRule::Conflict { access: i, reached, needed }));
            }
            search.rows[i] = accesses[i].transpose();
            search.needed[i] = needed;
            i += 1;
        }
        let mut xors = 0;
        while search.steps <= MOST {
            if search.place(0, xors) {
                return Ok(Self { matrix: search.found, xors, tried: search.steps });
            }
            let is_last = xors >= (search.banks - search.kept) * (bits - search.banks);
            if is_last && search.steps <= MOST {
                return Err(refused(BitRule::Together { accesses: accesses.len() }));
            }
            xors += 1;
        }
        Err(LayoutError::alone(crate::error::Operation::BitMatrix, Rule::Undecided { most: MOST }))
    }

    /// The swizzle, from a word address to a word address. It is its own inverse.
    pub const fn matrix(&self) -> &BitMatrix {
        &self.matrix
    }

    /// The number of xors of one bit.
    pub const fn xors(&self) -> u32 {
        self.xors
    }

    /// The number of steps of the search, which saw or cut off every swizzle of fewer xors.
    pub const fn steps(&self) -> i64 {
        self.tried
    }

    /// How many words of one bank an access touches at most: 1 without conflicts.
    ///
    /// ```
    /// use layout_core::{BankSwizzle, BitMatrix};
    /// let column = BitMatrix::new(10, &[32, 64, 128, 256, 512])?;
    /// assert_eq!(BankSwizzle::ways(&column, 5), 32);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn ways(access: &BitMatrix, banks: u32) -> u64 {
        1 << (access.rank() - access.rows(super::matrix::low(banks)).rank())
    }
}

struct Search {
    /// The rows of each access, as columns.
    rows: [BitMatrix; MAX_ACCESSES],
    /// The rank that its bank rows must reach.
    needed: [u32; MAX_ACCESSES],
    accesses: usize,
    kept: u32,
    banks: u32,
    bits: u32,
    found: BitMatrix,
    steps: i64,
}

impl Search {
    /// The greatest rank that a swizzle gives the bank rows of an access.
    const fn reach(&self, access: &BitMatrix) -> u32 {
        let fixed = access.rows(super::matrix::low(self.kept)).rank();
        let (most, all) = (fixed + self.banks - self.kept, access.rank());
        if most < all { most } else { all }
    }

    /// Places `ones` ones at or after position `from` so that every access is free. Returns whether it can.
    const fn place(&mut self, from: u32, ones: u32) -> bool {
        self.steps += 1;
        if self.steps > MOST {
            return false;
        }
        let mut i = 0;
        while i < self.accesses {
            if self.needed[i] > self.rank(i) + ones {
                return false;
            }
            i += 1;
        }
        if ones == 0 {
            return true;
        }
        let width = self.banks - self.kept;
        let mut position = from;
        while position < width * (self.bits - self.banks) {
            let (to, above) = (self.kept + position % width, self.banks + position / width);
            self.toggle(to, above);
            if self.place(position + 1, ones - 1) {
                return true;
            }
            self.toggle(to, above);
            position += 1;
        }
        false
    }

    /// Xors row `above` onto row `to`, or takes it away again.
    const fn toggle(&mut self, to: u32, above: u32) {
        let mut i = 0;
        while i < self.accesses {
            let rows = self.rows[i].columns();
            let sum = rows[to as usize] ^ rows[above as usize];
            self.rows[i].set(to, sum);
            i += 1;
        }
        let column = self.found.columns()[above as usize] ^ 1 << to;
        self.found.set(above, column);
    }

    /// The rank of the bank rows of access `i`.
    const fn rank(&self, i: usize) -> u32 {
        let rows = self.rows[i].columns().split_at(self.banks as usize).0;
        let mut echelon = super::matrix::Echelon::EMPTY;
        let (mut rank, mut k) = (0, 0);
        while k < rows.len() {
            rank += echelon.add(rows[k], 0).is_none() as u32;
            k += 1;
        }
        rank
    }
}
