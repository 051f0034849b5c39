//! [`BitDims`]: named groups of bits.

use crate::bits::matrix::{low, refused};
use crate::error::{BitRule, LayoutError};
use crate::value::name::{DimName, MAX_NAME};

/// The greatest number of bits of a word.
pub(crate) const MAX_BITS: usize = 64;
/// The greatest number of dimensions.
pub(crate) const MAX_DIMS: usize = 8;

/// At most 8 named dimensions of bits, the first one in the lowest bits: `register:2, lane:5`.
///
/// ```
/// use layout_core::BitDims;
/// let dims = BitDims::new(&[("register", 2), ("lane", 5)])?;
/// assert_eq!(dims.bits(), 7);
/// assert_eq!(dims.join(&[3, 17])?, 0b10001_11);
/// assert_eq!(dims.part(0b10001_11, 1), 17);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BitDims {
    names: [DimName; MAX_DIMS],
    widths: [u32; MAX_DIMS],
    rank: usize,
}

impl BitDims {
    pub(crate) const EMPTY: Self =
        Self { names: [DimName::EMPTY; MAX_DIMS], widths: [0; MAX_DIMS], rank: 0 };

    /// The dimensions with these names and numbers of bits.
    ///
    /// # Errors
    /// [`BitRule::Name`] for an empty name or one past 31 bytes, [`BitRule::DimTwice`] for a name that is there
    /// twice, [`BitRule::Dims`] for more than 8, [`BitRule::Width`] for more than 64 bits.
    pub const fn new(dims: &[(&str, u32)]) -> Result<Self, LayoutError> {
        let (mut out, mut k) = (Self::EMPTY, 0);
        while k < dims.len() {
            let name = DimName::new(dims[k].0);
            if dims[k].0.is_empty() || dims[k].0.len() > MAX_NAME {
                return Err(refused(BitRule::Name { length: dims[k].0.len(), most: MAX_NAME }));
            }
            if out.find(name).is_some() {
                return Err(refused(BitRule::DimTwice { name }));
            }
            out = match out.with(name, dims[k].1) {
                Ok(out) => out,
                Err(error) => return Err(error),
            };
            k += 1;
        }
        Ok(out)
    }

    /// With one more dimension at the end.
    pub(crate) const fn with(mut self, name: DimName, width: u32) -> Result<Self, LayoutError> {
        if self.rank == MAX_DIMS {
            return Err(refused(BitRule::Dims { most: MAX_DIMS }));
        }
        let needed = self.bits() as usize + width as usize;
        if needed > MAX_BITS {
            return Err(refused(BitRule::Width { needed, most: MAX_BITS }));
        }
        self.names[self.rank] = name;
        self.widths[self.rank] = width;
        self.rank += 1;
        Ok(self)
    }

    /// The number of dimensions.
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// The name of dimension `i`.
    ///
    /// # Panics
    /// If there is none.
    pub const fn name(&self, i: usize) -> DimName {
        assert!(i < self.rank, "no such dimension");
        self.names[i]
    }

    /// The number of bits of dimension `i`.
    ///
    /// # Panics
    /// If there is none.
    pub const fn width(&self, i: usize) -> u32 {
        assert!(i < self.rank, "no such dimension");
        self.widths[i]
    }

    /// The number of bits of all dimensions.
    pub const fn bits(&self) -> u32 {
        self.start(self.rank)
    }

    /// The lowest bit of dimension `i`; the end for the number of dimensions.
    pub(crate) const fn start(&self, i: usize) -> u32 {
        let (mut k, mut start) = (0, 0);
        while k < i {
            start += self.widths[k];
            k += 1;
        }
        start
    }

    /// The dimension with a name.
    pub const fn find(&self, name: DimName) -> Option<usize> {
        let mut i = 0;
        while i < self.rank {
            if self.names[i].is(&name) {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    /// The dimension with a name.
    ///
    /// # Errors
    /// [`BitRule::NoDim`].
    pub(crate) const fn get(&self, name: DimName) -> Result<usize, LayoutError> {
        match self.find(name) {
            Some(i) => Ok(i),
            None => Err(refused(BitRule::NoDim { name })),
        }
    }

    /// The value of dimension `i` in the word `x`.
    pub const fn part(&self, x: u64, i: usize) -> u64 {
        if self.widths[i] == 0 { 0 } else { x >> self.start(i) & low(self.widths[i]) }
    }

    /// The word with these values of the dimensions.
    ///
    /// # Errors
    /// [`BitRule::Rank`] for another number of values, [`BitRule::Value`] for one that the bits cannot hold.
    pub const fn join(&self, values: &[u64]) -> Result<u64, LayoutError> {
        if values.len() != self.rank {
            return Err(refused(BitRule::Rank { found: values.len(), expected: self.rank }));
        }
        let (mut word, mut i) = (0, 0);
        while i < self.rank {
            if values[i] & !low(self.widths[i]) != 0 {
                let (name, value, width) = (self.names[i], values[i] as i64, self.widths[i]);
                return Err(refused(BitRule::Value { name, value, width }));
            }
            if self.widths[i] > 0 {
                word |= values[i] << self.start(i);
            }
            i += 1;
        }
        Ok(word)
    }

    /// The word `x` of these dimensions as a word of `wider`, which has each of them, with as many bits or more: each
    /// value moves up by `above` bits of its dimension where `lower` has it.
    pub(crate) const fn place(&self, x: u64, wider: &Self, lower: &Self) -> u64 {
        let (mut word, mut i) = (0, 0);
        while i < self.rank {
            if self.widths[i] > 0
                && let Some(to) = wider.find(self.names[i])
            {
                let above = match lower.find(self.names[i]) {
                    Some(k) => lower.widths[k],
                    None => 0,
                };
                word |= self.part(x, i) << (wider.start(to) + above);
            }
            i += 1;
        }
        word
    }
}
