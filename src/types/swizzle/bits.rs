//! The bits that a swizzle reads and changes, as integers of type functions.

use crate::types::num::Bool;
use crate::types::num::int::{Int, Leaf, Map, Mod, Power, Product, Sum, Whole, Xor};
use crate::types::num::octal::Z;

/// `2^N`.
pub type Bit<N> = Map<Power, N, Z>;
/// The number of the lowest bit that `Swizzle<_, M, S>` reads: `M + max(0, S)`.
pub type ReadFrom<M, S> = Map<Sum, <M as Leaf>::In, ShiftUp<<S as Leaf>::In>>;
/// The number of the lowest bit that `Swizzle<_, M, S>` changes: `M + max(0, -S)`.
pub type WrittenFrom<M, S> = Map<Sum, <M as Leaf>::In, ShiftDown<<S as Leaf>::In>>;

/// `max(0, S)`.
type ShiftUp<S> = <<S as Int>::IsNegative as Bool>::ZeroOr<<S as Int>::Magnitude>;
/// `max(0, -S)`.
type ShiftDown<S> = <<<S as Int>::IsNegative as Bool>::Not as Bool>::ZeroOr<<S as Int>::Magnitude>;

/// `X` swizzled: the `B` bits from the bit of value `Y` on are xored onto those from the bit of value `V` on.
pub type SwizzledOffset<X, B, Y, V> =
    Map<Xor, X, Map<Product, Map<Mod, Map<Whole, X, Y>, Bit<B>>, V>>;
