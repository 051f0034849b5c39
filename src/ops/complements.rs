//! Complements: the offsets that a layout leaves out.

use super::parts::*;
use super::table::operations;
use crate::types::{Ceil, Leaf, Quotient};

operations! {
    complements:

    /// The gaps of the layout in `[0, m)`: `(self, complement)` maps one to one onto `[0, m)`. Modes of
    /// stride 0 or extent 1 do not count.
    ///
    /// ```text
    /// offset        0  1  2  3  4  5  6  7  8  9 .. 16 17 ..  23
    /// 4:2           x     x     x     x
    /// complement    0  1                    8  9    16 17           (2,3):(1,8)
    /// ```
    ///
    /// Its size is `m` divided by the size of the layout; its offsets rise. CuTe's `complement` rounds up if nothing
    /// divides; here, [`complement_padded`](Self::complement_padded) does.
    ///
    /// Refused when a stride, in rising order, is not a multiple of where the mode below it ends (gaps would
    /// remain, or modes overlap), and when the end of the last mode does not divide `m`.
    ///
    /// ```
    /// use static_layout::*;
    /// let holes = layout!(4:2).complement(typenum::U24::new());
    /// assert_eq!(holes.to_string(), "(2,3):(1,8)");
    /// let m = 24;
    /// assert_eq!(layout!(4:2).complement(m).to_string(), "(2,3):(1,8)");
    /// assert!(layout!(4:2).try_complement(m + 1).is_err());
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no complement of 4:2 in 19: 8 does not divide 19
    /// layout!(4:2).complement(typenum::U19::new());
    /// ```
    fn complement, try_complement(leaf m: M) -> Complement
    {
        wrapped: A::Complement<M, Quotient>;
        |a| a.complement_in(&m);
        first check::require(
            <A::OffsetMap as OffsetMap>::IS_IDENTITY,
            "a swizzled layout has no complement: take the complement of the layout inside"
        );
        try "layout!(4:1).try_complement(n)" 24 "6:4" 18 "complement_padded rounds up to 20";
    }

    /// [`complement`](Self::complement) in the next multiple of what the layout needs: the last
    /// extent is rounded up. CuTe's `complement`.
    ///
    /// ```text
    /// offset        0  1  2  3  4  5  6  7  8  9 .. 16 17 18 |  19 ..  23
    /// 4:2           x     x     x     x                      m
    /// complement    0  1                    8  9    16 17           (2,3):(1,8)
    /// ```
    ///
    /// Refused when gaps would remain between the modes of the layout: no rounding fills them.
    ///
    /// ```
    /// use static_layout::*;
    /// let holes = layout!(4:2).complement_padded(typenum::U19::new());
    /// assert_eq!(holes.to_string(), "(2,3):(1,8)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no complement of (2,2):(1,3) in 24: the stride 3 is not a multiple of 2
    /// layout!((2, 2):(1, 3)).complement_padded(typenum::U24::new());
    /// ```
    fn complement_padded, try_complement_padded(leaf m: M) -> ComplementPadded
    {
        wrapped: A::Complement<M, Ceil>;
        |a| a.complement_padded_in(&m);
        first check::require(
            <A::OffsetMap as OffsetMap>::IS_IDENTITY,
            "a swizzled layout has no complement: take the complement of the layout inside"
        );
        try "layout!((2, 2):(1, n)).try_complement_padded(shape!(24))"
            4 "(1,2,3):(1,2,8)"
            1 "the modes overlap";
    }
}
