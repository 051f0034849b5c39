//! Operations with a tiler: composition, divides, products.

use super::operations;
use crate::algebra::{Divide, Multiply, Tiler};
use crate::judge;
use crate::layout::{AnyLayout, BothStatic, Layout, TilerFits};
use crate::num::Bool;
use crate::ops;
use crate::tuple::{Elements, IntTuple};
use layout_core::LayoutError;
use typenum::B1;

operations! {
    /// Composition and division by a [`Tiler`], for every layout.
    trait TiledBy; operand t: T: Tiler;
    rule <T as Tiler>::Fits<Elements<S>>; TilerFits;
    is_static BothStatic<Self, T>; desc &<T as Tiler>::TILER; value &t.plain_tiler();

    /// `R(c) = self(t(c))`: the layout read through another one. By mode, each mode is composed
    /// with its tiler, `_` leaves a mode as it is, and modes past the tilers are dropped.
    ///
    /// Past the end of `self` the equation holds for the coalesced layout, its last mode going on
    /// without bound: `(4,1):(1,100)` is `4:1` there.
    ///
    /// The shape of `R` refines that of `t`. Refused when no step of the walk is exact, or when the
    /// modes of `t` add past an extent of `self` (a carry): the equation would not hold.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((6, 2):(8, 2)).compose(layout!((4, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),3):((24,2),8)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot compose (3,8):(8,1) with 8:2: 2 does not divide 3
    /// layout!((3, 8):(8, 1)).compose(layout!(8:2));
    /// ```
    compose, try_compose -> T::Compose<Self>, ops::Compose<Self, T>, compose;

    /// `(self o T, self o T*)`: the tile and, where tiles repeat, the rest. By mode, this for each
    /// mode; modes without a tiler stay.
    ///
    /// Same size and the same offsets; mode 0 is the tile. Refused when the tile does not tile the
    /// layout: `logical_divide_padded` rounds up.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 2, 3):(2, 1, 8)).logical_divide(layout!(4:2));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6
    /// layout!((6, 4):(4, 1)).logical_divide(layout!(4:1));
    /// ```
    logical_divide, try_logical_divide -> T::Logical<Self, Divide>, ops::LogicalDivide<Self, T>,
        logical_divide;

    /// `((tiles), (rests))`: [`logical_divide`](Self::logical_divide) with the tiles of all modes
    /// together.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((128, 64):(1, 128)).zipped_divide(tile!(16, 8));
    /// assert_eq!(r.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
    /// ```
    zipped_divide, try_zipped_divide -> T::Zipped<Self, Divide>, ops::ZippedDivide<Self, T>,
        zipped_divide;

    /// `((tiles), rest_0, rest_1, ..)`: [`zipped_divide`](Self::zipped_divide) with the rests side
    /// by side.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((128, 64):(1, 128)).tiled_divide(tile!(16, 8));
    /// assert_eq!(r.to_string(), "((16,8),8,8):((1,128),16,1024)");
    /// ```
    tiled_divide, try_tiled_divide -> T::Tiled<Self, Divide>, ops::TiledDivide<Self, T>,
        tiled_divide;

    /// `(tile_0, .., rest_0, ..)`: [`zipped_divide`](Self::zipped_divide) with everything side by
    /// side.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((128, 64):(1, 128)).flat_divide(tile!(16, 8));
    /// assert_eq!(r.to_string(), "(16,8,8,8):(1,128,16,1024)");
    /// ```
    flat_divide, try_flat_divide -> T::Flat<Self, Divide>, ops::FlatDivide<Self, T>,
        flat_divide;

    /// `(self, self+ o t)`: a copy of `self` where `t` has an element. By mode, this for each mode.
    ///
    /// `self+` are the places where copies fit: they never overlap. Refused when `self` overlaps
    /// itself, or when `t` does not fit the places.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(4, 1)).logical_product(layout!(6:1));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// ```
    logical_product, try_logical_product -> T::Logical<Self, Multiply>, ops::LogicalProduct<Self, T>,
        logical_product;

    /// `((self), (copies))`: [`logical_product`](Self::logical_product) with the copies of all modes
    /// together.
    zipped_product, try_zipped_product -> T::Zipped<Self, Multiply>, ops::ZippedProduct<Self, T>,
        zipped_product;

    /// `((self), copy_0, copy_1, ..)`.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).tiled_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),2,3):((1,2),12,4)");
    /// ```
    tiled_product, try_tiled_product -> T::Tiled<Self, Multiply>, ops::TiledProduct<Self, T>,
        tiled_product;

    /// `(self_0, .., copy_0, ..)`.
    flat_product, try_flat_product -> T::Flat<Self, Multiply>, ops::FlatProduct<Self, T>,
        flat_product;
}

operations! {
    /// Products mode by mode, for every layout.
    trait ProductWith; operand b: B: AnyLayout;
    rule B1; AlwaysFits;
    is_static <<Self as AnyLayout>::IsStatic as Bool>::And<B::IsStatic>; desc &<B as AnyLayout>::DESC;
    value &b.plain();

    /// `((a_0, b_0), (a_1, b_1), ..)`: blocks of `self` in the order of `b`. A missing mode is
    /// `1:0`.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 5):(5, 1)).blocked_product(layout!((3, 4):(1, 3)));
    /// assert_eq!(r.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
    /// ```
    blocked_product, try_blocked_product -> B::BlockedBy<Self>, ops::BlockedProduct<Self, B>,
        blocked_product;

    /// `((b_0, a_0), (b_1, a_1), ..)`: the elements of `self` spread over `b`. A missing mode is
    /// `1:0`.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 5):(5, 1)).raked_product(layout!((3, 4):(1, 3)));
    /// assert_eq!(r.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
    /// ```
    raked_product, try_raked_product -> B::RakedBy<Self>, ops::RakedProduct<Self, B>,
        raked_product;
}

/// No rule.
pub trait AlwaysFits {}
impl AlwaysFits for B1 {}
