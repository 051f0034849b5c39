//! The numbers of a layout as types.

use super::{Codomain, PlainLayout, PlainOf};
use crate::types::num::int::Int;

/// The number of coordinates, a numeral if it is static.
pub type Size<A> = <<PlainOf<A> as PlainLayout>::Size as Int>::Leaf;
/// One more than the greatest offset, a numeral if it is static; for a swizzled layout, the cosize of the layout
/// inside.
pub type Cosize<A> = <<PlainOf<A> as PlainLayout>::Cosize as Int>::Leaf;
/// The integer type of the offsets of [`Layout::narrow`](crate::Layout::narrow): `u32`, or `i32` with a negative
/// stride, if static leaves and bounds prove that 32 bits hold each offset; otherwise `u64` or `i64`.
pub type NarrowIndex<A> = <PlainOf<A> as PlainLayout>::NarrowIndex;
/// The result of [`Layout::coshape`](crate::Layout::coshape).
pub type Coshape<A> = <<PlainOf<A> as PlainLayout>::Codomain as Codomain>::Coshape<PlainOf<A>>;
