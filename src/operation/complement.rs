//! `complement`: the offsets that a layout leaves out.

use super::{Asks, operations};
use crate::check;
use crate::layout::{AnyLayout, Layout, PlainLayout, PlainOf};
use crate::num::Bool;
use crate::num::int::{Ceil, Leaf, Quotient};
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::IntTuple;
use layout_core::LayoutError;
use typenum::B1;

/// What an extent is when it is an operand.
pub trait IsExtent {}
impl IsExtent for B1 {}

operations! {
    /// Complements, for every layout.
    trait Complementable; operand m: M: Leaf;
    rule B1; IsExtent;
    is_static Known; is_plain true; desc (&M::DESC); value &m.plain();
    judge const { check::check::<Self, Asked, M>() },
    const { only_plain::<Self>(); check::check_any::<Self, Asked, M>() };
    through undone;

    /// The holes of the layout in `[0, m)`: with it, `(self, complement)` maps onto `[0, m)` one to
    /// one. Modes of stride 0 or extent 1 take no part.
    ///
    /// ```text
    /// offset        0  1  2  3  4  5  6  7  8  9 .. 16 17 ..  23
    /// 4:2           x     x     x     x
    /// complement    0  1                    8  9    16 17           (2,3):(1,8)
    /// ```
    ///
    /// Its size is `m` divided by that of the layout; its offsets rise. CuTe's `complement` rounds up
    /// where nothing divides; that is [`complement_padded`](Self::complement_padded).
    ///
    /// Refused when the strides, in order, are not multiples of where the mode below ends (holes would
    /// stay, or modes overlap), and when the end of the last mode does not divide `m`.
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
    complement, try_complement -> <Self as PlainLayout>::Complement<M, Quotient>,
        Complement, complement_in;

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
    /// // no complement of (2,2):(1,3) in 24: the stride 3 is no multiple of 2
    /// layout!((2, 2):(1, 3)).complement_padded(typenum::U24::new());
    /// ```
    complement_padded, try_complement_padded -> <Self as PlainLayout>::Complement<M, Ceil>,
        ComplementPadded, complement_padded_in;
}

/// Layout and extent are static.
type Known<A, M> = <<A as AnyLayout>::IsStatic as Bool>::And<<M as IntTuple>::IsStatic>;

/// Offsets that are swizzled leave no holes that a layout could fill.
#[track_caller]
const fn only_plain<A: AnyLayout>() {
    check::require(
        <A::OffsetMap as OffsetMap>::IS_IDENTITY,
        "a swizzled layout has no complement: take that of the layout inside",
    );
}
