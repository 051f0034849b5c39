//! `complement`: the offsets that a layout leaves out.

use super::operations;
use crate::int::{Ceil, Leaf, Quotient};
use crate::judge;
use crate::layout::{AnyLayout, Layout};
use crate::num::Bool;
use crate::ops;
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
    is_static <<Self as AnyLayout>::IsStatic as Bool>::And<M::IsStatic>; desc &M::DESC; value &m.plain();

    /// The holes of the layout in `[0, m)`: with it, `(self, complement)` maps onto `[0, m)` one to
    /// one. Modes of stride 0 or extent 1 take no part.
    ///
    /// Refused when the strides do not divide one another in order, or `m`: then no layout fills the
    /// holes.
    ///
    /// ```
    /// use static_layout::*;
    /// let holes = layout!(4:2).complement(typenum::U24::new());
    /// assert_eq!(holes.to_string(), "(2,3):(1,8)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no complement of 4:2 in 19: 8 does not divide 19
    /// layout!(4:2).complement(typenum::U19::new());
    /// ```
    complement, try_complement -> <Self as AnyLayout>::Complement<M, Quotient>,
        ops::Complement<Self, M>, complement_in;

    /// [`complement`](Self::complement) in the next multiple of what the layout needs: the last
    /// extent is rounded up.
    ///
    /// ```
    /// use static_layout::*;
    /// let holes = layout!(4:2).complement_padded(typenum::U19::new());
    /// assert_eq!(holes.to_string(), "(2,3):(1,8)");
    /// ```
    complement_padded, try_complement_padded -> <Self as AnyLayout>::Complement<M, Ceil>,
        ops::ComplementPadded<Self, M>, complement_padded_in;
}
