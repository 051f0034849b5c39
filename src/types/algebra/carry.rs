//! The swizzle of the composition of a layout with a swizzled one: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`.
//!
//! `A` maps linear indices to offsets, so `Sw` swizzles indices and `Sw'` offsets. Where `Sw'` exists, `A` maps the bits that
//! `Sw` reads to a run of bits, and those that it changes to another one:
//!
//! ```text
//! A = (8,8):(16,1)     index    .. 5 4 3 | 2 1 0        mode 0 is bits 0-2, mode 1 those from 3 on
//! Sw<2,0,3>                          Y Y     Z Z
//! A(index)             offset      Z Z . . Y Y          Sw<2,0,-4>
//! ```
//!
//! The types follow the lowest bit of each run. The engine refuses the composition where the others do not follow.

use crate::types::layout::Modes;
use crate::types::num::Bool;
use crate::types::num::int::{Difference, Int, Leaf, Logarithm, Map, Neg, One, Product, Sum};
use crate::types::num::octal::Z;
use crate::types::swizzle::{Bit, ReadFrom, Swizzle, SwizzleMap, WrittenFrom};

/// The map of the offsets of `A o (Swizzle<B, M, S> o O o L)`, `A` having the coalesced modes `L`.
pub type CarriedBy<L, B, M, S, O> =
    CarriedTo<
        B,
        BitOfOffset<L, ReadFrom<M, S>>,
        BitOfOffset<L, WrittenFrom<M, S>>,
        <<<<O as Leaf>::In as Int>::IsZero as Bool>::ZeroOr<
            <L as Modes>::Offset<<O as Leaf>::In>,
        > as Int>::Leaf,
    >;
/// The number of the bit of the offset to which `L` maps bit `F` of the index.
type BitOfOffset<L, F> = Map<Logarithm, <L as Modes>::Offset<Bit<F>>, Z>;
/// The swizzle that xors the `B` bits from `Y` on onto those from `V` on, after the offset `O`.
type CarriedTo<B, Y, V, O> = SwizzleMap<
    Swizzle<B, LeafOrZero<B, Least<Y, V>>, LeafOrZero<B, Map<Sum, Y, Map<Product, V, Neg<One>>>>>,
    O,
>;

/// `min(A, B)`.
type Least<A, B> = Map<Difference, A, Map<Difference, A, B>>;
/// `N`, or 0 if `B = 0`.
type LeafOrZero<B, N> = <<<<B as Leaf>::In as Int>::IsZero as Bool>::ZeroOr<N> as Int>::Leaf;
