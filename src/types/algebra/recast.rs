//! `upcast` (elements in groups of `N`) and `downcast` (elements in `N` parts), leaf by leaf.
//!
//! ```text
//! upcast     S = 1 or D = 0     S:D
//!            N divides D        S : D/N
//!            D divides N        ceil(S / (N/D)) : 1
//! downcast   the leaf that grows  S*N : 1, all others S : D*N
//! ```

use super::{DoneLeaf, LeafMap, ManyLeaf, Mapped, MappedPair};
use crate::types::layout::{Both, Modes, Nil, PlainLayout, Snoc};
use crate::types::num::int::{
    Ceil, CeilOf, Function, Int, Less, Map, Neg, Negative, One, Product, Quotient, Refused, Test,
    rule,
};
use crate::types::num::octal::{Oct, Z};
use crate::types::num::{Bool, branch};
use core::marker::PhantomData;
use typenum::B0;

/// The upcast to groups of `G`.
#[derive(Debug)]
pub struct Group<G>(PhantomData<G>);
impl<G: Int> LeafMap for Group<G> {
    type Leaf<S: Int, D: Int> = <<S::IsOne as Bool>::Or<D::IsZero> as RecastBranch>::Still<S, D, G>;
}

branch! {
    /// Whether a leaf, or a factor, has a property, and comparisons of strides with a factor.
    pub trait RecastBranch {
        /// If `S` is 1 or `D` is 0: the leaf `S:D` in groups of `G`, which stays `S:D`.
        type Still<S: Int, D: Int, G: Int>: Mapped {
            Yes => DoneLeaf<S, D, Group<G>>,
            No | Unknown => <Test<Less, D, G> as RecastBranch>::Group<S, D, G>,
        }
        /// If `D < G`: the leaf `S:D` in groups of `G`, neither `S` being 1 nor `D` 0.
        type Group<S: Int, D: Int, G: Int>: Mapped {
            // Each `G / D` coordinates fall into one group, and the groups are adjacent.
            Yes => DoneLeaf<Map<CeilOf, S, Map<Quotient, G, D>>, One, Group<G>>,
            // The stride is whole groups: the extent is unchanged.
            No => ManyLeaf<S, <D::IsNegative as RecastBranch>::Steps<D, G>, Group<G>>,
            // At run time the number of a group divides it, or the leaf has room for the rounded extent.
            Unknown => ManyLeaf<S::Plain, Map<InGroups, D, G>, Group<G>>,
        }
        /// If `D` is negative: `D / G`.
        type Steps<D: Int, G: Int>: Int {
            // The magnitude is divided, because a division takes no sign.
            Yes => Map<Product, Map<Quotient, D::Magnitude, G>, Neg<One>>,
            No | Unknown => Map<Quotient, D, G>,
        }
        /// If the leaf `S:D` grows: its downcast by `G`.
        type Grow<S: Int, D: Int, G: Int, K: GrowingLeaf>: Mapped {
            // Only one leaf grows: the map of the later leaves multiplies strides.
            Yes => DoneLeaf<Map<Product, S, G>, One, Scale<G>>,
            No | Unknown => DoneLeaf<S, Map<Product, D, G>, Grow<G, K>>,
        }
        /// If `G` is 1: the downcast by `G` of a layout with the leaves `L`.
        type Scaled<L: Recasting, G: Int>: LeafMap {
            // A downcast by 1 needs no leaf that grows.
            Yes => Scale<G>,
            No | Unknown => <L::Has<AdjacentLeaf> as RecastBranch>::AtAdjacent<L, G>,
        }
        /// If a leaf of `L` is [`AdjacentLeaf`]: the downcast by `G`.
        type AtAdjacent<L: Recasting, G: Int>: LeafMap {
            Yes => Grow<G, AdjacentLeaf>,
            No | Unknown => <L::Has<UnitLeaf> as RecastBranch>::AtUnit<L, G>,
        }
        /// If a leaf of `L` is a [`UnitLeaf`], none being [`AdjacentLeaf`]: the downcast by `G`.
        type AtUnit<L: Recasting, G: Int>: LeafMap {
            Yes => Grow<G, UnitLeaf>,
            No | Unknown => <L::Has<SingleLeaf> as RecastBranch>::AtSingle<L, G>,
        }
        /// If a leaf of `L` is [`SingleLeaf`], none being [`AdjacentLeaf`] or [`UnitLeaf`]: the downcast by `G`.
        type AtSingle<L: Recasting, G: Int>: LeafMap {
            Yes => Grow<G, SingleLeaf>,
            No | Unknown => <L::HasRuntime as RecastBranch>::AtRuntime<G>,
        }
        /// If a leaf has only run-time integers, and none is known to grow: the downcast by `G`.
        type AtRuntime<G: Int>: LeafMap {
            Yes => Scale<G>,
            No | Unknown => Stuck,
        }
        /// If `P` is 1: `A` upcast by `G`, then downcast by `P`.
        type Recast<A: PlainLayout, G: Int, P: Int>: PlainLayout {
            // A factor of 1 skips its step.
            Yes => A::Upcast<G>,
            No | Unknown => <G::IsOne as RecastBranch>::Downcast<A, G, P>,
        }
        /// If `G` is 1: `A` upcast by `G`, then downcast by `P`.
        type Downcast<A: PlainLayout, G: Int, P: Int>: PlainLayout {
            Yes => A::Downcast<P>,
            No | Unknown => <A::Upcast<G> as PlainLayout>::Downcast<P>,
        }
    }
}

/// A run-time stride in groups of a numeral: a multiple if the numeral divides the known divisor of the stride.
#[derive(Debug)]
pub struct InGroups;
impl Function for InGroups {
    type Out<A: Oct, B: Oct> = A::Div<B>;
    type NegL<A: Oct, B: Oct> = Z;
    type NegR<A: Oct, B: Oct> = Z;
    type NegNeg<A: Oct, B: Oct> = Z;
    type Half<A: Oct> = usize;
    type HalfNeg<A: Oct> = Negative;
    type ManyBy<D: Oct, M: Oct, B: Oct> = <Ceil as Function>::ManyBy<D, M, B>;
    type ByMany<A: Oct, D: Oct, M: Oct> = usize;
    type ManyByMany<D: Oct, M: Oct, E: Oct, P: Oct> = usize;
    type RuntimeNeg = Negative;
    type InUnit<Q: Int, I: Oct> = Q::InUnit<I>;
}

/// The kind of leaf that a downcast multiplies: the first one of the first kind that exists.
pub trait GrowingLeaf {
    /// The leaf `S:D` is of this kind.
    type Grows<S: Int, D: Int>: Bool;
}
/// A leaf of stride 1 that is not known to have one element.
#[derive(Debug)]
pub struct AdjacentLeaf;
impl GrowingLeaf for AdjacentLeaf {
    type Grows<S: Int, D: Int> = <D::IsOne as Bool>::And<<S::IsOne as Bool>::Not>;
}
/// A leaf `1:1`.
#[derive(Debug)]
pub struct UnitLeaf;
impl GrowingLeaf for UnitLeaf {
    type Grows<S: Int, D: Int> = <D::IsOne as Bool>::And<S::IsOne>;
}
/// A leaf of one element.
#[derive(Debug)]
pub struct SingleLeaf;
impl GrowingLeaf for SingleLeaf {
    type Grows<S: Int, D: Int> = S::IsOne;
}

/// The downcast by `G` before the leaf that grows: the next leaf of kind `K`. The strides of the others are multiplied.
#[derive(Debug)]
pub struct Grow<G, K>(PhantomData<(G, K)>);
impl<G: Int, K: GrowingLeaf> LeafMap for Grow<G, K> {
    type Leaf<S: Int, D: Int> = <K::Grows<S, D> as RecastBranch>::Grow<S, D, G, K>;
}
/// The downcast by `G` after the leaf that grows: all strides are multiplied.
#[derive(Debug)]
pub struct Scale<G>(PhantomData<G>);
impl<G: Int> LeafMap for Scale<G> {
    type Leaf<S: Int, D: Int> = DoneLeaf<S, Map<Product, D, G>, Self>;
}
/// The downcast without a form: no leaf can grow.
#[derive(Debug)]
pub struct Stuck;
impl LeafMap for Stuck {
    type Leaf<S: Int, D: Int> =
        MappedPair<Both<Refused<rule::NotAdjacent>, Refused<rule::NotAdjacent>>, Self>;
}

/// The leaves of a flat list that can grow in a downcast.
pub trait Recasting {
    /// A leaf is of the kind `K`.
    type Has<K: GrowingLeaf>: Bool;
    /// A leaf has only run-time integers.
    type HasRuntime: Bool;
}
impl Recasting for Nil {
    type Has<K: GrowingLeaf> = B0;
    type HasRuntime = B0;
}
impl<I: Modes, S: Int, D: Int> Recasting for Snoc<I, S, D> {
    type Has<K: GrowingLeaf> = <K::Grows<S, D> as Bool>::Or<I::Has<K>>;
    type HasRuntime =
        <<<S::IsStatic as Bool>::Or<D::IsStatic> as Bool>::Not as Bool>::Or<I::HasRuntime>;
}

/// The downcast by `G` of a layout with the leaves `L`.
pub type Split<L, G> = <<G as Int>::IsOne as RecastBranch>::Scaled<L, G>;
