//! Inverses of swizzled layouts: `(Sw o L)^-1 = L^-1 o Sw`, because a swizzle is its own inverse.
//!
//! The composition of the inverse `R` of the plain layout with the swizzle is that of `types/carry.rs`. The swizzle
//! must map the range `0..|R|` of offsets onto itself, and the offset before it must be 0.

use super::offset_map::MapBranch;
use super::{Bit, ReadFrom};
use crate::types::algebra::{CarriedBy, NotFalse};
use crate::types::layout::{Nil, PlainLayout, Snoc};
use crate::types::num::int::{
    Equal, Int, Leaf, Logarithm, Map, Mod, NotMore, One, Sum, Test, Whole, rule,
};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};
use typenum::U0;

/// The map of the inverse of `Swizzle<B, M, S> o O o L`, `R` being the inverse of `L`.
pub type InvertedMap<R, B, M, S, O> = <IsOrigin<<O as Leaf>::In> as MapBranch>::Or<
    rule::MovedInverse,
    <MapsOntoItself<<R as PlainLayout>::Size, <B as Leaf>::In, M, S> as MapBranch>::Or<
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

/// The offset is 0 or a run-time integer.
type IsOrigin<O> = <<O as Int>::IsZero as Bool>::Or<<<O as Int>::IsStatic as Bool>::Not>;
/// The swizzle is not known to map `0..N` to another set.
type MapsOntoItself<N, B, M, S> = <<B as Int>::IsZero as Bool>::Or<
    <<<S as Leaf>::In as Int>::IsNegative as KeepBranch>::Keeps<N, B, M, S>,
>;

branch! {
    /// Whether the shift is negative: the bits read are below the bits changed.
    pub trait KeepBranch for Bool {
        /// The swizzle maps `0..N` onto itself.
        type Keeps<N: Int, B: Int, M: Leaf, S: Leaf>: Bool {
            // Let `r` be `N` modulo the bit above the changed ones. Offsets past the last multiple of that bit stay
            // below `N` only if no bit read (from `M` on) is set in them: `r <= 2^M`.
            Yes => NotFalse<
                Test<
                    NotMore,
                    Map<Mod, N, Bit<Map<Sum, Map<Sum, M::In, B>, <S::In as Int>::Magnitude>>>,
                    Bit<M::In>,
                >,
            >,
            // The offsets of the last, partial block of the changed bits read the bits `y` of `N` itself. The highest
            // bit of `y` swaps halves of aligned runs, which must lie in `0..N` as a whole.
            No => SwapsWhole<N, M::In, Map<Mod, Map<Whole, N, Bit<ReadFrom<M, S>>>, Bit<B>>>,
        }
    }
}

/// `N` is a multiple of the run whose halves the highest bit of `Y` swaps.
type SwapsWhole<N, M, Y> = <<Y as Int>::IsZero as Bool>::Or<
    NotFalse<Test<Equal, Map<Mod, N, Bit<Map<Sum, Map<Sum, M, Map<Logarithm, Y, Z>>, One>>>, Z>>,
>;
