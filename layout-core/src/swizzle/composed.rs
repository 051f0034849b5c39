//! Swizzled layouts `Sw o offset o S:D`.
//!
//! What rearranges, composes or cuts the domain goes through to the plain layout.

mod inverse;
mod recast;

use core::fmt;

use crate::algebra::padded::Padded;
use crate::error::text::Text;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::tiler::Tiler;
use crate::number::{Num, add, tri};
use crate::swizzle::bits::Swizzle;
use crate::tuple::IntTuple;
use crate::tuple::coord::Coord;

/// `R(c) = Sw(offset + L(c))`: a layout, an offset added to what it gives, and a swizzle of the sum.
/// Its coordinates, size and nesting are those of the layout.
///
/// ```text
/// Sw<2,0,2> o 0 o (4,4):(4,1)      0  1  2  3
///                                  5  4  7  6
///                                 10 11  8  9
///                                 15 14 13 12
/// ```
///
/// ```
/// use layout_core::ComposedLayout;
/// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
/// assert_eq!(a.index(&"(2,1)".parse()?)?, 11);
/// let (row, offset) = a.slice(&"(2,_)".parse()?)?;
/// assert_eq!((row.to_string(), offset), ("Sw<2,0,2> o 8 o (4):(1)".to_string(), 0));
/// assert!(row.iter().eq([10, 11, 8, 9]));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct ComposedLayout {
    pub(crate) swizzle: Swizzle,
    pub(crate) offset: Num,
    pub(crate) layout: Layout,
}

impl ComposedLayout {
    /// `swizzle o offset o layout`; refused when an offset would pass `isize`, and for coordinate strides,
    /// which have no bits.
    ///
    /// ```
    /// use layout_core::{ComposedLayout, Swizzle};
    /// let a = ComposedLayout::new(Swizzle::new(2, 0, 2)?, 0, "(4,4):(4,1)".parse()?)?;
    /// assert_eq!(a.to_string(), "Sw<2,0,2> o 0 o (4,4):(4,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn new(swizzle: Swizzle, offset: i64, layout: Layout) -> Result<Self, LayoutError> {
        let composed = Self { swizzle, offset: Num::known(offset), layout };
        match composed.interval() {
            Ok(_) => Ok(composed),
            Err(rule) => Err(composed.refuse(Operation::Make, rule)),
        }
    }

    /// Joins the parts; `offset` is an integer. Nothing is checked.
    #[doc(hidden)]
    pub const fn from_parts(swizzle: Swizzle, offset: IntTuple, layout: Layout) -> Self {
        Self { swizzle, offset: offset.num(0), layout }
    }

    const fn refuse(&self, operation: Operation, rule: Rule) -> LayoutError {
        LayoutError::unary(operation, Operand::Composed(*self), rule)
    }

    /// The swizzle, applied last.
    pub const fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// What is added before the swizzle.
    pub const fn offset(&self) -> i64 {
        self.offset.value
    }

    /// The plain layout, applied first.
    pub const fn plain(&self) -> Layout {
        self.layout
    }

    /// The shape.
    pub const fn shape(&self) -> IntTuple {
        self.layout.shape()
    }

    /// Number of coordinates.
    pub const fn size(&self) -> i64 {
        self.layout.size()
    }

    /// The cosize of the plain layout. It bounds neither what the offset adds nor what the swizzle
    /// sets: [`ComposedLayout::bounds`] does.
    pub const fn cosize(&self) -> i64 {
        self.layout.cosize()
    }

    /// Number of modes at the top.
    pub const fn rank(&self) -> usize {
        self.layout.rank()
    }

    /// Greatest nesting.
    pub const fn depth(&self) -> usize {
        self.layout.depth()
    }

    /// The least and the greatest of `offset + L(c)`.
    pub(crate) const fn interval(&self) -> Result<(i64, i64), Rule> {
        if self.offset.value == i64::MIN {
            return Err(Rule::Integer);
        }
        let (mut least, mut greatest, mut k) = (self.offset.value, self.offset.value, 0);
        let modes = &self.layout.modes;
        tri!(modes.integral(0, modes.len));
        while k < modes.len {
            let (extent, stride) = (modes.extents[k], modes.strides[k]);
            let reach = if extent > 0 { (extent - 1) * stride } else { 0 };
            if reach < 0 {
                least = tri!(add(least, reach));
            } else {
                greatest = tri!(add(greatest, reach));
            }
            k += 1;
        }
        Ok((least, greatest))
    }

    /// An interval that holds every offset, swizzle included: `least <= R(c) <= greatest`.
    ///
    /// The greatest is that of the swizzled range of `offset + L(c)`; the least is that of the range
    /// itself where nothing below it is reached, otherwise that of its block of `2^(M+B+|S|)`.
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

    /// The offset of a coordinate, as [`Layout::index`] takes them.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.index(&"(2,1)".parse()?)?.to_string(), "11");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn index(&self, c: &Coord) -> Result<i64, LayoutError> {
        self.swizzled(self.layout.index(c))
    }

    /// [`ComposedLayout::index`] for a coordinate within the shape; refused for one that is out of
    /// range.
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
    pub const fn coord(&self, i: i64) -> Result<IntTuple, LayoutError> {
        self.layout.coord(i)
    }

    /// The by-mode coordinate of the linear index `i`.
    pub const fn flat_coord(&self, i: i64) -> Result<IntTuple, LayoutError> {
        self.layout.flat_coord(i)
    }

    /// The part under the `_` of a coordinate. What its integers add goes inside, before the swizzle,
    /// so that the second of the pair is 0.
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

    /// Equal swizzles, offsets and plain layouts.
    pub const fn equals(&self, other: &Self) -> bool {
        self.swizzle.equals(&other.swizzle)
            && self.offset.value == other.offset.value
            && self.layout.equals(&other.layout)
    }

    /// The plain layout replaced by a result of the same operation on it.
    pub(crate) const fn through(
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

    const fn through_padded(
        &self,
        result: Result<Padded, LayoutError>,
    ) -> Result<Padded<Self>, LayoutError> {
        match result {
            Ok(padded) => match self.through(Ok(padded.layout())) {
                Ok(layout) => Ok(Padded::new(layout, padded.guard())),
                Err(error) => Err(error),
            },
            Err(error) => Err(self.named(error)),
        }
    }

    /// A refusal of the plain layout, with this one as its operand.
    pub(crate) const fn named(&self, error: LayoutError) -> LayoutError {
        match error.left {
            Operand::Layout(_) => LayoutError { left: Operand::Composed(*self), ..error },
            _ => error,
        }
    }

    pub(crate) const fn write(&self, text: &mut Text, marked: bool) {
        self.swizzle.write(text);
        text.str(" o ");
        IntTuple::single(self.offset).write(text, marked);
        text.str(" o ");
        self.layout.write(text, marked);
    }

    /// The notation, known leaves with a `_` before them.
    #[doc(hidden)]
    pub const fn marked(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write(&mut text, true);
        text
    }
}

/// Operations on the domain: those of the plain layout, the swizzle and the offset staying.
macro_rules! through {
    ($($name:ident($($arg:ident: $of:ty),*))*) => {
        impl ComposedLayout {$(
            #[doc = concat!("[`Layout::", stringify!($name), "`] of the plain layout.")]
            pub const fn $name(&self $(, $arg: $of)*) -> Result<Self, LayoutError> {
                self.through(self.layout.$name($($arg),*))
            }
        )*}
    };
}

through! {
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

macro_rules! through_padded {
    ($($name:ident)*) => {
        impl ComposedLayout {$(
            #[doc = concat!("[`Layout::", stringify!($name), "`] of the plain layout.")]
            pub const fn $name(&self, t: &Tiler) -> Result<Padded<Self>, LayoutError> {
                self.through_padded(self.layout.$name(t))
            }
        )*}
    };
}

through_padded! {
    logical_divide_padded
    zipped_divide_padded
    tiled_divide_padded
    flat_divide_padded
}

impl ComposedLayout {
    /// [`Layout::like`] of the plain layout: a compact one, without the swizzle.
    pub const fn like(&self) -> Result<Layout, LayoutError> {
        self.layout.like()
    }

    /// [`Layout::fragment_like`] of the plain layout: a compact one, without the swizzle.
    pub const fn fragment_like(&self) -> Result<Layout, LayoutError> {
        self.layout.fragment_like()
    }

    /// [`Layout::filter_zeros`] of the plain layout.
    pub const fn filter_zeros(&self) -> Self {
        Self { layout: self.layout.filter_zeros(), ..*self }
    }
}

impl Layout {
    /// `swizzle o 0 o` this layout; refused for coordinate strides. (CuTe:
    /// `composition(swizzle, layout)`.)
    ///
    /// ```
    /// use layout_core::{Layout, Swizzle};
    /// let a: Layout = "(8,64):(64,1)".parse()?;
    /// let swizzled = a.swizzled(Swizzle::new(3, 3, 3)?)?;
    /// assert_eq!(swizzled.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
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

impl fmt::Display for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text, false);
        text.fmt(f)
    }
}

impl fmt::Debug for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::algebra::operators::operators! { ComposedLayout }
