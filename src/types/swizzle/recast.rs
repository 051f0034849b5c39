//! Recasts of swizzled layouts: the map for wider or narrower elements.

use super::offset_map::MapBranch;
use super::{Bit, Swizzle, SwizzleMap};
use crate::types::algebra::{NotFalse, RecastBranch, Recasting, Width};
use crate::types::layout::PlainLayout;
use crate::types::num::Bool;
use crate::types::num::int::{
    Difference, Equal, Int, Leaf, Less, Logarithm, Map, Min, Mod, NotMore, Product, Sum, Test, rule,
};
use crate::types::num::octal::Z;

/// The map `x -> Swizzle<B, M, S>(O + x)` of the layout `L`, recast to groups of `G` elements in `H` parts each.
pub type RecastMap<L, B, M, S, O, G, H> = <<IsPower<G> as Bool>::And<IsPower<H>> as MapBranch>::Or<
    rule::NoPower,
    <IsWhole<<O as Leaf>::In, G> as MapBranch>::Or<
        rule::DoesNotDivide,
        <StaysWithin<L, <B as Leaf>::In, <M as Leaf>::In, <S as Leaf>::In, G> as MapBranch>::Or<
            rule::Within,
            RecastSwizzle<
                S,
                Map<Difference, <B as Leaf>::In, BitsWithin<<M as Leaf>::In, G>>,
                Map<Sum, Map<Difference, <M as Leaf>::In, GroupBits<G>>, GroupBits<H>>,
                Map<Product, OffsetInGroups<<O as Leaf>::In, G>, H>,
            >,
        >,
    >,
>;
/// `x -> Swizzle<B, M, S>(O + x)`; refused if the swizzle needs more bits than an offset has.
type RecastSwizzle<S, B, M, O> = <NotFalse<
    Test<NotMore, Map<Sum, Map<Sum, M, B>, <<S as Leaf>::In as Int>::Magnitude>, Width>,
> as MapBranch>::Or<
    rule::PassesBits,
    SwizzleMap<Swizzle<<B as Int>::Leaf, <M as Int>::Leaf, S>, <O as Int>::Leaf>,
>;

/// `log2 G`: the number of bits within a group.
type GroupBits<G> = Map<Logarithm, G, Z>;
/// `G` is a power of 2.
type IsPower<G> = NotFalse<Test<Equal, Bit<GroupBits<G>>, G>>;
/// The number of bits from bit `M` on that lie within a group.
type BitsWithin<M, G> = Map<Difference, GroupBits<G>, M>;
/// The offset is not known to be no multiple of the group.
type IsWhole<O, G> = NotFalse<Test<Equal, Map<Mod, <O as Int>::Magnitude, G>, Z>>;
/// The offset in groups: `O / G`.
type OffsetInGroups<O, G> = <<O as Int>::IsNegative as RecastBranch>::Steps<O, G>;

/// The swizzle reads no bit within a group of `G` to change a bit above it, or that bit is always 0.
type StaysWithin<L, B, M, S, G> = <<<S as Int>::IsNegative as Bool>::Not as Bool>::Or<
    <<ReadWithin<B, M, G> as Int>::IsZero as Bool>::Or<
        NotFalse<
            Test<
                Less,
                <<L as PlainLayout>::Modes as Recasting>::SpanBelow<
                    Bit<Map<Sum, M, ReadWithin<B, M, G>>>,
                >,
                Bit<M>,
            >,
        >,
    >,
>;
/// The number of bits within a group that the swizzle reads.
type ReadWithin<B, M, G> = Map<Min, BitsWithin<M, G>, B>;
