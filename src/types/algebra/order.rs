//! Compact strides: column-major (leftmost fastest), row-major (rightmost fastest), or in a given order.
//!
//! The stride of a leaf is the product of the extents that vary faster; a leaf known to have one element has stride 0.
//! For a given order, each leaf first gets a rank (its order, then its position), and its stride is the product of the
//! extents with a lower rank.

use super::{LeafMap, ManyLeaf, Mapped, MappedPair};
use crate::types::layout::{Both, Modes, Snoc};
use crate::types::num::branch;
use crate::types::num::int::{CeilOf, Int, Leaf, Map, Max, Minus, Neg, One, Product, Rank, Sum};
use crate::types::num::octal::Z;
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};
use typenum::{U0, U1};

/// Compact strides of the shape `Self`. `Ranks`, `Ordered` and `OrderedEach` dispatch on the order, which is their
/// `Self`.
pub trait Compact {
    /// Column-major strides, the first one being `P`.
    type Left<P: Int>: Compacted;
    /// [`Left`](Self::Left) of these elements.
    type LeftEach<P: Int>: Strides;
    /// Row-major strides, the last one being `P`.
    type Right<P: Int>: Compacted;
    /// [`Right`](Self::Right) of these elements.
    type RightEach<P: Int>: Strides;
    /// `L`, then the leaves of the shape `S` with their ranks in this order.
    type Ranks<S: List, L: Ranking>: Ranking;
    /// `L`, then the leaves of this shape, which all have the order `O`.
    type RanksUnder<O: Int, L: Ranking>: Ranking;
    /// The strides of the shape `S` in this order, `R` being all leaves with their ranks and `Q` the number of leaves
    /// so far.
    type Ordered<S: List, R: Modes, Q: Int>: Compacted;
    /// [`Ordered`](Self::Ordered) of the elements `S`, pushed onto the strides `L` (last one first). This tail
    /// recursion keeps the nesting of projections flat.
    type OrderedEach<S: List, L: List, R: Modes, Q: Int>: Strides;
    /// The strides of this shape, whose leaves all have the order `O`.
    type OrderedUnder<O: Int, R: Modes, Q: Int>: Compacted;
    /// [`OrderedUnder`](Self::OrderedUnder) of these elements, pushed onto `L`.
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int>: Strides;
}

/// The strides of a part of a shape, and the state for the next part: the next stride, or the number of leaves so far.
pub trait Compacted {
    /// The strides.
    type Stride: IntTuple;
    /// Column-major: these strides as the first element, then the strides of the elements `T`.
    type ThenLeft<T: List>: Strides;
    /// These strides as the first element, then `L`.
    type Front<L: List>: Strides;
    /// These strides pushed onto `L`, then the strides of the elements `T` in the orders `O`.
    type ThenOrdered<O: List, T: List, L: List, R: Modes>: Strides;
    /// These strides pushed onto `L`, then the strides of the elements `T`, which all have the order `O`.
    type ThenUnder<O: Int, T: List, L: List, R: Modes>: Strides;
}
/// The strides `D` and the state `P`.
#[derive(Debug)]
pub struct Compacting<D, P>(core::marker::PhantomData<(D, P)>);
impl<D: IntTuple, P: Int> Compacted for Compacting<D, P> {
    type Stride = D;
    type ThenLeft<T: List> = <T::LeftEach<P> as Strides>::Push<D>;
    type Front<L: List> = StrideList<HCons<D, L>, P>;
    type ThenOrdered<O: List, T: List, L: List, R: Modes> = O::OrderedEach<T, HCons<D, L>, R, P>;
    type ThenUnder<O: Int, T: List, L: List, R: Modes> = T::OrderedUnderEach<O, HCons<D, L>, R, P>;
}

/// The strides of elements of a shape, and the state for the next part.
pub trait Strides {
    /// The strides as one tuple.
    type Tuple: Compacted;
    /// The strides, in reverse, as one tuple.
    type Reversed: Compacted;
    /// The strides `D`, then these.
    type Push<D: IntTuple>: Strides;
    /// Row-major: the strides of the element `H`, then these.
    type Before<H: IntTuple>: Strides;
}
/// The strides `L` and the state `P`.
#[derive(Debug)]
pub struct StrideList<L, P>(core::marker::PhantomData<(L, P)>);
impl<L: List, P: Int> Strides for StrideList<L, P> {
    type Tuple = Compacting<L::Tuple, P>;
    // The elements were pushed one by one, so the last one is in front.
    type Reversed = Compacting<<L::ReverseOnto<HNil> as List>::Tuple, P>;
    type Push<D: IntTuple> = StrideList<HCons<D, L>, P>;
    // Row-major: the elements to the right come first, so `P` is the product of their extents.
    type Before<H: IntTuple> = <<ListOf<H> as Compact>::Right<P> as Compacted>::Front<L>;
}

/// Leaves with their ranks, and their number.
pub trait Ranking {
    /// The leaves, as modes `extent:rank`.
    type Leaves: Modes;
    /// These leaves, then the leaf of extent `S` with the order `O`.
    type Add<S: Int, O: Int>: Ranking;
}
/// The `Q` leaves `L`.
#[derive(Debug)]
pub struct Ranked<L, Q>(core::marker::PhantomData<(L, Q)>);
impl<L: Modes, Q: Int> Ranking for Ranked<L, Q> {
    type Leaves = L;
    // The number of the leaf breaks ties: leaves of equal order follow from left to right.
    type Add<S: Int, O: Int> = Ranked<Snoc<L, S, Map<Rank, O, Q>>, Map<Sum, Q, One>>;
}

branch! {
    /// Whether an extent is 1 or not refused, and comparisons of ranks.
    pub trait OneBranch {
        /// If the extent `S` is not refused: the stride `D`; 0 for an extent of 1.
        type Sound<S: Int, D: Int>: Int {
            Yes => <S::IsOne as OneBranch>::Unless<D>,
            No => S,
        }
        /// The stride `D`; 0 for an extent of 1.
        type Unless<D: Int>: Int {
            Yes => Z,
            No => D,
        }
        /// If a leaf has one element: `1:0`, otherwise `S:D`.
        type Leaf<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => MappedPair<Both<U1, U0>, F>,
            No => ManyLeaf<S, D, F>,
        }
        /// If the leaf has a lower rank: `P` times the extent `S` of the leaf if it varies faster.
        type Times<P: Int, S: Int>: Int {
            Yes => Map<Product, P, S>,
            No => P,
            // An unknown rank leaves the product to run time.
            Unknown => usize,
        }
    }
}

/// Functions whose self type is an integer. As the self type it is evaluated first, so it does not nest within the
/// branch.
pub trait Evaluated: Int {
    /// The stride of this integer for a leaf of extent `S`: 0 for an extent of 1, and refused for a leaf that is missing.
    type StrideOf<S: Int>: Leaf;
    /// `L`, then this extent with the stride `D`; 0 for an extent of 1.
    type Behind<L: Modes, D: Int>: Modes;
    /// The number of elements of the range `B..E` in steps of the negative `K` of the extent `S`, whose last index this is.
    type CountDown<S: Int, B: List, E: List, K: Int>: Int;
    /// The first index of a range from `B` on with a negative step of the extent `S`, whose last index this is.
    type StartDown<S: Int, B: List>: Int;
}
impl<N: Int> Evaluated for N {
    type StrideOf<S: Int> = <<S::IsSound as OneBranch>::Sound<S, N> as Int>::Leaf;
    // One element takes no step.
    type Behind<L: Modes, D: Int> = Snoc<L, N, <N::IsOne as OneBranch>::Unless<D>>;
    type CountDown<S: Int, B: List, E: List, K: Int> = Map<
        CeilOf,
        Map<Max, Map<Minus, Self::StartDown<S, B>, E::Bound<S, Neg<One>, N, Neg<One>>>, Z>,
        K::Magnitude,
    >;
    type StartDown<S: Int, B: List> = B::Bound<S, Neg<One>, N, N>;
}

type Stride<S, D> = <<<S as Int>::IsOne as OneBranch>::Unless<D> as Int>::Leaf;
type RankOf<O, Q> = Map<Rank, O, Q>;

impl<I: Leaf> Compact for Atom<I> {
    type Left<P: Int> = Compacting<Stride<I::In, P>, Map<Product, P, I::In>>;
    type LeftEach<P: Int> = StrideList<HNil, P>;
    type Right<P: Int> = Compacting<Stride<I::In, P>, Map<Product, P, I::In>>;
    type RightEach<P: Int> = StrideList<HNil, P>;
    // An order that is a leaf holds for all leaves of this part of the shape.
    type Ranks<S: List, L: Ranking> = S::RanksUnder<I::In, L>;
    type RanksUnder<O: Int, L: Ranking> = L::Add<I::In, O>;
    type Ordered<S: List, R: Modes, Q: Int> = S::OrderedUnder<I::In, R, Q>;
    type OrderedEach<S: List, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
    // The stride is the product of the extents of all leaves with a lower rank.
    type OrderedUnder<O: Int, R: Modes, Q: Int> =
        Compacting<<R::Below<RankOf<O, Q>> as Evaluated>::StrideOf<I::In>, Map<Sum, Q, One>>;
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
}

/// The strides of the elements `S` in the order `(I, N..)`, pushed onto `L`.
type ElementsOrdered<I, N, S, L, R, Q> = <<ListOf<I> as Compact>::Ordered<
    ListOf<<S as List>::Found>,
    R,
    Q,
> as Compacted>::ThenOrdered<N, <S as List>::After, L, R>;

impl<I: IntTuple, N: List> Compact for HCons<I, N> {
    type Left<P: Int> = <Self::LeftEach<P> as Strides>::Tuple;
    type LeftEach<P: Int> = <<ListOf<I> as Compact>::Left<P> as Compacted>::ThenLeft<N>;
    type Right<P: Int> = <Self::RightEach<P> as Strides>::Tuple;
    type RightEach<P: Int> = <N::RightEach<P> as Strides>::Before<I>;
    type Ranks<S: List, L: Ranking> =
        N::Ranks<S::After, <ListOf<I> as Compact>::Ranks<ListOf<S::Found>, L>>;
    type RanksUnder<O: Int, L: Ranking> =
        N::RanksUnder<O, <ListOf<I> as Compact>::RanksUnder<O, L>>;
    type Ordered<S: List, R: Modes, Q: Int> =
        <ElementsOrdered<I, N, S, HNil, R, Q> as Strides>::Reversed;
    type OrderedEach<S: List, L: List, R: Modes, Q: Int> = ElementsOrdered<I, N, S, L, R, Q>;
    type OrderedUnder<O: Int, R: Modes, Q: Int> =
        <Self::OrderedUnderEach<O, HNil, R, Q> as Strides>::Reversed;
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> =
        <<ListOf<I> as Compact>::OrderedUnder<O, R, Q> as Compacted>::ThenUnder<O, N, L, R>;
}

// The end of a list, and `_`: no leaf is left.
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Compact for $t {
            type Left<P: Int> = Compacting<(), P>;
            type LeftEach<P: Int> = StrideList<HNil, P>;
            type Right<P: Int> = Compacting<(), P>;
            type RightEach<P: Int> = StrideList<HNil, P>;
            type Ranks<S: List, L: Ranking> = L;
            type RanksUnder<O: Int, L: Ranking> = L;
                    type Ordered<S: List, R: Modes, Q: Int> = Compacting<(), Q>;
            type OrderedEach<S: List, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
            type OrderedUnder<O: Int, R: Modes, Q: Int> = Compacting<(), Q>;
            type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
        }
    )*};
}
ended! { HNil, KeepView }
