//! Composition: a layout read through another one.

use super::parts::*;
use super::table::operations;

operations! {
    compositions:

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
    /// The shape of `R` refines the shape of `t`. Past the end of `self` the equation holds for the coalesced layout
    /// with an unbounded last mode: `(4,1):(1,100)` is `4:1` there. CuTe's name is `composition`.
    ///
    /// Refused when a mode of `t` walks through `self` in steps that neither divide its extents nor stay within them,
    /// when the modes of `t` add past an extent of `self` (a carry: the sum overflows into the next mode), and when a
    /// stride of `t` is negative.
    ///
    /// A swizzled `t` gives a swizzled `R`: the bits that it moves become bits of the offsets of `self`. Refused when
    /// one of them does not become one bit, or adjacent bits do not remain adjacent. Also refused if `self` is
    /// swizzled: `compose_swizzled` of [`dynamic::ComposedLayout`](crate::dynamic::ComposedLayout) merges two swizzles.
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
    /// // Four linear indices are one row and one column of three rows.
    /// assert_eq!(layout!((3, 4):(1, 2)).compose(layout!(2:4)).to_string(), "2:3");
    /// let r = layout!((8, 8):(16, 1)).compose(layout!(Sw<2,0,3> o 0 o (4, 8):(1, 8)));
    /// assert_eq!(r.to_string(), "Sw<2,0,-4> o 0 o (4,8):(16,1)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot compose (3,8):(8,1) with 8:2: 2 does not divide 3
    /// layout!((3, 8):(8, 1)).compose(layout!(8:2));
    /// ```
    fn compose, try_compose(tiler t: T) -> Compose
    where (IsTilerOf<T, Self>: TilerFits)
    {
        through(check::carried::ComposedMap<A, T>): T::Compose<A>;
        |a| a.compose(&t);
        plan a.plan_compose_within(&t);
        // With a swizzled tiler, the result has its swizzle. Two swizzled operands are refused.
        is_inside <<T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY;
        check_swizzled check::carried::composes::<A, T, R>();
        swizzled_result check::carried::composed::<A, T, Found<A, T>>(this, t);
        result_of_plain Compose<Self, T>;
        try "layout!((n, 8):(8, 1)).try_compose(layout!(8:2))" 4 "(2,4):(16,1)" 3 "2 does not divide 3";
    }
}
