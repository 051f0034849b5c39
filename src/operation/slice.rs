//! Slices, and what generic code sees of indexing.

use crate::judge::{keep, not_refused, part, require};
use crate::layout::{AnyLayout, CoordinateFits, Layout, Offset, SignOf, Walk};
use crate::num::Bool;
use crate::tuple::{Congruence, Coordinate, IntTuple, Keeps, Selection};

macro_rules! slice {
    ($self:ident, $coord:ident, $C:ident) => {{
        const { not_refused::<<Self as AnyLayout>::Slice<$C>>() };
        <<Self as AnyLayout>::IsStatic as Bool>::conjure_or(|| {
            let mut kept = Selection::NONE;
            $coord.list().keeps::<<Self as AnyLayout>::Shape>(&mut kept, 0);
            part($self, keep::<Self, <Self as AnyLayout>::Slice<$C>>($self, &kept))
        })
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
    pub fn slice<C: IntTuple>(
        self,
        coord: C,
    ) -> (<Self as AnyLayout>::Slice<C>, <D::IsSigned as SignOf>::Offset)
    where
        <C::List as Congruence>::Weakly<S::List>: CoordinateFits,
    {
        let offset = coord.list().dot(self.shape().list(), self.stride().list());
        (slice!(self, coord, C), Offset::from_word(offset))
    }
}

/// Slices, for every layout.
pub trait Sliced: AnyLayout {
    /// See [`Layout::slice`]; a coordinate that does not fit the shape stops the compiler when the
    /// generic code is instantiated.
    #[inline(always)]
    fn slice<C: IntTuple>(self, coord: C) -> (Self::Slice<C>, isize) {
        const { fits::<Self, C>() };
        let offset = coord.list().dot(self.shape().list(), self.stride().list());
        (slice!(self, coord, C), offset as isize)
    }
}
impl<L: AnyLayout> Sliced for L {}

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
            require(
                !<<Self::Stride as IntTuple>::IsSigned as Bool>::VALUE,
                "the layout has a negative stride: its offsets are `isize`, use `offset`",
            )
        };
        coord.list().dot(self.shape().list(), self.stride().list())
    }

    /// The offset of a coordinate, signed.
    #[inline(always)]
    fn offset<C: Coordinate>(self, coord: C) -> isize {
        const { fits::<Self, C>() };
        coord.list().dot(self.shape().list(), self.stride().list()) as isize
    }

    /// See [`Layout::size`].
    #[inline(always)]
    fn size(self) -> usize {
        self.shape().list().count()
    }

    /// See [`Layout::cosize`].
    #[inline(always)]
    fn cosize(self) -> usize {
        let (shape, stride) = (self.shape().list(), self.stride().list());
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
