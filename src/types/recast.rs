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
use crate::num::long::Rem;
use crate::num::octal::{N, Oct, Z};
use crate::num::{Bool, Unknown};
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

/// On properties of a leaf.
pub trait RecastBranch {
    /// It does not move: it stays. Otherwise it is grouped.
    type Still<S: Int, D: Int, G: Int, R: Int>: Mapped;
    /// Its stride is static.
    type Static<S: Int, D: Int, G: Int, R: Int>: Mapped;
    /// Its stride is negative.
    type Steps<D: Int, G: Int>: Int;
    /// It grows.
    type Grow<S: Int, D: Int, G: Int, K: Kind>: Mapped;
    /// The downcast is by 1.
    type Scaled<L: Recasting, G: Int>: LeafMap;
    /// There is a leaf that is [`Adjacent`].
    type AtAdjacent<L: Recasting, G: Int>: LeafMap;
    /// There is a leaf that is a [`Unit`].
    type AtUnit<L: Recasting, G: Int>: LeafMap;
    /// There is a leaf that is [`Single`].
    type AtSingle<L: Recasting, G: Int>: LeafMap;
    /// There are run-time integers.
    type AtRuntime<G: Int>: LeafMap;
    /// The upcast is by 1.
    type Recast<A: PlainLayout, G: Int, P: Int>: PlainLayout;
    /// The downcast after an upcast by `G` is by 1.
    type Upcast<A: PlainLayout, G: Int, P: Int>: PlainLayout;
}
impl RecastBranch for B1 {
    type Still<S: Int, D: Int, G: Int, R: Int> = DoneLeaf<S, D, Group<G, R>>;
    type Static<S: Int, D: Int, G: Int, R: Int> =
        <Test<Less, D, G> as GroupBranch>::Group<S, D, G, R>;
    type Steps<D: Int, G: Int> = Map<Product, Map<Quotient, D::Magnitude, G>, Neg<One>>;
    type Grow<S: Int, D: Int, G: Int, K: Kind> = DoneLeaf<Map<Product, S, G>, One, Scale<G>>;
    type Scaled<L: Recasting, G: Int> = Scale<G>;
    type AtAdjacent<L: Recasting, G: Int> = Grow<G, Adjacent>;
    type AtUnit<L: Recasting, G: Int> = Grow<G, Unit>;
    type AtSingle<L: Recasting, G: Int> = Grow<G, Single>;
    type AtRuntime<G: Int> = Scale<G>;
    type Recast<A: PlainLayout, G: Int, P: Int> = A::Downcast<P>;
    type Upcast<A: PlainLayout, G: Int, P: Int> = A::Upcast<G>;
}
impl RecastBranch for B0 {
    type Still<S: Int, D: Int, G: Int, R: Int> = <D::IsStatic as RecastBranch>::Static<S, D, G, R>;
    // At run time the number of a group divides it, or the leaf has room for the rounded extent.
    type Static<S: Int, D: Int, G: Int, R: Int> = DoneLeaf<S, D, Group<G, R>>;
    type Steps<D: Int, G: Int> = Map<Quotient, D, G>;
    type Grow<S: Int, D: Int, G: Int, K: Kind> = DoneLeaf<S, Map<Product, D, G>, Grow<G, K>>;
    type Scaled<L: Recasting, G: Int> = <L::Has<Adjacent> as RecastBranch>::AtAdjacent<L, G>;
    type AtAdjacent<L: Recasting, G: Int> = <L::Has<Unit> as RecastBranch>::AtUnit<L, G>;
    type AtUnit<L: Recasting, G: Int> = <L::Has<Single> as RecastBranch>::AtSingle<L, G>;
    type AtSingle<L: Recasting, G: Int> = <L::HasRuntime as RecastBranch>::AtRuntime<G>;
    type AtRuntime<G: Int> = Stuck;
    type Recast<A: PlainLayout, G: Int, P: Int> = <P::IsOne as RecastBranch>::Upcast<A, G, P>;
    type Upcast<A: PlainLayout, G: Int, P: Int> = <A::Upcast<G> as Reshaped>::Downcast<P>;
}

/// `D < G`, `D` being static and not 0.
pub trait GroupBranch {
    /// The leaf in groups.
    type Group<S: Int, D: Int, G: Int, R: Int>: Mapped;
    /// The last offset of `S` digits, `S` being less than what a group has.
    type Reach<S: Int, P: Int, D: Int>: Int;
    /// The last offset of the leaf `S:D`, if that rises.
    type Span<S: Int, D: Int>: Int;
}
impl GroupBranch for B1 {
    type Group<S: Int, D: Int, G: Int, R: Int> = DoneLeaf<
        Map<CeilOf, S, Map<Quotient, G, D>>,
        One,
        Group<
            G,
            Map<Sum, R, <Test<Less, S, One> as GroupBranch>::Reach<S, Map<Quotient, G, D>, D>>,
        >,
    >;
    // No element, no offset.
    type Reach<S: Int, P: Int, D: Int> = Z;
    type Span<S: Int, D: Int> =
        <D::IsNegative as ZeroOr>::Or<Map<Product, Map<Difference, S, One>, D>>;
}
impl GroupBranch for B0 {
    type Group<S: Int, D: Int, G: Int, R: Int> =
        DoneLeaf<S, <D::IsNegative as RecastBranch>::Steps<D, G>, Group<G, R>>;
    type Reach<S: Int, P: Int, D: Int> = Map<Product, Map<Difference, Map<Min, S, P>, One>, D>;
    type Span<S: Int, D: Int> = Z;
}
impl GroupBranch for Unknown {
    type Group<S: Int, D: Int, G: Int, R: Int> = DoneLeaf<S, D, Group<G, R>>;
    // Decided at run time.
    type Reach<S: Int, P: Int, D: Int> = Z;
    type Span<S: Int, D: Int> = Z;
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

/// Euclid's algorithm.
pub trait Euclid {
    /// The greatest common divisor with `A`.
    type Gcd<A: Oct>: Oct;
}
impl Euclid for Z {
    type Gcd<A: Oct> = A;
}
impl<T: Oct, D: 'static> Euclid for N<T, D>
where
    Self: Oct,
{
    type Gcd<A: Oct> = <Rem<A, Self> as Euclid>::Gcd<Self>;
}
/// `A` divided by what it has in common with `B`.
pub type Reduced<A, B> = <A as Oct>::Div<<A as Euclid>::Gcd<B>>;
