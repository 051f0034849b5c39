//! A layout after a swizzled layout: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`.
//!
//! `Sw'` moves as many bits: those of the offsets that `A` makes of the bits that `Sw` moves, found at
//! the lowest of each run. Whether `A` carries all of them over, one by one, is for the judge to say.

use super::{AskCompose, Copies, Multiply};
use crate::int::{Difference, Int, Leaf, Logarithm, Map, Neg, One, Power, Product, Sum, ZeroOr};
use crate::layout::{Collapsing, Modes, PlainLayout};
use crate::num::Bool;
use crate::num::octal::Z;
use crate::swizzle::{Outer, Swizzle, Through};
use layout_core::{self as value, LayoutError};

/// An operation whose right operand may be swizzled.
pub trait Carry {
    /// The modes of `A` that the right operand walks.
    type Modes<A: PlainLayout>: Modes;
    /// Copies of the left operand stand beside what is walked.
    const IS_PRODUCT: bool;
    /// The operation on plain integers.
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError>;
}
impl Carry for AskCompose {
    type Modes<A: PlainLayout> = A::Coalesced;
    const IS_PRODUCT: bool = false;
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError> {
        a.compose(t)
    }
}
impl Carry for Multiply {
    type Modes<A: PlainLayout> = Copies<A>;
    const IS_PRODUCT: bool = true;
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError> {
        a.logical_product(t)
    }
}

/// `S`, if it is positive; otherwise 0.
type Up<S> = <<S as Int>::IsNegative as ZeroOr>::Or<<S as Int>::Magnitude>;
/// `-S`, if that is positive; otherwise 0.
type Down<S> = <<<S as Int>::IsNegative as Bool>::Not as ZeroOr>::Or<<S as Int>::Magnitude>;
/// The bit that bit `B` of the linear index becomes in `L`.
type Carried<L, B> = Map<Logarithm, <L as Collapsing>::Offset<Map<Power, B, Z>>, Z>;

/// Modes that carry a swizzle over.
pub trait Carrying: Modes {
    /// What the offsets of these modes go through, after `Swizzle<B, M, S>` and the offset `O` of
    /// linear indices.
    type Through<B: Leaf, M: Leaf, S: Leaf, O: Leaf>: Outer;
}
impl<L: Modes> Carrying for L {
    type Through<B: Leaf, M: Leaf, S: Leaf, O: Leaf> =
        <Carried<L, Map<Sum, M::In, Up<S::In>>> as From>::Onto<
            Carried<L, Map<Sum, M::In, Down<S::In>>>,
            B,
            <<<O::In as Int>::IsZero as ZeroOr>::Or<L::Offset<O::In>> as Int>::Leaf,
        >;
}

/// The lowest bit that is read.
pub trait From: Int {
    /// The `B` bits from here on, xored onto those from `Z` on.
    type Onto<Z: Int, B: Leaf, O: Leaf>: Outer;
}
impl<Y: Int> From for Y {
    type Onto<Z: Int, B: Leaf, O: Leaf> = Through<
        Swizzle<B, Some<B, Lower<Y, Z>>, Some<B, Map<Sum, Y, Map<Product, Z, Neg<One>>>>>,
        O,
    >;
}
/// The lower one.
type Lower<A, B> = Map<Difference, A, Map<Difference, A, B>>;
/// `N`, or 0 where no bit is moved.
type Some<B, N> = <<<<B as Leaf>::In as Int>::IsZero as ZeroOr>::Or<N> as Int>::Leaf;
