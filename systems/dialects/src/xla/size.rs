//! The numbers of elements and bytes of a shape.

use crate::list::Integers;
use crate::number::{add, ceil_div, multiply};
use crate::xla::order::{TileSize, refused};
use crate::xla::shape::XlaShape;
use layout_core::{ArrayRule, IntTuple, LayoutError, Operation, Rule};

impl XlaShape {
    /// The number of elements: the product of the dimensions.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("s32[13,17]".parse::<XlaShape>()?.element_count()?, 221);
    /// assert!("s32[13,?]".parse::<XlaShape>()?.element_count().is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Unbounded`] if a dimension has no bound, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub fn element_count(&self) -> Result<i64, LayoutError> {
        self.bounded()?;
        if self.dimensions().contains(&0) {
            return Ok(0);
        }
        named(self.dimensions().iter().try_fold(1, |count, &extent| multiply(count, extent)))
    }

    /// Checks that every dimension has a bound.
    pub(super) fn bounded(&self) -> Result<(), LayoutError> {
        if self.unbounded == 0 {
            return Ok(());
        }
        let axis = self.unbounded.trailing_zeros() as usize;
        Err(refused(ArrayRule::Unbounded { axis }))
    }

    /// The distance of adjacent elements in bits: the layout's `E(4)`, or whole bytes of the element type.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("s4[3,5]".parse::<XlaShape>()?.element_bits(), 8);
    /// assert_eq!("s4[3,5]{1,0:E(4)}".parse::<XlaShape>()?.element_bits(), 4);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn element_bits(&self) -> i64 {
        if self.layout.element_bits > 0 {
            self.layout.element_bits
        } else {
            self.element.bytes() * 8
        }
    }

    /// The bytes of the elements, without tiles and padding.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("s4[3,5]{1,0:E(4)}".parse::<XlaShape>()?.element_size_in_bytes()?, 8);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`element_count`](Self::element_count).
    pub fn element_size_in_bytes(&self) -> Result<i64, LayoutError> {
        self.bytes(self.element_count()?)
    }

    /// The bytes to allocate. Each dimension is rounded up to whole tiles, and the number of elements to the tail
    /// alignment. A dimension split between memories has the size of its longest part.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("f32[5]{0:T(4)L(16)}".parse::<XlaShape>()?.allocation_size_in_bytes()?, 64);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`element_count`](Self::element_count).
    pub fn allocation_size_in_bytes(&self) -> Result<i64, LayoutError> {
        self.element_count()?;
        self.bytes(named(self.padded_count())?)
    }

    fn padded_count(&self) -> Result<i64, Rule> {
        let (mut parts, rank) = (Integers::EMPTY, self.rank());
        for (dimension, _) in self.physical() {
            let part = self.longest_split(dimension);
            part.and_then(|part| parts.push(part)).map_err(|error| error.rule())?;
        }
        let (mut count, mut carried) = (1_i64, 1_i64);
        let tile = self.layout.tile(0).unwrap_or(&[]);
        let untiled = rank.saturating_sub(tile.len());
        for &part in &parts.as_slice()[..untiled] {
            count = multiply(count, part)?;
        }
        // A tile of a higher rank also tiles dimensions of size 1.
        let missing = tile.len().saturating_sub(rank);
        for (k, &size) in tile.iter().enumerate() {
            let part = if k < missing { 1 } else { parts.as_slice()[untiled + k - missing] };
            carried = multiply(carried, part)?;
            if let TileSize::Of(size) = size {
                count = multiply(count, multiply(ceil_div(carried, size), size)?)?;
                carried = 1;
            }
        }
        let tail = self.layout.tail_alignment;
        multiply(ceil_div(count, tail), tail)
    }

    /// The bytes up to the end of the last element, with tiles. 0 for an empty shape.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("f32[3,5]{1,0:T(2,2)}".parse::<XlaShape>()?.data_size_in_bytes()?, 84);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`element_count`](Self::element_count), and [`Rule::TooLarge`] if a tile divides a dimension
    /// unevenly and there are more than `2^16` elements, which would be enumerated.
    pub fn data_size_in_bytes(&self) -> Result<i64, LayoutError> {
        if self.element_count()? == 0 {
            return Ok(0);
        }
        self.bytes(named(add(self.greatest_offset()?, 1))?)
    }

    /// The distance in bytes of adjacent indices along each dimension, ignoring tiles. `None` where elements share
    /// bytes.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let strides = "f32[6,7]{0,1}".parse::<XlaShape>()?.byte_strides()?;
    /// assert_eq!(strides.unwrap().to_string(), "(4,24)");
    /// assert_eq!("s4[6,7]{1,0:E(4)}".parse::<XlaShape>()?.byte_strides()?, None);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`dimension_stride`](Self::dimension_stride).
    pub fn byte_strides(&self) -> Result<Option<IntTuple>, LayoutError> {
        let bits = self.element_bits();
        if bits % 8 != 0 {
            return Ok(None);
        }
        let mut strides = Integers::EMPTY;
        for dimension in 0..self.rank() {
            strides.push(named(multiply(self.dimension_stride(dimension)?, bits / 8))?)?;
        }
        strides.tuple().map(Some)
    }

    /// The number of dimensions of a size other than 1, XLA's `TrueRank`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("f32[4,1,130]".parse::<XlaShape>()?.true_rank(), 2);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn true_rank(&self) -> usize {
        self.dimensions().iter().filter(|&&extent| extent != 1).count()
    }

    /// The size of the longest part of a dimension that is split between memories. The size of the dimension where it
    /// is not split.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[1024,2048]{1,0:SC(1:1024,1536)}".parse()?;
    /// assert_eq!((a.longest_split(0)?, a.longest_split(1)?), (1024, 1024));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist.
    pub fn longest_split(&self, dimension: usize) -> Result<i64, LayoutError> {
        let extent = self.dimension(dimension as i64)?;
        let at = self.layout.physical_position(dimension).map(|at| at as i64);
        let cuts = self.layout.splits.as_slice().iter().find(|split| Some(split.dimension) == at);
        Ok(cuts.map_or(extent, |split| longest(split.at.as_slice(), extent)))
    }

    /// The number of elements that one word interleaves: 2 for `T(1024)(128)(2,1)` of one dimension. `None` for other
    /// tiles.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "bf16[1024]{0:T(1024)(128)(2,1)}".parse()?;
    /// assert_eq!(a.interleaved(), Some(2));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn interleaved(&self) -> Option<i64> {
        match (self.rank(), self.layout.tile(0), self.layout.tile(1), self.layout.tile(2)) {
            (
                1,
                Some([TileSize::Of(_)]),
                Some([TileSize::Of(_)]),
                Some([TileSize::Of(factor), TileSize::Of(1)]),
            ) => Some(*factor),
            _ => None,
        }
    }

    fn bytes(&self, elements: i64) -> Result<i64, LayoutError> {
        let bits = named(multiply(elements, self.element_bits()))?;
        Ok(ceil_div(bits, 8))
    }
}

/// The length of the longest part of an extent split at these indices.
fn longest(cuts: &[i64], extent: i64) -> i64 {
    let (mut from, mut longest) = (0, 0);
    for &cut in cuts.iter().chain([&extent]) {
        let cut = cut.min(extent);
        longest = longest.max(cut - from);
        from = cut.max(from);
    }
    longest
}

fn named<T>(result: Result<T, Rule>) -> Result<T, LayoutError> {
    result.map_err(|rule| LayoutError::alone(Operation::Xla, rule))
}
