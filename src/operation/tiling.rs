//! Operations with a tiler: composition, divides, products.

use super::{Asks, operations};
use crate::check;
use crate::layout::{AnyLayout, BothStatic, Layout, PlainLayout, PlainOf, TilerFits};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{Elements, IntTuple};
use crate::types::{AskCompose, Divide, Multiply, Tiler};
use layout_core::LayoutError;
use typenum::B1;

operations! {
    /// Composition and division by a [`Tiler`], for every layout.
    trait TiledBy; operand t: T: Tiler;
    rule <T as Tiler>::Fits<Elements<S>>; TilerFits;
    is_static BothStatic; is_plain <T::OffsetMap as OffsetMap>::IS_IDENTITY; desc (&T::TILER); value &t.plain_tiler();
    judge const { check::check::<Self, Asked, T>() },
    const { check::check_any::<Self, Asked, T>() };
    through itself;

    /// `R(c) = self(t(c))`: the layout read through another one. By mode, each mode is composed
    /// with its tiler, `_` leaves a mode as it is, and modes past the tilers are dropped.
    ///
    /// ```text
    /// t = (4,3):(3,1)     x         0  1  2  3  4  5  6  7  8  9 10 11     self o t
    ///  0  1  2            self(x)   0  8 16 24 32 40  2 10 18 26 34 42      0  8 16
    ///  3  4  5                                                             24 32 40
    ///  6  7  8            self = (6,2):(8,2)                                2 10 18
    ///  9 10 11                                                             26 34 42
    /// ```
    ///
    /// The shape of `R` refines that of `t`. Past the end of `self` the equation holds for the
    /// coalesced layout, its last mode going on without bound: `(4,1):(1,100)` is `4:1` there.
    /// CuTe's name is `composition`.
    ///
    /// Refused when a mode of `t` walks through `self` in steps that do not divide its extents, when
    /// the modes of `t` add past an extent of `self` (a carry), and when a stride of `t` is negative:
    /// then no layout in this form satisfies the equation.
    ///
    /// A swizzled `t` gives a swizzled `R`: the bits that it moves become bits of the offsets of `self`.
    /// Refused when one of them does not become one bit, or the bits of a run do not stay a run. If `self` is
    /// swizzled, too, `R` goes through both swizzles as [one](crate::Swizzle::after): refused where they are none, and
    /// where the offset of `self` changes bits of the other.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((6, 2):(8, 2));
    /// let r = a.compose(layout!((4, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),3):((24,2),8)");
    /// assert_eq!(r.index((2, 1)), a.index(7));
    /// // By mode: the first two rows and three columns.
    /// let corner = layout!((4, 6):(1, 4)).compose(tile!(2, 3));
    /// assert_eq!(corner.to_string(), "(2,3):(1,4)");
    /// let r = layout!((8, 8):(16, 1)).compose(layout!(Sw<2,0,3> o 0 o (4, 8):(1, 8)));
    /// assert_eq!(r.to_string(), "Sw<2,0,-4> o 0 o (4,8):(16,1)");
    /// // The way there and the way back: the swizzles of both meet, and none is left.
    /// let a = layout!(Sw<3,0,3> o 0 o (8, 8):(8, 1));
    /// assert_eq!(a.compose(a.inverse()).to_string(), "Sw<0,0,3> o 0 o (8,8):(1,8)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot compose (3,8):(8,1) with 8:2: 2 does not divide 3
    /// layout!((3, 8):(8, 1)).compose(layout!(8:2));
    /// ```
    compose, try_compose -> T::Compose<Self>, Compose, compose, carry AskCompose,
        { const { check::carried::merges::<Self, T, AskCompose, ops::plain::Compose<PlainOf<Self>, T>>() } };

    /// `(self o t, self o t*)`: the tile and, where tiles repeat, the rest; `t*` is the complement
    /// of `t` in the size of `self`. By mode, this for each mode; modes without a tiler stay.
    ///
    /// ```text
    /// 12:1 by 3:2                         a column is a tile, a row one place in all tiles
    ///  0  1  2  3  4  5  6 ..  11             0  1  6  7
    ///  x     x     x        the tile 3:2      2  3  8  9
    ///  x  x              x  x  the rest       4  5 10 11     (3,(2,2)):(2,(1,6))
    /// ```
    ///
    /// The same size and the same offsets; mode 0 is the tile. Refused when the tile and its complement
    /// do not make up `[0, size)`, where CuTe rounds up: that is
    /// [`logical_divide_padded`](Self::logical_divide_padded). Also refused when the tile repeats an
    /// element (a stride of 0), and wherever [`compose`](Self::compose) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!(12:1).logical_divide(layout!(3:2));
    /// assert_eq!(r.to_string(), "(3,(2,2)):(2,(1,6))");
    /// let r = layout!((8, 6):(1, 8)).logical_divide(tile!(4, 3));
    /// assert_eq!(r.to_string(), "((4,2),(3,2)):((1,4),(8,24))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6
    /// layout!((6, 4):(4, 1)).logical_divide(layout!(4:1));
    /// ```
    logical_divide, try_logical_divide -> T::Logical<Self, Divide>, LogicalDivide,
        logical_divide;

    /// `((tiles), (rests))`: [`logical_divide`](Self::logical_divide) with the tiles of all modes
    /// together. Mode 0 walks one tile, mode 1 walks from tile to tile.
    ///
    /// ```text
    /// (4,6):(1,4) cut in tiles of 2 by 3     zipped: a column is a tile
    ///   0  4  8 | 12 16 20                       0  2 12 14
    ///   1  5  9 | 13 17 21                       1  3 13 15
    ///  ---------+---------                       4  6 16 18
    ///   2  6 10 | 14 18 22                       5  7 17 19
    ///   3  7 11 | 15 19 23                       8 10 20 22
    ///                                            9 11 21 23
    /// ```
    ///
    /// By a layout, it is `logical_divide`. A mode that `_` leaves is all tile, its rest `1:0`; modes
    /// past the tilers are rests. Refused as `logical_divide` is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
    /// assert_eq!(r.to_string(), "((2,3),(2,2)):((1,4),(2,12))");
    /// let (tile, start) = r.slice(coord!(_, 2));
    /// assert_eq!((tile.to_string(), start), ("((2,3)):((1,4))".into(), 12));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,6):(1,4) by <3:1,3:1>: 3 does not divide 4
    /// layout!((4, 6):(1, 4)).zipped_divide(tile!(3, 3));
    /// ```
    zipped_divide, try_zipped_divide -> T::Zipped<Self, Divide>, ZippedDivide,
        zipped_divide;

    /// `((tiles), rest_0, rest_1, ..)`: [`zipped_divide`](Self::zipped_divide) with the rests side
    /// by side, one coordinate for each direction of the grid of tiles.
    ///
    /// ```text
    /// zipped   ((2,3), (2,2)) : ((1,4), (2,12))
    /// tiled    ((2,3),  2,2 ) : ((1,4),  2,12 )       index((k, i, j)): element k of tile (i, j)
    /// ```
    ///
    /// Refused as [`logical_divide`](Self::logical_divide) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 6):(1, 4)).tiled_divide(tile!(2, 3));
    /// assert_eq!(r.to_string(), "((2,3),2,2):((1,4),2,12)");
    /// assert_eq!(r.index((5, 1, 0)), 11);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,6):(1,4) by <2:1,4:1>: 4 does not divide 6
    /// layout!((4, 6):(1, 4)).tiled_divide(tile!(2, 4));
    /// ```
    tiled_divide, try_tiled_divide -> T::Tiled<Self, Divide>, TiledDivide,
        tiled_divide;

    /// `(tile_0, .., rest_0, ..)`: [`zipped_divide`](Self::zipped_divide) with everything side by
    /// side.
    ///
    /// ```text
    /// zipped   ((2,3), (2,2)) : ((1,4), (2,12))
    /// flat     ( 2,3,   2,2 ) : ( 1,4,   2,12 )       index((a, b, i, j)): element (a, b) of tile (i, j)
    /// ```
    ///
    /// Refused as [`logical_divide`](Self::logical_divide) is, and when the result has more than 12 modes.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 6):(1, 4)).flat_divide(tile!(2, 3));
    /// assert_eq!(r.to_string(), "(2,3,2,2):(1,4,2,12)");
    /// assert_eq!(r.index((1, 2, 1, 0)), 11);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,6):(1,4) by <2:1,4:1>: 4 does not divide 6
    /// layout!((4, 6):(1, 4)).flat_divide(tile!(2, 4));
    /// ```
    flat_divide, try_flat_divide -> T::Flat<Self, Divide>, FlatDivide,
        flat_divide;

    /// `(self, self+ o t)`: a copy of `self` where `t` has an element. By mode, this for each mode.
    ///
    /// ```text
    /// (2,2):(4,1) by 6:1    copy    0  1  2  3  4  5
    ///                               0  2  8 10 16 18
    ///                               4  6 12 14 20 22
    ///                               1  3  9 11 17 19
    ///                               5  7 13 15 21 23     ((2,2),(2,3)):((4,1),(2,8))
    /// ```
    ///
    /// Mode 0 is `self`; the size is the product of the sizes. `self+` are the places where copies
    /// fit, the holes of `self` first, so copies never meet: if `self` and `t` are injective the
    /// product is. It needs no complement: gaps that divide nothing stay unused.
    ///
    /// Refused when `self` overlaps itself, and when `t` does not fit the places as in
    /// [`compose`](Self::compose). With a swizzled `t` the copies are swizzled; refused when `self` sets
    /// bits that are moved, and where two swizzles are not one.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(4, 1)).logical_product(layout!(6:1));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// // Rows of 4 with a pitch of 9: the gaps stay.
    /// let r = layout!((5, 4):(1, 9)).logical_product(layout!(3:1));
    /// assert_eq!(r.to_string(), "((5,4),3):((1,9),36)");
    /// let r = layout!(4:1).logical_product(layout!(Sw<2,0,2> o 0 o 16:1));
    /// assert_eq!(r.to_string(), "Sw<2,2,2> o 0 o (4,16):(1,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).logical_product(layout!(3:1));
    /// ```
    logical_product, try_logical_product -> T::Logical<Self, Multiply>, LogicalProduct,
        logical_product, carry Multiply, { const { check::carried::merges::<Self, T, Multiply, ops::plain::LogicalProduct<PlainOf<Self>, T>>() } };

    /// `((self), (copies))`: [`logical_product`](Self::logical_product) with the copies of all modes
    /// together. By a layout, it is `logical_product`. Refused as that is.
    ///
    /// ```text
    /// (2,2):(1,2) by <2:1,3:1>     logical ((2,2),(2,3)) : ((1,4),(2,4))
    ///                              zipped  ((2,2),(2,3)) : ((1,2),(4,4))
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).zipped_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((1,2),(12,4))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).zipped_product(layout!(3:1));
    /// ```
    zipped_product, try_zipped_product -> T::Zipped<Self, Multiply>, ZippedProduct,
        zipped_product;

    /// `((self), copy_0, copy_1, ..)`: [`zipped_product`](Self::zipped_product) with the copies side
    /// by side. Refused as [`logical_product`](Self::logical_product) is.
    ///
    /// ```text
    /// zipped   ((2,2), (2,3)) : ((1,2), (12,4))
    /// tiled    ((2,2),  2,3 ) : ((1,2),  12,4 )       index((k, i, j)): element k of copy (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).tiled_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),2,3):((1,2),12,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).tiled_product(layout!(3:1));
    /// ```
    tiled_product, try_tiled_product -> T::Tiled<Self, Multiply>, TiledProduct,
        tiled_product;

    /// `(self_0, .., copy_0, ..)`: [`zipped_product`](Self::zipped_product) with everything side by
    /// side. Refused as [`logical_product`](Self::logical_product) is, and when the result has more than
    /// 12 modes.
    ///
    /// ```text
    /// zipped   ((2,2), (2,3)) : ((1,2), (12,4))
    /// flat     ( 2,2,   2,3 ) : ( 1,2,   12,4 )       index((a, b, i, j)): element (a, b) of copy (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).flat_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "(2,2,2,3):(1,2,12,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).flat_product(layout!(3:1));
    /// ```
    flat_product, try_flat_product -> T::Flat<Self, Multiply>, FlatProduct,
        flat_product;
}

operations! {
    /// Products mode by mode, for every layout.
    trait ProductWith; operand b: B: AnyLayout;
    rule B1; AlwaysFits;
    is_static BothStatic; is_plain <B::OffsetMap as OffsetMap>::IS_IDENTITY; desc check::desc::<B>(); value &b.parts().1.plain();
    judge const { check::check::<Self, Asked, B>() },
    const { check::check_any::<Self, Asked, B>() };
    through itself;

    /// `((a_0, b_0), (a_1, b_1), ..)`: blocks of `self` in the order of `b`. A missing mode is
    /// `1:0`.
    ///
    /// ```text
    /// (2,2):(1,2) by (2,3):(1,2)
    /// blocked                     raked
    ///   0  2 |  8 10 | 16 18        0  8 16  2 10 18
    ///   1  3 |  9 11 | 17 19        4 12 20  6 14 22
    ///  ------+-------+------        1  9 17  3 11 19
    ///   4  6 | 12 14 | 20 22        5 13 21  7 15 23
    ///   5  7 | 13 15 | 21 23
    /// ```
    ///
    /// The offsets are those of [`logical_product`](Self::logical_product), mode by mode side by side.
    /// Refused as that is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).blocked_product(layout!((2, 3):(1, 2)));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((1,4),(2,8))");
    /// assert_eq!(r.index((3, 2)), 13);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,1) by 2:1: the stride 1 is below 2, where the mode below it ends
    /// layout!((2, 2):(1, 1)).blocked_product(layout!(2:1));
    /// ```
    blocked_product, try_blocked_product -> <B::Plain as PlainLayout>::BlockedBy<Self>, BlockedProduct,
        blocked_product;

    /// `((b_0, a_0), (b_1, a_1), ..)`: the elements of `self` spread over `b`, as rakes spread them. A
    /// missing mode is `1:0`. The picture is beside [`blocked_product`](Self::blocked_product), whose
    /// pairs are swapped here; refused as that is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).raked_product(layout!((2, 3):(1, 2)));
    /// assert_eq!(r.to_string(), "((2,2),(3,2)):((4,1),(8,2))");
    /// assert_eq!(r.index((1, 2)), 20);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,1) by 2:1: the stride 1 is below 2, where the mode below it ends
    /// layout!((2, 2):(1, 1)).raked_product(layout!(2:1));
    /// ```
    raked_product, try_raked_product -> <B::Plain as PlainLayout>::RakedBy<Self>, RakedProduct,
        raked_product;
}

/// [`TiledBy::try_zipped_divide`], of which the caller has asked [`divides`](super::divides): asked again here, a
/// mistake would be refused twice.
#[inline(always)]
pub(crate) fn zipped<L: AnyLayout, T: Tiler>(
    layout: L,
    t: T,
) -> Result<ops::ZippedDivide<L, T>, LayoutError> {
    operations! {
        @wrapped [] layout, L, t, T, BothStatic, &t.plain_tiler(), ZippedDivide, zipped_divide, itself
    }
}

/// [`TiledBy::try_compose`], of which the caller has asked [`composes`](super::composes).
#[inline(always)]
pub(crate) fn composed<L: AnyLayout, T: Tiler>(
    layout: L,
    t: T,
) -> Result<ops::Compose<L, T>, LayoutError> {
    operations! {
        @wrapped [AskCompose, {}] layout, L, t, T, BothStatic, &t.plain_tiler(), Compose, compose, itself
    }
}

/// No rule.
pub trait AlwaysFits {}
impl AlwaysFits for B1 {}
