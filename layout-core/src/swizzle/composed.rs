//! [`ComposedLayout`], a swizzled layout `Sw o offset o S:D`. Operations on the domain apply to the plain layout
//! inside.

mod inverse;
mod recast;

use crate::algebra::padded::Padded;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::add;
use crate::value::{ComposedLayout, Coord, IntTuple, Layout, Num, Swizzle, Tiler};

impl ComposedLayout {
    /// The layout `swizzle o offset o layout`.
    ///
    /// ```
    /// use layout_core::{ComposedLayout, Swizzle};
    /// let a = ComposedLayout::new(Swizzle::new(2, 0, 2)?, 0, "(4,4):(4,1)".parse()?)?;
    /// assert_eq!(a.to_string(), "Sw<2,0,2> o 0 o (4,4):(4,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] where an offset exceeds [`isize::MAX`], and [`Rule::Unit`] where a stride has a basis: a
    /// coordinate has no bits.
    pub const fn new(swizzle: Swizzle, offset: i64, layout: Layout) -> Result<Self, LayoutError> {
        let composed = Self { swizzle, offset: Num::known(offset), layout };
        match composed.interval() {
            Ok(_) => Ok(composed),
            Err(rule) => Err(composed.refuse(Operation::Make, rule)),
        }
    }

    /// Joins the parts without a check. Requires an integer `offset`.
    pub(crate) const fn from_parts(swizzle: Swizzle, offset: IntTuple, layout: Layout) -> Self {
        Self { swizzle, offset: offset.num(0), layout }
    }

    const fn refuse(&self, operation: Operation, rule: Rule) -> LayoutError {
        LayoutError::unary(operation, Operand::Composed(*self), rule)
    }

    /// The swizzle, which applies last.
    pub const fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// The offset, which is added before the swizzle.
    pub const fn offset(&self) -> i64 {
        self.offset.value
    }

    /// The plain layout, which applies first.
    pub const fn plain(&self) -> Layout {
        self.layout
    }

    /// The shape.
    pub const fn shape(&self) -> IntTuple {
        self.layout.shape()
    }

    /// The number of coordinates, CuTe's `size`.
    pub const fn size(&self) -> i64 {
        self.layout.size()
    }

    /// The cosize of the plain layout. Offsets can exceed it, by the offset and by the swizzle:
    /// [`ComposedLayout::bounds`] contains them.
    pub const fn cosize(&self) -> i64 {
        self.layout.cosize()
    }

    /// The number of modes at the top level, CuTe's `rank`.
    pub const fn rank(&self) -> usize {
        self.layout.rank()
    }

    /// The number of nested levels, CuTe's `depth`.
    pub const fn depth(&self) -> usize {
        self.layout.depth()
    }

    /// The least and the greatest `offset + L(c)`.
    pub(crate) const fn interval(&self) -> Result<(i64, i64), Rule> {
        if self.offset.value == i64::MIN {
            return Err(Rule::Integer);
        }
        self.layout.modes.ends(self.offset.value)
    }

    /// An interval that contains every offset: `least <= R(c) <= greatest`.
    ///
    /// The upper end is the greatest of the swizzled range of `offset + L(c)`. The lower end is the least of that
    /// range, where the swizzle reaches nothing below it, otherwise the start of its block of `2^(M+B+|S|)`.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (3,4):(4,1)".parse()?;
    /// assert_eq!((a.cosize(), a.bounds()), (12, (0, 11)));
    /// // The row that ends at 8 reaches 10: a slice of 9 elements is too short for it.
    /// let b: ComposedLayout = "Sw<2,0,2> o 0 o 9:1".parse()?;
    /// assert_eq!((b.cosize(), b.bounds()), (9, (0, 10)));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn bounds(&self) -> (i64, i64) {
        let (least, greatest) = match self.interval() {
            Ok(interval) => interval,
            Err(_) => return (-i64::MAX, i64::MAX),
        };
        self.swizzle.bounds(least, greatest)
    }

    /// The offset of a coordinate.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.index(&"(2,1)".parse()?)?.to_string(), "11");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::index`].
    pub const fn index(&self, c: &Coord) -> Result<i64, LayoutError> {
        self.swizzled(self.layout.index(c))
    }

    /// [`ComposedLayout::index`] of a coordinate within the shape.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.try_index(&"(2,1)".parse()?)?, 11);
    /// assert!(a.try_index(&"(2,4)".parse()?).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::try_index`].
    pub const fn try_index(&self, c: &Coord) -> Result<i64, LayoutError> {
        self.swizzled(self.layout.try_index(c))
    }

    const fn swizzled(&self, index: Result<i64, LayoutError>) -> Result<i64, LayoutError> {
        let sum = match index {
            Ok(index) => add(self.offset.value, index),
            Err(error) => return Err(self.named(error)),
        };
        match sum {
            Ok(sum) => Ok(self.swizzle.apply(sum)),
            Err(rule) => Err(self.refuse(Operation::Index, rule)),
        }
    }

    /// The natural coordinate of the linear index `i`.
    ///
    /// # Errors
    /// As [`Layout::coord`].
    pub const fn coord(&self, i: i64) -> Result<IntTuple, LayoutError> {
        self.layout.coord(i)
    }

    /// The coordinate of the linear index `i` with one integer for each mode at the top level.
    ///
    /// # Errors
    /// As [`Layout::flat_coord`].
    pub const fn flat_coord(&self, i: i64) -> Result<IntTuple, LayoutError> {
        self.layout.flat_coord(i)
    }

    /// The sublayout of the modes that `_` faces, and 0. The offset of the integers of `c` is added before the
    /// swizzle, so it is part of the sublayout.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    pub const fn slice(&self, c: &Coord) -> Result<(Self, i64), LayoutError> {
        let (layout, moved) = match self.layout.slice(c) {
            Ok(slice) => slice,
            Err(error) => return Err(self.named(error)),
        };
        let value = match add(self.offset.value, moved) {
            Ok(sum) => sum,
            Err(rule) => return Err(self.refuse(Operation::Slice, rule)),
        };
        let known = self.offset.known && c.tuple.all_known() && self.layout.all_known();
        Ok((Self { layout, offset: Num::plain(value, known), ..*self }, 0))
    }

    /// The offsets in the order of the linear index.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = i64> + Clone + use<> {
        let (swizzle, offset) = (self.swizzle, self.offset.value);
        self.layout.iter().map(move |index| swizzle.apply(offset + index))
    }

    /// Whether swizzles, offsets and plain layouts are equal.
    pub const fn equals(&self, other: &Self) -> bool {
        self.swizzle.equals(&other.swizzle)
            && self.offset.value == other.offset.value
            && self.layout.equals(&other.layout)
    }

    /// This layout with the plain layout replaced by the result of an operation on it.
    pub(crate) const fn with_plain(
        &self,
        result: Result<Layout, LayoutError>,
    ) -> Result<Self, LayoutError> {
        let composed = match result {
            Ok(layout) => Self { layout, ..*self },
            Err(error) => return Err(self.named(error)),
        };
        match composed.interval() {
            Ok(_) => Ok(composed),
            Err(rule) => Err(self.refuse(Operation::Make, rule)),
        }
    }

    const fn with_padded(
        &self,
        result: Result<Padded, LayoutError>,
    ) -> Result<Padded<Self>, LayoutError> {
        match result {
            Ok(padded) => match self.with_plain(Ok(padded.layout())) {
                Ok(layout) => Ok(Padded::new(layout, padded.guard())),
                Err(error) => Err(error),
            },
            Err(error) => Err(self.named(error)),
        }
    }

    /// An error of the plain layout, with this layout as its operand.
    pub(crate) const fn named(&self, error: LayoutError) -> LayoutError {
        match error.left {
            Operand::Layout(_) => LayoutError { left: Operand::Composed(*self), ..error },
            _ => error,
        }
    }
}

/// Operations on the domain: they apply to the plain layout, and keep the swizzle and the offset.
macro_rules! forward {
    ($($name:ident($($arg:ident: $of:ty),*))*) => {
        impl ComposedLayout {$(
            #[doc = concat!("[`Layout::", stringify!($name), "`] of the plain layout.")]
            ///
            /// # Errors
            #[doc = concat!("As [`Layout::", stringify!($name), "`].")]
            pub const fn $name(&self $(, $arg: $of)*) -> Result<Self, LayoutError> {
                self.with_plain(self.layout.$name($($arg),*))
            }
        )*}
    };
}

forward! {
    mode(i: usize)
    get(path: &[usize])
    flatten()
    take(begin: usize, end: usize)
    select(modes: &[usize])
    group(begin: usize, end: usize)
    append(b: &Layout)
    append_to(b: &Layout, rank: usize)
    prepend(b: &Layout)
    prepend_to(b: &Layout, rank: usize)
    concat(b: &Layout)
    replace(i: usize, b: &Layout)
    coalesce()
    coalesce_by(profile: &IntTuple)
    filter()
    compose(b: &Tiler)
    logical_divide(t: &Tiler)
    zipped_divide(t: &Tiler)
    tiled_divide(t: &Tiler)
    flat_divide(t: &Tiler)
    logical_product(b: &Tiler)
    zipped_product(b: &Tiler)
    tiled_product(b: &Tiler)
    flat_product(b: &Tiler)
    blocked_product(b: &Layout)
    raked_product(b: &Layout)
    tile_to_shape(shape: &IntTuple)
    tile_to_shape_ordered(shape: &IntTuple, order: &IntTuple)
    with_shape(shape: &IntTuple)
    unflatten(profile: &IntTuple)
    permute(modes: &[usize])
    sort()
    dice(c: &Coord)
    zip()
    filter_by(profile: &IntTuple)
    filter_zeros_by(profile: &IntTuple)
}

macro_rules! forward_padded {
    ($($name:ident)*) => {
        impl ComposedLayout {$(
            #[doc = concat!("[`Layout::", stringify!($name), "`] of the plain layout.")]
            ///
            /// # Errors
            #[doc = concat!("As [`Layout::", stringify!($name), "`].")]
            pub const fn $name(&self, t: &Tiler) -> Result<Padded<Self>, LayoutError> {
                self.with_padded(self.layout.$name(t))
            }
        )*}
    };
}

forward_padded! {
    logical_divide_padded
    zipped_divide_padded
    tiled_divide_padded
    flat_divide_padded
}

impl ComposedLayout {
    /// [`Layout::like`] of the plain layout: a compact layout without a swizzle.
    ///
    /// # Errors
    /// As [`Layout::like`].
    pub const fn like(&self) -> Result<Layout, LayoutError> {
        self.layout.like()
    }

    /// [`Layout::fragment_like`] of the plain layout: a compact layout without a swizzle.
    ///
    /// # Errors
    /// As [`Layout::fragment_like`].
    pub const fn fragment_like(&self) -> Result<Layout, LayoutError> {
        self.layout.fragment_like()
    }

    /// [`Layout::filter_zeros`] of the plain layout.
    pub const fn filter_zeros(&self) -> Self {
        Self { layout: self.layout.filter_zeros(), ..*self }
    }
}

impl Layout {
    /// The layout `swizzle o 0 o self`, CuTe's `composition(swizzle, layout)`.
    ///
    /// ```
    /// use layout_core::{Layout, Swizzle};
    /// let a: Layout = "(8,64):(64,1)".parse()?;
    /// let swizzled = a.swizzled(Swizzle::new(3, 3, 3)?)?;
    /// assert_eq!(swizzled.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`ComposedLayout::new`].
    pub const fn swizzled(&self, swizzle: Swizzle) -> Result<ComposedLayout, LayoutError> {
        ComposedLayout::new(swizzle, 0, *self)
    }
}

impl PartialEq for ComposedLayout {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for ComposedLayout {}

crate::algebra::operators::operators! { ComposedLayout }
