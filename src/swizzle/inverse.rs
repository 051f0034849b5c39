//! The way back from swizzled offsets: the inverse of the layout inside after the swizzle.

use super::offset_map::Allowing;
use super::{Bit, ReadFrom};
use crate::layout::{Nil, PlainLayout, Snoc};
use crate::num::int::{
    Equal, Int, Leaf, Logarithm, Map, Mod, NotMore, One, Sum, Test, Whole, rule,
};
use crate::num::octal::Z;
use crate::num::{Bool, branch};
use crate::types::{CarriedBy, Possible};
use typenum::U0;

/// What the inverse `R` of the plain layout in `Swizzle<B, M, S> o O o ..` goes through.
pub type Inverted<R, B, M, S, O> = <IsOrigin<<O as Leaf>::In> as Allowing>::Or<
    rule::MovedInverse,
    <Keeps<<R as PlainLayout>::Size, <B as Leaf>::In, M, S> as Allowing>::Or<
        rule::LeadsOut,
        CarriedBy<
            <R as PlainLayout>::Coalesced,
            Snoc<Nil, <R as PlainLayout>::Size, One>,
            Nil,
            B,
            M,
            S,
            U0,
        >,
    >,
>;

/// Not known to be false.
type May<K> = <K as Possible>::Holds;
/// The offset is 0, or not known.
type IsOrigin<O> = <<O as Int>::IsZero as Bool>::Or<<<O as Int>::IsStatic as Bool>::Not>;
/// `0..N` is mapped onto itself, as far as that is known.
type Keeps<N, B, M, S> = <<B as Int>::IsZero as Bool>::Or<
    <<<S as Leaf>::In as Int>::IsNegative as KeepBranch>::Keeps<N, B, M, S>,
>;

branch! {
    /// On whether the bits read are below those changed.
    pub trait KeepBranch for Bool {
        /// `0..N` is mapped onto itself.
        type Keeps<N: Int, B: Int, M: Leaf, S: Leaf>: Bool {
            // Only `0..2^M`, in what is left of `N` above a multiple of the bit behind those changed, stays.
            Yes => May<
                Test<
                    NotMore,
                    Map<Mod, N, Bit<Map<Sum, Map<Sum, M::In, B>, <S::In as Int>::Magnitude>>>,
                    Bit<M::In>,
                >,
            >,
            // What is left above the last whole block of the bits changed reads the bits of `N` itself. The highest of
            // them that is set swaps halves, which must be whole.
            No => SwapsWhole<N, M::In, Map<Mod, Map<Whole, N, Bit<ReadFrom<M, S>>>, Bit<B>>>,
        }
    }
}

type SwapsWhole<N, M, Y> = <<Y as Int>::IsZero as Bool>::Or<
    May<Test<Equal, Map<Mod, N, Bit<Map<Sum, Map<Sum, M, Map<Logarithm, Y, Z>>, One>>>, Z>>,
>;
