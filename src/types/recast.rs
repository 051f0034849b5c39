//! `upcast`, `downcast`: elements in groups of `N`, or in `N` parts.
//!
//! ```text
//! upcast     S = 1 or D = 0     S:D
//!            N divides D        S : D/N
//!            D divides N        ceil(S / (N/D)) : 1
//! downcast   the leaf that grows  S*N : 1, all others S : D*N
//! ```

use super::{Done, DoneLeaf, LeafMap, Mapped, Possible};
use crate::layout::{Both, Modes, Nil, PlainLayout, Reshaped, Snoc};
use crate::num::int::{
    CeilOf, Difference, Int, Less, Map, Min, Neg, One, Product, Quotient, Refused, Sum, Test,
    ZeroOr, rule,
};
use crate::num::octal::Z;
use crate::num::{Bool, branch};
use core::marker::PhantomData;
use typenum::{B0, B1};

/// Groups of `G`; the modes below `G` reach `R` so far.
#[derive(Debug)]
pub struct Group<G, R>(PhantomData<(G, R)>);
impl<G: Int, R: Int> LeafMap for Group<G, R> {
    type Leaf<S: Int, D: Int> =
        <<S::IsOne as Bool>::Or<D::IsZero> as RecastBranch>::Still<S, D, G, R>;
    type IsSound = <Test<Less, R, G> as Possible>::Holds;
}

branch! {
    /// On properties of a leaf.
    pub trait RecastBranch for Bool {
        /// It does not move: it stays. Otherwise it is grouped.
        type Still<S: Int, D: Int, G: Int, R: Int>: Mapped {
            Yes => DoneLeaf<S, D, Group<G, R>>,
            No => <D::IsStatic as RecastBranch>::Static<S, D, G, R>,
        }
        /// Its stride is static.
        type Static<S: Int, D: Int, G: Int, R: Int>: Mapped {
            Yes => <Test<Less, D, G> as GroupBranch>::Group<S, D, G, R>,
            // At run time the number of a group divides it, or the leaf has room for the rounded extent.
            No => DoneLeaf<S, D, Group<G, R>>,
        }
        /// Its stride is negative.
        type Steps<D: Int, G: Int>: Int {
            Yes => Map<Product, Map<Quotient, D::Magnitude, G>, Neg<One>>,
            No => Map<Quotient, D, G>,
        }
        /// It grows.
        type Grow<S: Int, D: Int, G: Int, K: Kind>: Mapped {
            Yes => DoneLeaf<Map<Product, S, G>, One, Scale<G>>,
            No => DoneLeaf<S, Map<Product, D, G>, Grow<G, K>>,
        }
        /// The downcast is by 1.
        type Scaled<L: Recasting, G: Int>: LeafMap {
            Yes => Scale<G>,
            No => <L::Has<Adjacent> as RecastBranch>::AtAdjacent<L, G>,
        }
        /// There is a leaf that is [`Adjacent`].
        type AtAdjacent<L: Recasting, G: Int>: LeafMap {
            Yes => Grow<G, Adjacent>,
            No => <L::Has<Unit> as RecastBranch>::AtUnit<L, G>,
        }
        /// There is a leaf that is a [`Unit`].
        type AtUnit<L: Recasting, G: Int>: LeafMap {
            Yes => Grow<G, Unit>,
            No => <L::Has<Single> as RecastBranch>::AtSingle<L, G>,
        }
        /// There is a leaf that is [`Single`].
        type AtSingle<L: Recasting, G: Int>: LeafMap {
            Yes => Grow<G, Single>,
            No => <L::HasRuntime as RecastBranch>::AtRuntime<G>,
        }
        /// There are run-time integers.
        type AtRuntime<G: Int>: LeafMap {
            Yes => Scale<G>,
            No => Stuck,
        }
        /// The upcast is by 1.
        type Recast<A: PlainLayout, G: Int, P: Int>: PlainLayout {
            Yes => A::Downcast<P>,
            No => <P::IsOne as RecastBranch>::Upcast<A, G, P>,
        }
        /// The downcast after an upcast by `G` is by 1.
        type Upcast<A: PlainLayout, G: Int, P: Int>: PlainLayout {
            Yes => A::Upcast<G>,
            No => <A::Upcast<G> as Reshaped>::Downcast<P>,
        }
    }
}

branch! {
    /// `D < G`, `D` being static and not 0.
    pub trait GroupBranch for Ternary {
        /// The leaf in groups.
        type Group<S: Int, D: Int, G: Int, R: Int>: Mapped {
            Yes => DoneLeaf<
                Map<CeilOf, S, Map<Quotient, G, D>>,
                One,
                Group<
                    G,
                    Map<Sum, R, <Test<Less, S, One> as GroupBranch>::Reach<S, Map<Quotient, G, D>, D>>,
                >,
            >,
            No => DoneLeaf<S, <D::IsNegative as RecastBranch>::Steps<D, G>, Group<G, R>>,
            Unknown => DoneLeaf<S, D, Group<G, R>>,
        }
        /// The last offset of `S` digits, `S` being less than what a group has.
        type Reach<S: Int, P: Int, D: Int>: Int {
            // No element, no offset.
            Yes => Z,
            No => Map<Product, Map<Difference, Map<Min, S, P>, One>, D>,
            // Decided at run time.
            Unknown => Z,
        }
        /// The last offset of the leaf `S:D`, if that rises.
        type Span<S: Int, D: Int>: Int {
            Yes => <D::IsNegative as ZeroOr>::Or<Map<Product, Map<Difference, S, One>, D>>,
            No | Unknown => Z,
        }
    }
}

/// Which leaf grows.
pub trait Kind {
    /// This one.
    type Grows<S: Int, D: Int>: Bool;
}
/// The first of stride 1 that is not known to have one element.
#[derive(Debug)]
pub struct Adjacent;
impl Kind for Adjacent {
    type Grows<S: Int, D: Int> = <D::IsOne as Bool>::And<<S::IsOne as Bool>::Not>;
}
/// The first `1:1`.
#[derive(Debug)]
pub struct Unit;
impl Kind for Unit {
    type Grows<S: Int, D: Int> = <D::IsOne as Bool>::And<S::IsOne>;
}
/// The first of one element.
#[derive(Debug)]
pub struct Single;
impl Kind for Single {
    type Grows<S: Int, D: Int> = S::IsOne;
}

/// The next leaf of kind `K` grows by `G`, the others are scaled.
#[derive(Debug)]
pub struct Grow<G, K>(PhantomData<(G, K)>);
impl<G: Int, K: Kind> LeafMap for Grow<G, K> {
    type Leaf<S: Int, D: Int> = <K::Grows<S, D> as RecastBranch>::Grow<S, D, G, K>;
    type IsSound = B0;
}
/// All leaves are scaled by `G`.
#[derive(Debug)]
pub struct Scale<G>(PhantomData<G>);
impl<G: Int> LeafMap for Scale<G> {
    type Leaf<S: Int, D: Int> = DoneLeaf<S, Map<Product, D, G>, Self>;
    type IsSound = B1;
}
/// No leaf can grow.
#[derive(Debug)]
pub struct Stuck;
impl LeafMap for Stuck {
    type Leaf<S: Int, D: Int> =
        Done<Both<Refused<rule::NotAdjacent>, Refused<rule::NotAdjacent>>, Self>;
    type IsSound = B1;
}

/// What can grow in a flat list.
pub trait Recasting {
    /// A leaf of this kind.
    type Has<K: Kind>: Bool;
    /// A leaf of run-time integers.
    type HasRuntime: Bool;
    /// The last offset of the leaves whose strides are known to be below `V`, and rise.
    type SpanBelow<V: Int>: Int;
}
impl Recasting for Nil {
    type Has<K: Kind> = B0;
    type HasRuntime = B0;
    type SpanBelow<V: Int> = Z;
}
impl<I: Modes, S: Int, D: Int> Recasting for Snoc<I, S, D> {
    type Has<K: Kind> = <K::Grows<S, D> as Bool>::Or<I::Has<K>>;
    type HasRuntime =
        <<<S::IsStatic as Bool>::Or<D::IsStatic> as Bool>::Not as Bool>::Or<I::HasRuntime>;
    type SpanBelow<V: Int> =
        Map<Sum, I::SpanBelow<V>, <Test<Less, D, V> as GroupBranch>::Span<S, D>>;
}

/// How a downcast by `G` of the leaves `L` begins.
pub type Split<L, G> = <<G as Int>::IsOne as RecastBranch>::Scaled<L, G>;
