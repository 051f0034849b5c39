//! Slices, and what generic code sees of indexing.

use crate::judge::{self, keep, not_refused, part, require, settle};
use crate::layout::{AnyLayout, CoordinateFits, Layout, Mapping, Offset, SignOf};
use crate::num::{Bool, conjure};
use crate::ops;
use crate::tuple::{Congruence, Coordinate, IntTuple, Keeps, Selection};
use layout_core::LayoutError;

macro_rules! slice {
    ($self:ident, $coord:ident, $C:ident) => {{
        const { not_refused::<<Self as AnyLayout>::Slice<$C>>() };
        settle(<<Self as AnyLayout>::IsStatic as Bool>::try_conjure_or(|| {
            let mut kept = Selection::NONE;
            $coord.list().keeps::<<Self as AnyLayout>::Shape>(&mut kept, 0);
            part($self, keep::<Self, <Self as AnyLayout>::Slice<$C>>($self, &kept))
        }))
    }};
}

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The part of the layout that `_` keeps, and the offset of the coordinate's other leaves.
    ///
    /// What is kept is put side by side: nesting in the coordinate leaves no trace. `_` alone is
    /// the whole layout.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, (2, 3)):(6, (3, 1)));
    /// let (row, offset) = a.slice(coord!(2, _));
    /// assert_eq!((row.to_string(), offset), ("((2,3)):((3,1))".into(), 12));
    /// let j = 1;
    /// let (column, offset) = a.slice(coord!(_, (j, _)));
    /// assert_eq!((column.to_string(), offset), ("(4,3):(6,1)".into(), 3));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: IntTuple>(
        self,
        coord: C,
    ) -> (<Self as AnyLayout>::Slice<C>, <D::IsSigned as SignOf>::Offset)
    where
        <C::List as Congruence>::Weakly<S::List>: CoordinateFits,
    {
        let offset = coord.dot(self.shape(), self.stride());
        (slice!(self, coord, C), Offset::from_word(offset))
    }
}

/// Slices, for every layout.
pub trait Sliced: AnyLayout {
    /// See [`Layout::slice`]; a coordinate that does not fit the shape stops the compiler when the
    /// generic code is instantiated. The offset is `usize`; for a layout with negative strides this
    /// does not compile: see [`part`](Self::part) and [`Indexed::offset`].
    #[inline(always)]
    #[track_caller]
    fn slice<C: IntTuple>(self, coord: C) -> (Self::Slice<C>, usize) {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        let offset = coord.dot(self.shape(), self.stride());
        (slice!(self, coord, C), offset)
    }

    /// The layout of [`slice`](Self::slice), without the offset.
    #[inline(always)]
    #[track_caller]
    fn part<C: IntTuple>(self, coord: C) -> Self::Slice<C> {
        const { fits::<Self, C>() };
        slice!(self, coord, C)
    }
}
impl<L: AnyLayout> Sliced for L {}

#[track_caller]
const fn not_negative<L: AnyLayout>() {
    require(
        !<<L::Stride as IntTuple>::IsSigned as Bool>::VALUE,
        "the layout has a negative stride: its offsets are `isize`, use `offset`",
    )
}

#[track_caller]
pub(crate) const fn fits<L: AnyLayout, C: IntTuple>() {
    let fits = <<C::List as Congruence>::Weakly<<L::Shape as IntTuple>::List> as Bool>::VALUE;
    require(fits, "the coordinate does not fit the shape")
}

/// Indexing and sizes, for every layout.
pub trait Indexed: AnyLayout {
    /// See [`Layout::index`]. Generic code gets a `usize`; for a layout with negative strides,
    /// whose offsets can be below 0, this does not compile: see [`offset`](Self::offset).
    #[inline(always)]
    fn index<C: Coordinate>(self, coord: C) -> usize {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        coord.dot(self.shape(), self.stride())
    }

    /// See [`Layout::try_index`].
    #[inline]
    fn try_index<C: Coordinate>(self, coord: C) -> Result<usize, LayoutError> {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        if coord.lies_in(self.shape()) {
            Ok(coord.dot(self.shape(), self.stride()))
        } else {
            Err(judge::out_of_range(self, coord))
        }
    }

    /// See [`Layout::index_static`]; what is not static stops the compiler when the generic code is
    /// instantiated.
    #[inline(always)]
    #[track_caller]
    fn index_static<C: Coordinate>(self, coord: C) -> ops::Index<Self, C> {
        let _ = coord;
        const {
            fits::<Self, C>();
            require(
                <Self::IsStatic as Bool>::VALUE && <C::IsStatic as Bool>::VALUE,
                "index_static needs a static layout and a static coordinate: use index",
            );
            judge::static_index(
                &<Self as AnyLayout>::DESC,
                &C::DESC,
                &<ops::Index<Self, C> as IntTuple>::DESC,
            );
        };
        conjure()
    }

    /// See [`Layout::iter`]; the offsets are `usize`, as of [`index`](Self::index).
    #[inline]
    fn iter(self) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + Clone {
        const { not_negative::<Self>() };
        let (shape, stride) = (self.shape(), self.stride());
        (0..shape.count()).map(move |i| shape.last_offset(stride, i))
    }

    /// The offset of a coordinate, signed.
    #[inline(always)]
    fn offset<C: Coordinate>(self, coord: C) -> isize {
        const { fits::<Self, C>() };
        coord.dot(self.shape(), self.stride()) as isize
    }

    /// See [`Layout::size`].
    #[inline(always)]
    fn size(self) -> usize {
        self.shape().count()
    }

    /// See [`Layout::cosize`].
    #[inline(always)]
    fn cosize(self) -> usize {
        let (shape, stride) = (self.shape(), self.stride());
        if shape.count() == 0 { 0 } else { 1 + shape.span(stride) }
    }

    /// See [`Layout::rank`].
    #[inline(always)]
    fn rank(self) -> usize {
        const { <Self::Shape as IntTuple>::DESC.rank() }
    }

    /// See [`Layout::depth`].
    #[inline(always)]
    fn depth(self) -> usize {
        const { <Self::Shape as IntTuple>::DESC.depth() }
    }

    /// See [`Layout::coord`].
    #[inline(always)]
    fn coord(self, linear: usize) -> <Self::Shape as IntTuple>::Coord {
        self.shape().last_digits(linear)
    }

    /// See [`Layout::flat_coord`].
    #[inline(always)]
    fn flat_coord(self, linear: usize) -> <Self::Shape as IntTuple>::FlatCoord {
        self.shape().mode_digits(linear)
    }
}
impl<L: AnyLayout> Indexed for L {}
