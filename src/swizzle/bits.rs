//! The bits of numerals that a swizzle reads and changes.

use crate::num::Bool;
use crate::num::int::{Int, Leaf, Map, Mod, Power, Product, Sum, Whole, Xor, ZeroOr};
use crate::num::octal::Z;

/// `2^N`.
pub type Bit<N> = Map<Power, N, Z>;
/// The number of the first bit that `Swizzle<_, M, S>` reads: `M`, or `S` above it.
pub type ReadFrom<M, S> = Map<Sum, <M as Leaf>::In, Up<<S as Leaf>::In>>;
/// The number of the first bit that it changes: `M`, or `-S` above it.
pub type WrittenFrom<M, S> = Map<Sum, <M as Leaf>::In, Down<<S as Leaf>::In>>;

/// `S`, if it is positive; otherwise 0.
type Up<S> = <<S as Int>::IsNegative as ZeroOr>::Or<<S as Int>::Magnitude>;
/// `-S`, if that is positive; otherwise 0.
type Down<S> = <<<S as Int>::IsNegative as Bool>::Not as ZeroOr>::Or<<S as Int>::Magnitude>;

/// `X`, the `B` bits from value `Y` on xored onto those from value `V` on.
pub type Swizzled<X, B, Y, V> = Map<Xor, X, Map<Product, Map<Mod, Map<Whole, X, Y>, Bit<B>>, V>>;
