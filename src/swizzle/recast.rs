//! Swizzled offsets of wider or narrower elements.

use super::offset_map::Allowing;
use super::{Bit, Swizzle, SwizzleMap};
use crate::layout::PlainLayout;
use crate::num::Bool;
use crate::num::int::{
    Difference, Equal, Int, Leaf, Less, Logarithm, Map, Min, Mod, NotMore, Product, Sum, Test, rule,
};
use crate::num::octal::Z;
use crate::types::{Possible, RecastBranch, Recasting, Width};

/// What the offsets of `L` in groups of `G`, in `H` parts each, go through, if that was
/// `Swizzle<B, M, S>` after `O`.
pub type Recast<L, B, M, S, O, G, H> = <<IsPower<G> as Bool>::And<IsPower<H>> as Allowing>::Or<
    rule::NoPower,
    <IsWhole<<O as Leaf>::In, G> as Allowing>::Or<
        rule::DoesNotDivide,
        <StaysWithin<L, <B as Leaf>::In, <M as Leaf>::In, <S as Leaf>::In, G> as Allowing>::Or<
            rule::Within,
            Recasts<
                S,
                Map<Difference, <B as Leaf>::In, Lost<<M as Leaf>::In, G>>,
                Map<Sum, Map<Difference, <M as Leaf>::In, Bits<G>>, Bits<H>>,
                Map<Product, Divided<<O as Leaf>::In, G>, H>,
            >,
        >,
    >,
>;
/// `Swizzle<B, M, S>` after `O`, if an offset has so many bits.
type Recasts<S, B, M, O> = <May<
    Test<NotMore, Map<Sum, Map<Sum, M, B>, <<S as Leaf>::In as Int>::Magnitude>, Width>,
> as Allowing>::Or<
    rule::PassesBits,
    SwizzleMap<Swizzle<<B as Int>::Leaf, <M as Int>::Leaf, S>, <O as Int>::Leaf>,
>;

/// `log2 G`.
type Bits<G> = Map<Logarithm, G, Z>;
type IsPower<G> = May<Test<Equal, Bit<Bits<G>>, G>>;
/// Not known to be false.
type May<K> = <K as Possible>::Holds;
/// How many bits from number `M` on are within groups of `G`.
type Lost<M, G> = Map<Difference, Bits<G>, M>;
/// Not known to leave a rest.
type IsWhole<O, G> = May<Test<Equal, Map<Mod, <O as Int>::Magnitude, G>, Z>>;
type Divided<O, G> = <<O as Int>::IsNegative as RecastBranch>::Steps<O, G>;

/// No bit from within a group of `G` is read to change one above it.
type StaysWithin<L, B, M, S, G> = <<<S as Int>::IsNegative as Bool>::Not as Bool>::Or<
    <<Read<B, M, G> as Int>::IsZero as Bool>::Or<
        May<
            Test<
                Less,
                <<L as PlainLayout>::Modes as Recasting>::SpanBelow<
                    Bit<Map<Sum, M, Read<B, M, G>>>,
                >,
                Bit<M>,
            >,
        >,
    >,
>;
/// How many of the bits within a group are read.
type Read<B, M, G> = Map<Min, Lost<M, G>, B>;
