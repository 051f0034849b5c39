//! A tiled array in memory: which offset an index has, and the hierarchical layout that says so.
//!
//! Memory is a list of entries from the slowest to the fastest. A tile of `k` sizes replaces the last `k`
//! of them by how many tiles there are and, behind those, by what is inside one; the next tile cuts the
//! result again. An entry is a run of *digits*, parts of the logical dimensions: the entry `16` of a
//! dimension of 16 is one digit, cut by a tile of 8 it becomes the digits `2` and `8` in two entries.

use crate::list::ArrayVec;
use crate::number::{add, ceil_div, multiply};
use crate::xla::index::Index;
use crate::xla::order::{TileSize, XlaLayout};
use crate::xla::shape::XlaShape;
use layout_core::{
    ArrayRule, IntTuple, Layout, LayoutError, Limit, MAX_LEAVES, MAX_RANK, Operation, Rule,
};

/// Where no layout says it, elements are looked at one by one, up to so many.
pub(super) const MOST_COMPARED: i64 = 1 << 16;

/// `index / step % extent` of one dimension.
#[derive(Clone, Copy)]
struct Digit {
    dimension: usize,
    step: i64,
    extent: i64,
    /// Nothing of the dimension is above it: more extent would be padding.
    top: bool,
}

const MAX_DIGITS: usize = 6;
const NO_DIGIT: Digit = Digit { dimension: 0, step: 1, extent: 1, top: false };

/// A place in memory, and the number that an index has there.
#[derive(Clone, Copy)]
struct Entry {
    extent: i64,
    value: i64,
    /// The fastest first.
    digits: ArrayVec<Digit, MAX_DIGITS>,
    /// The digits say what the entry is; otherwise a cut went through one.
    whole: bool,
}

impl Entry {
    const ONE: Self = Self { extent: 1, value: 0, digits: ArrayVec::empty(NO_DIGIT), whole: true };

    fn of(dimension: usize, extent: i64, value: i64) -> Self {
        let mut out = Self { extent, value, ..Self::ONE };
        out.push(Digit { dimension, step: 1, extent, top: true });
        out
    }

    fn digits(&self) -> &[Digit] {
        self.digits.as_slice()
    }

    fn push(&mut self, digit: Digit) {
        self.whole &= self.digits.push(digit).is_ok();
    }

    /// This entry counting on above a faster one.
    fn above(self, faster: Self) -> Result<Self, Rule> {
        let mut out = faster;
        out.extent = multiply(self.extent, faster.extent)?;
        out.value = self.value * faster.extent + faster.value;
        // Digits count on from a full entry only, not from a padded one.
        let full =
            faster.digits().iter().try_fold(1, |size, digit| multiply(size, digit.extent))?;
        out.whole &= self.whole && (full == faster.extent || self.digits().is_empty());
        for &digit in self.digits() {
            out.push(digit);
        }
        Ok(out)
    }

    /// How many tiles of a size there are, and what is inside one.
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
                inner.push(Digit { extent: rest, top, ..digit });
                // Past the integers no index has the digit, and no layout the step.
                let step = digit.step.saturating_mul(rest);
                outer.push(Digit { step, extent: outer_extent, ..digit });
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
struct Memory(ArrayVec<Entry, MAX_LEAVES>);

impl Memory {
    const EMPTY: Self = Self(ArrayVec::empty(Entry::ONE));

    /// The dimensions in their order, at an index.
    fn of(shape: &XlaShape, index: &[i64]) -> Result<Self, Rule> {
        let mut memory = Self::EMPTY;
        for (dimension, extent) in shape.physical() {
            memory.push(Entry::of(
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

    fn push(&mut self, entry: Entry) -> Result<(), Rule> {
        self.0.push(entry).map_err(|error| error.rule())
    }

    fn entries(&self) -> &[Entry] {
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
            let entry = if k < missing { Entry::ONE } else { tiled[k - missing] };
            let entry = match slower.take() {
                Some(slower) => Entry::above(slower, entry)?,
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
    /// The offset of an index in elements, tiles and padding included. Refused outside of the bounds.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "bf16[32,256]{1,0:T(8,128)(2,1)}".parse()?;
    /// assert_eq!(a.offset(&[17, 200])?, 5265);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
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

    /// The layout in memory, one mode for each dimension; tiles are modes within it, and padding shows as
    /// extents beyond [`dimensions`](Self::dimensions): a coordinate below those is an element.
    ///
    /// Refused with the dimension that a tile cuts across: one that does not divide the tile around it, or
    /// the dimension that `*` merges into. Refused with a dimension `?`, which has no extent.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "bf16[32,256]{1,0:T(8,128)(2,1)}".parse()?;
    /// assert_eq!(a.to_layout()?.to_string(), "((2,4,4),(128,2)):((1,256,2048),(2,1024))");
    /// let refused = "f32[8]{0:T(4)(3)}".parse::<XlaShape>()?.to_layout().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "in an XLA shape: a tile cuts across axis 0, so that it has no strides"
    /// );
    /// let refused = "f32[?,8]".parse::<XlaShape>()?.to_layout().unwrap_err();
    /// assert_eq!(refused.to_string(), "in an XLA shape: axis 0 has no bound");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn to_layout(&self) -> Result<Layout, LayoutError> {
        self.bounded()?;
        self.modes().map_err(|rule| LayoutError::alone(Operation::Xla, rule))
    }

    /// Whether tiles change nothing: every element is where it is without them. Refused where a padded shape has
    /// more than `2^16` elements, which are compared one by one.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert!("f32[16,128]{1,0:T(8,128)}".parse::<XlaShape>()?.is_untiled()?);
    /// assert!(!"f32[16,256]{1,0:T(8,128)}".parse::<XlaShape>()?.is_untiled()?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn is_untiled(&self) -> Result<bool, LayoutError> {
        let mut untiled = *self;
        untiled.layout.tiles = XlaLayout::NONE.tiles;
        self.reshape_is_bitcast(&untiled)
    }

    /// The greatest offset of an element of a shape that is not empty.
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
        let mut index = Index::of(&[0; MAX_RANK][..self.rank()])?;
        loop {
            greatest = self.offset(index.as_slice())?.max(greatest);
            if !self.bump(index.as_mut_slice())? {
                return Ok(greatest);
            }
        }
    }

    fn modes(&self) -> Result<Layout, Rule> {
        let memory = Memory::of(self, &[])?;
        // Digits of all dimensions with the stride that their entry gives them.
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
type Digits = ArrayVec<i64, MAX_LEAVES>;

/// The digits of a dimension with more than one value, as extents and strides.
///
/// # Errors
/// [`ArrayRule::CutAcross`] unless each digit starts where the one below it ends.
fn digits_of(dimension: usize, placed: &[(Digit, i64)]) -> Result<(Digits, Digits), Rule> {
    let full = |_| Rule::Full { limit: Limit::Leaves };
    let (mut extents, mut strides, mut step) = (Digits::empty(0), Digits::empty(0), 1_i64);
    let of = |(digit, _): &&(Digit, i64)| digit.dimension == dimension && digit.extent != 1;
    for _ in 0..placed.iter().filter(of).count() {
        let next = |place: &&(Digit, i64)| of(place) && place.0.step == step;
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
fn mode(digits: &Digits, default: i64) -> Result<IntTuple, Rule> {
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

/// The greatest offset of a mode below a bound. Either the slowest digit has its last value and the ones
/// below it are bounded, or it has one less and they are free; so it goes on.
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
