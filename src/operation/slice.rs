//! Slices, and what generic code sees of indexing.

use crate::at_caller::at_caller;
use crate::check::{self, keep, sliced_by};
use crate::layout::{
    AnyLayout, Codomain, CodomainOf, CoordinateFits, Coords, Image, Layout, Mapping, OffsetIn,
    PlainLayout, PlainOf,
};
use crate::num::{Bool, static_value};
use crate::ops;
use crate::swizzle::{NoMap, OffsetMap};
use crate::tuple::{Congruence, Coordinate, IntTuple, Keeps, Selection};
use layout_core::LayoutError;

macro_rules! slice {
    ($layout:expr, $A:ty, $coord:ident, $C:ident) => {
        at_caller! {{
            const { sliced_by::<$A, $C, <$A as PlainLayout>::Slice<$C>>() };
            <<$A as AnyLayout>::IsStatic as Bool>::static_value_or_panic(|| {
                let mut kept = Selection::NONE;
                $coord.list().keeps::<<$A as AnyLayout>::Shape>(&mut kept, 0);
                Ok(keep::<$A, <$A as PlainLayout>::Slice<$C>>($layout, &kept))
            })
        }}
    };
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The part of the layout that `_` keeps, and the offset of the coordinate's other leaves:
    /// `self(c' + c*) = offset + part(c*)`. CuTe's `slice_and_offset`.
    ///
    /// ```text
    /// (4,(2,3)):(6,(3,1))     at (2,_)                    at (_,(1,_))
    ///   0  3  1  4  2  5       .  .  .  .  .  .            .  3  .  4  .  5
    ///   6  9  7 10  8 11       .  .  .  .  .  .            .  9  . 10  . 11
    ///  12 15 13 16 14 17      12 15 13 16 14 17            . 15  . 16  . 17
    ///  18 21 19 22 20 23       .  .  .  .  .  .            . 21  . 22  . 23
    ///                         12 + ((2,3)):((3,1))         3 + (4,3):(6,1)
    /// ```
    ///
    /// What is kept is put side by side: nesting in the coordinate leaves no trace. `_` alone is
    /// the whole layout. The coordinate is not checked against the extents, as in
    /// [`index`](Self::index); one of another nesting does not compile.
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
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the coordinate does not fit the shape
    /// layout!((4, (2, 3)):(6, (3, 1))).slice(coord!(2, (_, 1, 0)));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: IntTuple>(self, coord: C) -> (<Self as PlainLayout>::Slice<C>, Image<D>)
    where
        <C::List as Congruence>::Weakly<S::List>: CoordinateFits,
    {
        let start = CodomainOf::<D>::image(NoMap, coord, self.shape(), self.stride());
        (slice!(self, Self, coord, C), start)
    }
}

/// Slices, for every layout.
#[layout_macros::at_caller]
pub trait Sliced: AnyLayout {
    /// See [`Layout::slice`]; a coordinate that does not fit the shape stops the compiler when the
    /// generic code is instantiated. The offset is `usize`; for a layout with negative strides this
    /// does not compile: see [`part`](Self::part) and [`Indexed::offset`].
    ///
    /// The offset of a swizzled layout moves inside, before the swizzle: 0 is left to add.
    ///
    /// ```
    /// use static_layout::typenum::{U0, U2};
    /// use static_layout::*;
    /// let a = ComposedLayout::new(Swizzle::<U2, U0, U2>::default(), U0::new(), layout!((4, 4):(1, 4)));
    /// let (column, offset) = a.slice(coord!(_, 3));
    /// assert_eq!((column.to_string(), offset), ("Sw<2,0,2> o 12 o (4):(1)".into(), 0));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn slice<C: IntTuple>(self, coord: C) -> (ops::Slice<Self, C>, usize) {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        sliced(self, coord)
    }

    /// The layout of [`slice`](Self::slice), without the offset.
    #[inline(always)]
    #[track_caller]
    fn part<C: IntTuple>(self, coord: C) -> ops::Slice<Self, C> {
        const { fits::<Self, C>() };
        sliced(self, coord).0
    }
}
impl<L: AnyLayout> Sliced for L {}

/// The part that a coordinate keeps, and what of its offset has not moved inside.
#[inline(always)]
#[track_caller]
pub(crate) fn sliced<L: AnyLayout, C: IntTuple>(layout: L, coord: C) -> (ops::Slice<L, C>, usize) {
    let (outer, plain) = layout.parts();
    let offset = coord.dot(plain.shape(), plain.stride());
    let (outer, offset) = outer.moved::<Offsets<L, C>>(offset);
    (outer.wrap(slice!(plain, PlainOf<L>, coord, C)), offset)
}
type Offsets<L, C> = OffsetIn<<L as AnyLayout>::Shape, <PlainOf<L> as PlainLayout>::Stride, C>;

#[track_caller]
const fn not_negative<L: AnyLayout>() {
    check::offsets::<L>();
    check::require_of::<L>(
        !<<<L::Plain as PlainLayout>::Stride as IntTuple>::IsSigned as Bool>::VALUE,
        "the layout has a negative stride: its offsets are `isize`, use `offset`",
    )
}

#[track_caller]
pub(crate) const fn fits<L: AnyLayout, C: IntTuple>() {
    check::fits_shape::<C, L::Shape>()
}

/// Indexing and sizes, for every layout.
///
/// ```
/// use static_layout::*;
/// fn last<L: AnyLayout>(l: L) -> usize {
///     l.index(l.size() - 1)
/// }
/// assert_eq!(last(layout!((4, 8):(8, 1))), 31);
/// assert_eq!(last(layout!(Sw<2,0,3> o 0 o (4, 8):(8, 1))), 28);
/// ```
#[layout_macros::at_caller]
pub trait Indexed: AnyLayout {
    /// See [`Layout::index`]. Generic code gets a `usize`; for a layout with negative strides,
    /// whose offsets can be below 0, this does not compile: see [`offset`](Self::offset).
    #[inline(always)]
    fn index<C: Coordinate>(self, coord: C) -> usize {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        word(self, coord)
    }

    /// See [`Layout::try_index`].
    #[inline]
    fn try_index<C: Coordinate>(self, coord: C) -> Result<usize, LayoutError> {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        if coord.lies_in(self.shape()) {
            Ok(word(self, coord))
        } else {
            Err(check::out_of_range(self.parts().1, coord))
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
            check::require_of::<Self>(
                <Self::IsStatic as Bool>::VALUE && <C::IsStatic as Bool>::VALUE,
                "index_static needs a static layout and a static coordinate: use index",
            );
            check::static_index::<Self, C, ops::Index<Self, C>>();
        };
        static_value()
    }

    /// See [`Layout::iter`]; the offsets are `usize`, as of [`index`](Self::index).
    #[inline]
    fn iter(self) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + Clone {
        const { not_negative::<Self>() };
        let (outer, plain) = self.parts();
        let (shape, stride) = (plain.shape(), plain.stride());
        (0..shape.count()).map(move |i| outer.apply(shape.last_offset(stride, i)))
    }

    /// The offset of a coordinate, signed.
    #[inline(always)]
    fn offset<C: Coordinate>(self, coord: C) -> isize {
        const {
            fits::<Self, C>();
            check::offsets::<Self>();
        };
        word(self, coord) as isize
    }

    /// What a coordinate maps to: as [`Layout::index`] has it, an offset (signed where a stride is
    /// negative) or a coordinate.
    ///
    /// ```
    /// use static_layout::*;
    /// fn last<L: AnyLayout>(l: L) -> ops::Image<L> {
    ///     l.image(l.size() - 1)
    /// }
    /// assert_eq!(last(layout!((4, 6):(6, 1))), 23);
    /// assert_eq!(last(Layout::identity(shape!(4, 6))), (3, 5));
    /// ```
    #[inline(always)]
    fn image<C: Coordinate>(self, coord: C) -> ops::Image<Self> {
        const { fits::<Self, C>() };
        let (outer, plain) = self.parts();
        <PlainOf<Self> as PlainLayout>::Codomain::image(outer, coord, plain.shape(), plain.stride())
    }

    /// See [`Layout::size`].
    #[inline(always)]
    fn size(self) -> usize {
        self.shape().count()
    }

    /// See [`Layout::cosize`]; of a swizzled layout, that of the layout inside.
    #[inline(always)]
    fn cosize(self) -> usize {
        check::cosize_of(self.parts().1)
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

    /// See [`Layout::coords`].
    ///
    /// ```
    /// use static_layout::*;
    /// fn total<L: AnyLayout>(layout: L, data: &[usize]) -> usize {
    ///     layout.coords().map(|c| data[layout.index(c)]).sum()
    /// }
    /// let data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// assert_eq!(total(layout!((2, 2):(1, 4)), &data), 0 + 1 + 4 + 5);
    /// assert_eq!(total(layout!(Sw<1,0,2> o 0 o (2, 2):(1, 4)), &data), 0 + 1 + 5 + 4);
    /// ```
    #[inline]
    fn coords(self) -> Coords<Self::Shape> {
        Coords::of(self.shape())
    }

    /// See [`Layout::flat_coord`].
    #[inline(always)]
    fn flat_coord(self, linear: usize) -> <Self::Shape as IntTuple>::FlatCoord {
        self.shape().mode_digits(linear)
    }
}
impl<L: AnyLayout> Indexed for L {}

/// The offset of a coordinate, in two's complement.
#[inline(always)]
fn word<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> usize {
    let (outer, plain) = layout.parts();
    outer.apply(coord.dot(plain.shape(), plain.stride()))
}
