//! Recasts of swizzled layouts: the map for wider or narrower elements.

use super::{Swizzle, SwizzleMap};
use crate::types::algebra::RecastBranch;
use crate::types::num::int::{Difference, Int, Leaf, Logarithm, Map, Product, Sum};
use crate::types::num::octal::Z;

/// The map `x -> Swizzle<B, M, S>(O + x)`, recast to groups of `G` elements in `H` parts each.
pub type RecastMap<B, M, S, O, G, H> = SwizzleMap<
    Swizzle<
        <Map<Difference, <B as Leaf>::In, Map<Difference, GroupBits<G>, <M as Leaf>::In>> as Int>::Leaf,
        <Map<Sum, Map<Difference, <M as Leaf>::In, GroupBits<G>>, GroupBits<H>> as Int>::Leaf,
        S,
    >,
    <Map<Product, <<<O as Leaf>::In as Int>::IsNegative as RecastBranch>::Steps<<O as Leaf>::In, G>, H> as Int>::Leaf,
>;

/// `log2 G`: the number of bits within a group.
type GroupBits<G> = Map<Logarithm, G, Z>;
