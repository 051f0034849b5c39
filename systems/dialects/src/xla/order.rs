//! [`XlaLayout`], the part of a shape in braces: the order of the dimensions, tiles, and properties.

use crate::list::{ArrayVec, Integers};
use crate::xla::element::ElementType;
use layout_core::{ArrayRule, LayoutError, Operation, Rule};

/// The size of a tile along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileSize {
    /// A number of elements.
    Of(i64),
    /// `*`: merges the dimension into the next faster one.
    Merged,
}

/// The maximum number of tiles, one within another.
const MAX_TILES: usize = 4;
/// The maximum number of dimensions that are split between memories.
const MAX_SPLITS: usize = 3;
/// A tile of rank 0.
pub(super) const NO_TILE: TileSizes = ArrayVec::empty(TileSize::Merged);

/// The sizes of one tile, the slowest dimension first.
pub(super) type TileSizes = ArrayVec<TileSize>;

/// The indices at which a physical dimension is split between memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemorySplit {
    pub(super) dimension: i64,
    pub(super) at: Integers,
}

/// The layout of an XLA shape: `{1,0:T(8,128)(2,1)E(4)S(1)}`.
///
/// ```
/// use static_layout_dialects::xla::{TileSize, XlaLayout};
/// let a: XlaLayout = "{2,0,1:T(8,128)(2,1)S(1)}".parse()?;
/// assert_eq!(a.minor_to_major(), &[2, 0, 1]);
/// assert_eq!(a.tile(0), Some(&[TileSize::Of(8), TileSize::Of(128)][..]));
/// assert_eq!((a.memory_space(), a.to_string()), (1, "{2,0,1:T(8,128)(2,1)S(1)}".into()));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct XlaLayout {
    pub(super) order: Integers,
    pub(super) tiles: ArrayVec<TileSizes, MAX_TILES>,
    pub(super) tail_alignment: i64,
    pub(super) index_type: Option<ElementType>,
    pub(super) pointer_type: Option<ElementType>,
    pub(super) element_bits: i64,
    pub(super) memory_space: i64,
    pub(super) splits: ArrayVec<MemorySplit, MAX_SPLITS>,
    pub(super) metadata_bytes: i64,
}

impl XlaLayout {
    pub(super) const NONE: Self = Self {
        order: Integers::EMPTY,
        tiles: ArrayVec::empty(NO_TILE),
        tail_alignment: 1,
        index_type: None,
        pointer_type: None,
        element_bits: 0,
        memory_space: 0,
        splits: ArrayVec::empty(MemorySplit { dimension: 0, at: Integers::EMPTY }),
        metadata_bytes: 0,
    };

    /// The layout of dimensions given from the fastest to the slowest, without tiles.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::new(&[0, 1])?.to_string(), "{0,1}");
    /// assert!(XlaLayout::new(&[0, 0]).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] and [`ArrayRule::AxisTwice`] unless each of `0..n` is there once.
    pub fn new(minor_to_major: &[i64]) -> Result<Self, LayoutError> {
        let order = Integers::of(minor_to_major)?;
        for (k, &dimension) in minor_to_major.iter().enumerate() {
            if dimension < 0 || dimension >= minor_to_major.len() as i64 {
                let rank = minor_to_major.len();
                return Err(refused(ArrayRule::Axis { axis: dimension, rank }));
            }
            if minor_to_major[..k].contains(&dimension) {
                return Err(refused(ArrayRule::AxisTwice { axis: dimension as usize }));
            }
        }
        Ok(Self { order, ..Self::NONE })
    }

    /// `{n-1,..,0}`: row-major.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(3)?.to_string(), "{2,1,0}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::TooMany`] for more than 12 dimensions.
    pub fn descending(rank: usize) -> Result<Self, LayoutError> {
        let mut order = Integers::EMPTY;
        for dimension in (0..rank).rev() {
            order.push(dimension as i64)?;
        }
        Ok(Self { order, ..Self::NONE })
    }

    /// `{0,..,n-1}`: column-major.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::ascending(3)?.to_string(), "{0,1,2}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::TooMany`] for more than 12 dimensions.
    pub fn ascending(rank: usize) -> Result<Self, LayoutError> {
        let mut order = Integers::EMPTY;
        for dimension in 0..rank {
            order.push(dimension as i64)?;
        }
        Ok(Self { order, ..Self::NONE })
    }

    /// The dimensions from the fastest to the slowest.
    pub fn minor_to_major(&self) -> &[i64] {
        self.order.as_slice()
    }

    /// The `k`th fastest dimension.
    pub fn minor(&self, k: usize) -> Option<i64> {
        self.minor_to_major().get(k).copied()
    }

    /// The `k`th slowest dimension.
    pub fn major(&self, k: usize) -> Option<i64> {
        self.minor_to_major().iter().rev().nth(k).copied()
    }

    /// The sizes of tile `k`, the slowest dimension first. Tile 0 is the outermost.
    pub fn tile(&self, k: usize) -> Option<&[TileSize]> {
        self.tiles.as_slice().get(k).map(TileSizes::as_slice)
    }

    /// Adds a tile inside the others.
    ///
    /// ```
    /// use static_layout_dialects::xla::{TileSize, XlaLayout};
    /// let a = XlaLayout::descending(2)?.tiled(&[TileSize::Of(8), TileSize::Of(128)])?;
    /// assert_eq!(a.to_string(), "{1,0:T(8,128)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] unless sizes are positive, [`ArrayRule::MergedLast`] if the last size is `*`, and
    /// [`ArrayRule::TooMany`] for more than 4 tiles.
    pub fn tiled(&self, sizes: &[TileSize]) -> Result<Self, LayoutError> {
        let mut tile = NO_TILE;
        for &size in sizes {
            if let TileSize::Of(extent) = size
                && extent < 1
            {
                return Err(LayoutError::alone(Operation::Xla, Rule::Count { count: extent }));
            }
            tile.push(size)?;
        }
        if let Some(TileSize::Merged) = sizes.last() {
            return Err(LayoutError::alone(Operation::Xla, Rule::Array(ArrayRule::MergedLast)));
        }
        let mut out = *self;
        out.tiles.push(tile)?;
        Ok(out)
    }

    /// The memory of the array: 0 is the default, 1 fast memory, 5 the memory of the host.
    pub const fn memory_space(&self) -> i64 {
        self.memory_space
    }

    /// The distance of adjacent elements in bits. 0 means the size of the element type.
    pub const fn element_size_in_bits(&self) -> i64 {
        self.element_bits
    }

    /// The number whose multiple the number of elements is rounded up to.
    pub const fn tail_padding_alignment(&self) -> i64 {
        self.tail_alignment
    }

    /// The bytes before the elements that contain the sizes of dynamic dimensions.
    pub const fn metadata_bytes(&self) -> i64 {
        self.metadata_bytes
    }

    /// The layout without tiles, XLA's `ClearTiles`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// let a: XlaLayout = "{1,0:T(8,128)(2,1)S(1)}".parse()?;
    /// assert_eq!(a.without_tiles().to_string(), "{1,0:S(1)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn without_tiles(&self) -> Self {
        Self { tiles: Self::NONE.tiles, ..*self }
    }

    /// The types of the indices and of the pointers of a sparse array.
    ///
    /// ```
    /// use static_layout_dialects::xla::{ElementType, XlaLayout};
    /// let a: XlaLayout = "{1,0:#(u32)*(s64)}".parse()?;
    /// assert_eq!(a.index_types(), (ElementType::of("u32"), ElementType::of("s64")));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn index_types(&self) -> (Option<ElementType>, Option<ElementType>) {
        (self.index_type, self.pointer_type)
    }

    /// Sets the types of the indices and of the pointers of a sparse array.
    ///
    /// ```
    /// use static_layout_dialects::xla::{ElementType, XlaLayout};
    /// let a = XlaLayout::descending(2)?.with_index_types(ElementType::of("u32"), None);
    /// assert_eq!(a.to_string(), "{1,0:#(u32)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn with_index_types(
        &self,
        index_type: Option<ElementType>,
        pointer_type: Option<ElementType>,
    ) -> Self {
        Self { index_type, pointer_type, ..*self }
    }

    /// The splits between memories: a physical dimension, 0 being the slowest, and the indices at which a part of it
    /// begins.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// let a: XlaLayout = "{1,0:SC(1:512,768)}".parse()?;
    /// assert_eq!(a.splits().collect::<Vec<_>>(), [(1, &[512, 768][..])]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn splits(&self) -> impl Iterator<Item = (i64, &[i64])> {
        self.splits.as_slice().iter().map(|split| (split.dimension, split.at.as_slice()))
    }

    /// Splits the physical dimension `dimension` at these indices. A dimension is split once.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// let a = XlaLayout::descending(2)?.with_split(1, &[512])?;
    /// assert_eq!(a.to_string(), "{1,0:SC(1:512)}");
    /// assert!(a.with_split(1, &[256]).is_err() && a.with_split(2, &[1]).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist, [`ArrayRule::AxisTwice`] for one that is split,
    /// [`Rule::Count`] for a negative index, and [`ArrayRule::TooMany`] beyond 3 splits.
    pub fn with_split(&self, dimension: i64, at: &[i64]) -> Result<Self, LayoutError> {
        let rank = self.minor_to_major().len();
        if dimension < 0 || dimension >= rank as i64 {
            return Err(refused(ArrayRule::Axis { axis: dimension, rank }));
        }
        if self.splits().any(|(split, _)| split == dimension) {
            return Err(refused(ArrayRule::AxisTwice { axis: dimension as usize }));
        }
        at.iter().try_for_each(|&index| at_least(0, index).map(drop))?;
        let mut out = *self;
        out.splits.push(MemorySplit { dimension, at: Integers::of(at)? })?;
        Ok(out)
    }

    /// The layout without splits.
    pub fn without_splits(&self) -> Self {
        Self { splits: Self::NONE.splits, ..*self }
    }

    /// Sets the bytes before the elements that contain the sizes of dynamic dimensions.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(2)?.with_metadata_bytes(16)?.to_string(), "{1,0:M(16)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] below 0.
    pub fn with_metadata_bytes(&self, metadata_bytes: i64) -> Result<Self, LayoutError> {
        Ok(Self { metadata_bytes: at_least(0, metadata_bytes)?, ..*self })
    }

    /// Places this layout in another memory space.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(2)?.with_memory_space(5)?.to_string(), "{1,0:S(5)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] below 0.
    pub fn with_memory_space(&self, memory_space: i64) -> Result<Self, LayoutError> {
        Ok(Self { memory_space: at_least(0, memory_space)?, ..*self })
    }

    /// Sets the distance of adjacent elements to `element_bits` bits. 0 is the size of the element type.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(2)?.with_element_bits(4)?.to_string(), "{1,0:E(4)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] below 0.
    pub fn with_element_bits(&self, element_bits: i64) -> Result<Self, LayoutError> {
        Ok(Self { element_bits: at_least(0, element_bits)?, ..*self })
    }

    /// Rounds the number of elements up to a multiple of `alignment`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(1)?.with_tail_alignment(16)?.to_string(), "{0:L(16)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] below 1.
    pub fn with_tail_alignment(&self, alignment: i64) -> Result<Self, LayoutError> {
        Ok(Self { tail_alignment: at_least(1, alignment)?, ..*self })
    }

    /// The number of slower dimensions: the inverse of [`major`](Self::major). `None` for a dimension that does not
    /// exist.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// let a: XlaLayout = "{0,2,1}".parse()?;
    /// assert_eq!((a.physical_position(1), a.major(0)), (Some(0), Some(1)));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn physical_position(&self, dimension: usize) -> Option<usize> {
        self.minor_to_major().iter().rev().position(|&slower| slower == dimension as i64)
    }

    /// Whether the order is `{n-1,..,0}`.
    pub fn has_descending_order(&self) -> bool {
        self.minor_to_major().iter().rev().copied().eq(0..self.minor_to_major().len() as i64)
    }

    /// Whether the order is `{0,..,n-1}`.
    pub fn has_ascending_order(&self) -> bool {
        self.minor_to_major().iter().copied().eq(0..self.minor_to_major().len() as i64)
    }

    /// Makes `dimension` the slowest, XLA's `MoveDimToMajor`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(3)?.move_to_major(1)?.to_string(), "{2,0,1}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist.
    pub fn move_to_major(&self, dimension: usize) -> Result<Self, LayoutError> {
        self.moved(dimension, true)
    }

    /// Makes `dimension` the fastest.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// assert_eq!(XlaLayout::descending(3)?.move_to_minor(1)?.to_string(), "{1,2,0}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist.
    pub fn move_to_minor(&self, dimension: usize) -> Result<Self, LayoutError> {
        self.moved(dimension, false)
    }

    fn moved(&self, dimension: usize, to_major: bool) -> Result<Self, LayoutError> {
        let (rank, mut out) = (self.minor_to_major().len(), *self);
        if dimension >= rank {
            return Err(refused(ArrayRule::Axis { axis: dimension as i64, rank }));
        }
        let order = out.order.as_mut_slice();
        let at = order.iter().position(|&d| d == dimension as i64).unwrap_or(0);
        if to_major {
            order[at..].rotate_left(1);
        } else {
            order[..=at].rotate_right(1);
        }
        Ok(out)
    }

    /// Whether these dimensions are adjacent in memory, in any order.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaLayout;
    /// let a: XlaLayout = "{3,1,0,2}".parse()?;
    /// assert!(a.are_consecutive(&[0, 1]) && !a.are_consecutive(&[1, 2]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn are_consecutive(&self, dimensions: &[i64]) -> bool {
        let order = self.minor_to_major();
        let inside = |&d: &i64| dimensions.contains(&d);
        let first = order.iter().position(inside).unwrap_or(0);
        let run = order[first..].iter().take_while(|d| inside(d)).count();
        run == order.iter().filter(|d| inside(d)).count() && run == dimensions.len()
    }
}

fn at_least(least: i64, value: i64) -> Result<i64, LayoutError> {
    if value >= least {
        return Ok(value);
    }
    Err(LayoutError::alone(Operation::Xla, Rule::Count { count: value }))
}

pub(super) fn refused(rule: ArrayRule) -> LayoutError {
    LayoutError::alone(Operation::Xla, Rule::Array(rule))
}
