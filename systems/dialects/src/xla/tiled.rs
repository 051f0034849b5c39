//! Tiled arrays: the offset of an index, and the nested layout of a tiled shape.
//!
//! # Algorithm
//! Memory is a list of entries from the slowest to the fastest; at first, one for each dimension. A tile of `k` sizes
//! replaces the last `k` entries: each entry of extent `n` becomes `ceil(n / size)`, the number of tiles, and `size`,
//! the index within a tile. All inner entries follow all outer ones. The next tile divides the new list.
//!
//! ```text
//! [32, 256]  T(8,128)  ->  [4, 2, 8, 128]  T(2,1)  ->  [4, 2, 4, 128, 2, 1]
//! ```
//!
//! An entry is a run of digits: parts `index / step % extent` of dimensions. Dividing an entry divides its digits. If a
//! tile does not divide them evenly, `whole` is false: the offset of an index is still computed, but no layout has it.

use crate::list::ArrayVec;
use crate::number::{add, ceil_div, multiply};
use crate::xla::index::IndexList;
use crate::xla::order::{TileSize, XlaLayout};
use crate::xla::shape::XlaShape;
use layout_core::{
    ArrayRule, IntTuple, Layout, LayoutError, Limit, MAX_LEAVES, MAX_RANK, Operation, Rule,
};

/// The greatest number of elements that are enumerated if no layout exists.
pub(super) const MOST_COMPARED: i64 = 1 << 16;

/// The digit `index / step % extent` of one dimension.
#[derive(Clone, Copy)]
struct IndexDigit {
    dimension: usize,
    step: i64,
    extent: i64,
    /// Whether the digit is the slowest of its dimension, so it may be padded.
    top: bool,
}

const MAX_DIGITS: usize = 6;
const NO_DIGIT: IndexDigit = IndexDigit { dimension: 0, step: 1, extent: 1, top: false };

/// An entry of memory: its extent, and its value for an index.
#[derive(Clone, Copy)]
struct MemoryEntry {
    extent: i64,
    value: i64,
    /// The digits, the fastest first.
    digits: ArrayVec<IndexDigit, MAX_DIGITS>,
    /// Whether the digits make up the entry. False after an uneven division.
    whole: bool,
}

impl MemoryEntry {
    const ONE: Self = Self { extent: 1, value: 0, digits: ArrayVec::empty(NO_DIGIT), whole: true };

    fn of(dimension: usize, extent: i64, value: i64) -> Self {
        let mut out = Self { extent, value, ..Self::ONE };
        out.push(IndexDigit { dimension, step: 1, extent, top: true });
        out
    }

    fn digits(&self) -> &[IndexDigit] {
        self.digits.as_slice()
    }

    fn push(&mut self, digit: IndexDigit) {
        self.whole &= self.digits.push(digit).is_ok();
    }

    /// This entry merged with a faster one.
    fn above(self, faster: Self) -> Result<Self, Rule> {
        let mut out = faster;
        out.extent = multiply(self.extent, faster.extent)?;
        out.value = self.value * faster.extent + faster.value;
        // Digits continue the digits of a full entry, but not of a padded one.
        let full =
            faster.digits().iter().try_fold(1, |size, digit| multiply(size, digit.extent))?;
        out.whole &= self.whole && (full == faster.extent || self.digits().is_empty());
        for &digit in self.digits() {
            out.push(digit);
        }
        Ok(out)
    }

    /// Divides the entry by a tile: the number of tiles, and the index within a tile.
    fn cut(self, size: i64) -> (Self, Self) {
        let count = ceil_div(self.extent, size);
        let mut outer = Self { extent: count, value: self.value / size, ..Self::ONE };
        let mut inner = Self { extent: size, value: self.value % size, ..Self::ONE };
        let (mut rest, mut whole) = (size, self.whole);
        for (k, &digit) in self.digits().iter().enumerate() {
            let last = k + 1 == self.digits().len();
            if rest == 1 && k > 0 {
                outer.push(digit);
            } else if digit.extent % rest == 0 || last && digit.top {
                let outer_extent = ceil_div(digit.extent, rest);
                let top = digit.top && outer_extent == 1;
                inner.push(IndexDigit { extent: rest, top, ..digit });
                // Beyond the integers, no index has the digit, and no layout its step.
                let step = digit.step.saturating_mul(rest);
                outer.push(IndexDigit { step, extent: outer_extent, ..digit });
                rest = 1;
            } else if rest % digit.extent == 0 && !last || last && digit.extent < rest {
                inner.push(digit);
                rest /= digit.extent;
            } else {
                whole = false;
            }
        }
        (outer.whole, inner.whole) = (outer.whole && whole, inner.whole && whole);
        (outer, inner)
    }
}

/// The entries of memory, from the slowest to the fastest.
struct Memory(ArrayVec<MemoryEntry, MAX_LEAVES>);

impl Memory {
    const EMPTY: Self = Self(ArrayVec::empty(MemoryEntry::ONE));

    /// The dimensions in their order in memory, for an index.
    fn of(shape: &XlaShape, index: &[i64]) -> Result<Self, Rule> {
        let mut memory = Self::EMPTY;
        for (dimension, extent) in shape.physical() {
            memory.push(MemoryEntry::of(
                dimension,
                extent,
                index.get(dimension).copied().unwrap_or(0),
            ))?;
        }
        for tile in shape.layout.tiles.as_slice() {
            memory.tile(tile.as_slice())?;
        }
        Ok(memory)
    }

    fn push(&mut self, entry: MemoryEntry) -> Result<(), Rule> {
        self.0.push(entry).map_err(|error| error.rule())
    }

    fn entries(&self) -> &[MemoryEntry] {
        self.0.as_slice()
    }

    fn tile(&mut self, sizes: &[TileSize]) -> Result<(), Rule> {
        let (old, mut inside, mut slower) = (self.0, Self::EMPTY, None);
        let (before, tiled) =
            old.as_slice().split_at(old.as_slice().len().saturating_sub(sizes.len()));
        let missing = sizes.len() - tiled.len();
        *self = Self::EMPTY;
        before.iter().try_for_each(|&entry| self.push(entry))?;
        for (k, &size) in sizes.iter().enumerate() {
            let entry = if k < missing { MemoryEntry::ONE } else { tiled[k - missing] };
            let entry = match slower.take() {
                Some(slower) => MemoryEntry::above(slower, entry)?,
                None => entry,
            };
            match size {
                TileSize::Merged => slower = Some(entry),
                TileSize::Of(size) => {
                    let (outer, inner) = entry.cut(size);
                    self.push(outer)?;
                    inside.push(inner)?;
                }
            }
        }
        for &entry in inside.entries() {
            self.push(entry)?;
        }
        Ok(())
    }
}

impl XlaShape {
    /// The offset of an index in elements, with tiles and padding.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "bf16[32,256]{1,0:T(8,128)(2,1)}".parse()?;
    /// assert_eq!(a.offset(&[17, 200])?, 5265);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`linear_index`](Self::linear_index), and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub fn offset(&self, index: &[i64]) -> Result<i64, LayoutError> {
        self.check_index(index)?;
        let offset = || {
            let (memory, mut offset) = (Memory::of(self, index)?, 0_i64);
            for entry in memory.entries() {
                offset = add(multiply(offset, entry.extent)?, entry.value)?;
            }
            Ok(offset)
        };
        offset().map_err(|rule| LayoutError::alone(Operation::Xla, rule))
    }

    /// The layout of the array in memory: a mode for each dimension, with tiles as nested modes. Padding makes the
    /// extents larger than [`dimensions`](Self::dimensions): a coordinate below the dimensions is an element.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "bf16[32,256]{1,0:T(8,128)(2,1)}".parse()?;
    /// assert_eq!(a.to_layout()?.to_string(), "((2,4,4),(128,2)):((1,256,2048),(2,1024))");
    /// let refused = "f32[8]{0:T(4)(3)}".parse::<XlaShape>()?.to_layout().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "in an XLA shape: a tile cuts across axis 0, so the axis has no stride"
    /// );
    /// let refused = "f32[?,8]".parse::<XlaShape>()?.to_layout().unwrap_err();
    /// assert_eq!(refused.to_string(), "in an XLA shape: axis 0 has no bound");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::CutAcross`] with a dimension that a tile divides unevenly, or into which `*` merges another one.
    /// [`ArrayRule::Unbounded`] if a dimension has no bound.
    pub fn to_layout(&self) -> Result<Layout, LayoutError> {
        self.bounded()?;
        self.modes().map_err(|rule| LayoutError::alone(Operation::Xla, rule))
    }

    /// Whether the tiles move no element.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert!("f32[16,128]{1,0:T(8,128)}".parse::<XlaShape>()?.is_untiled()?);
    /// assert!(!"f32[16,256]{1,0:T(8,128)}".parse::<XlaShape>()?.is_untiled()?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::TooLarge`] if a padded shape has more than `2^16` elements, which would be compared one by one.
    pub fn is_untiled(&self) -> Result<bool, LayoutError> {
        let mut untiled = *self;
        untiled.layout.tiles = XlaLayout::NONE.tiles;
        self.reshape_is_bitcast(&untiled)
    }

    /// The greatest offset of an element. Requires a shape that is not empty.
    pub(super) fn greatest_offset(&self) -> Result<i64, LayoutError> {
        if let Ok(layout) = self.modes() {
            let mut sum = 0;
            for (dimension, &bound) in self.dimensions().iter().enumerate() {
                sum += greatest(&layout.mode(dimension)?, bound);
            }
            return Ok(sum);
        }
        let (count, mut greatest) = (self.element_count()?, 0);
        if count > MOST_COMPARED {
            let rule = Rule::TooLarge { size: count, most: MOST_COMPARED };
            return Err(LayoutError::alone(Operation::Xla, rule));
        }
        let mut index = IndexList::of(&[0; MAX_RANK][..self.rank()])?;
        loop {
            greatest = self.offset(index.as_slice())?.max(greatest);
            if !self.bump(index.as_mut_slice())? {
                return Ok(greatest);
            }
        }
    }

    fn modes(&self) -> Result<Layout, Rule> {
        let memory = Memory::of(self, &[])?;
        // The digits of all dimensions, with the strides of their entries.
        let (mut placed, mut count, mut stride) = ([(NO_DIGIT, 0); 64], 0, 1_i64);
        for entry in memory.entries().iter().rev() {
            let mut within = stride;
            for &digit in entry.digits() {
                if !entry.whole || count == placed.len() {
                    return Err(Rule::Array(ArrayRule::CutAcross { axis: digit.dimension }));
                }
                placed[count] = (digit, within);
                count += 1;
                within = multiply(within, digit.extent.max(1))?;
            }
            if !entry.whole {
                let axis = self.dimensions().len().saturating_sub(1);
                return Err(Rule::Array(ArrayRule::CutAcross { axis }));
            }
            stride = multiply(stride, entry.extent.max(1))?;
        }
        let mut shape = ArrayVec::<_>::empty(IntTuple::leaf(1));
        let mut stride = ArrayVec::<_>::empty(IntTuple::leaf(0));
        for dimension in 0..self.rank() {
            let (extents, strides) = digits_of(dimension, &placed[..count])?;
            shape.push(mode(&extents, 1)?).map_err(|error| error.rule())?;
            stride.push(mode(&strides, 0)?).map_err(|error| error.rule())?;
        }
        let joined = |modes: &ArrayVec<IntTuple>| IntTuple::tuple(modes.as_slice());
        joined(&shape)
            .and_then(|shape| Layout::new(shape, joined(&stride)?))
            .map_err(|error| error.rule())
    }
}

/// Extents or strides of the digits of one dimension, the fastest first.
type DigitModes = ArrayVec<i64, MAX_LEAVES>;

/// The digits of an extent above 1 of a dimension, as extents and strides.
///
/// # Errors
/// `CutAcross` unless each digit starts where the digit below it ends.
fn digits_of(
    dimension: usize,
    placed: &[(IndexDigit, i64)],
) -> Result<(DigitModes, DigitModes), Rule> {
    let full = |_| Rule::Full { limit: Limit::Leaves };
    let (mut extents, mut strides, mut step) = (DigitModes::empty(0), DigitModes::empty(0), 1_i64);
    let of = |(digit, _): &&(IndexDigit, i64)| digit.dimension == dimension && digit.extent != 1;
    for _ in 0..placed.iter().filter(of).count() {
        let next = |place: &&(IndexDigit, i64)| of(place) && place.0.step == step;
        let mut found = placed.iter().filter(next);
        let (Some(&(digit, stride)), None) = (found.next(), found.next()) else {
            return Err(Rule::Array(ArrayRule::CutAcross { axis: dimension }));
        };
        extents.push(digit.extent).map_err(full)?;
        strides.push(stride).map_err(full)?;
        step = multiply(step, digit.extent.max(1))?;
    }
    Ok((extents, strides))
}

/// One integer as a leaf, several as a tuple, none as `default`.
fn mode(digits: &DigitModes, default: i64) -> Result<IntTuple, Rule> {
    match digits.as_slice() {
        [] => Ok(IntTuple::leaf(default)),
        [one] => Ok(IntTuple::leaf(*one)),
        several => tuple(several),
    }
}

/// A tuple of depth 1.
fn tuple(values: &[i64]) -> Result<IntTuple, Rule> {
    let mut leaves = [IntTuple::leaf(0); MAX_LEAVES];
    for (leaf, &value) in leaves.iter_mut().zip(values) {
        *leaf = IntTuple::leaf(value);
    }
    IntTuple::tuple(&leaves[..values.len()]).map_err(|error| error.rule())
}

/// The greatest offset of a mode at coordinates below a bound. Either the slowest digit has its last value and the
/// digits below it are bounded, or it has a smaller value and they are free; the same then holds for the next digit.
fn greatest(mode: &Layout, bound: i64) -> i64 {
    let digits = 0..mode.leaf_count();
    let mut step = mode.size();
    let mut free: i64 = digits.clone().map(|k| mode.leaf(k)).map(|(n, d)| (n - 1) * d).sum();
    let (mut last, mut above, mut greatest) = (bound - 1, 0, 0);
    for (extent, stride) in digits.rev().map(|k| mode.leaf(k)) {
        step /= extent;
        free -= (extent - 1) * stride;
        let digit = last / step;
        if digit > 0 {
            greatest = greatest.max(above + (digit - 1) * stride + free);
        }
        above += digit * stride;
        last %= step;
    }
    greatest.max(above)
}
