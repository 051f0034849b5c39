//! Compact strides: leftmost fastest, rightmost fastest, or in a given order.
//!
//! A leaf's stride is the product of the extents that vary faster; it is known as far as these
//! are. A leaf known to have one element has stride 0.

use crate::layout::{Modes, Snoc};
use crate::num::branch;
use crate::num::int::{Int, Leaf, Map, One, Product, Rank, Sum};
use crate::num::octal::Z;
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, MissingAll, View};

/// Compact strides of the shape with this view.
///
/// The functions of an order take it as the view `O`, dispatch on it first, and come back here.
pub trait Compact {
    /// Leftmost fastest, the first stride being `P`.
    type Left<P: Int>: Compacted;
    /// The same for the elements of a tuple.
    type LeftEach<P: Int>: Strides;
    /// Rightmost fastest.
    type Right<P: Int>: Compacted;
    /// The same for the elements of a tuple.
    type RightEach<P: Int>: Strides;
    /// `L`, then the leaves of the shape `S` with their ranks in this order; `Q` leaves so far.
    type Ranks<S: List, L: Ranking>: Ranking;
    /// The same when all leaves of this shape have the order `O`.
    type RanksUnder<O: Int, L: Ranking>: Ranking;
    /// The same when this shape has the order `(H, T..)`.
    type RanksEach<H: IntTuple, T: List, L: Ranking>: Ranking;
    /// The strides of the shape `S` in this order, `R` being all leaves with their ranks.
    type Ordered<S: List, R: Modes, Q: Int>: Compacted;
    /// The same for the elements of a tuple. `L` are the strides before them, the last one first:
    /// so no step is open while those after it run.
    type OrderedEach<S: List, L: List, R: Modes, Q: Int>: Strides;
    /// The same when all leaves of this shape have the order `O`.
    type OrderedUnder<O: Int, R: Modes, Q: Int>: Compacted;
    /// The same for the elements of a tuple.
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int>: Strides;
    /// The same when this shape has the order `(H, T..)`.
    type OrderedPairs<H: IntTuple, T: List, L: List, R: Modes, Q: Int>: Strides;
}

/// Strides so far, and the next one or the number of leaves.
pub trait Compacted {
    /// The strides of one subtree.
    type Stride: IntTuple;
    /// Leftmost fastest: then the elements `T`.
    type ThenLeft<T: List>: Strides;
    /// Before the strides `L`.
    type Front<L: List>: Strides;
    /// In order: then the elements `T`, whose orders are `O`.
    type ThenOrdered<O: List, T: List, L: List, R: Modes>: Strides;
    /// The same under the one order `O`.
    type ThenUnder<O: Int, T: List, L: List, R: Modes>: Strides;
}
/// The strides `D` and the next one, `P`.
#[derive(Debug)]
pub struct Compacting<D, P>(core::marker::PhantomData<(D, P)>);
impl<D: IntTuple, P: Int> Compacted for Compacting<D, P> {
    type Stride = D;
    type ThenLeft<T: List> = <T::LeftEach<P> as Strides>::Push<D>;
    type Front<L: List> = StrideList<HCons<D, L>, P>;
    type ThenOrdered<O: List, T: List, L: List, R: Modes> = O::OrderedEach<T, HCons<D, L>, R, P>;
    type ThenUnder<O: Int, T: List, L: List, R: Modes> = T::OrderedUnderEach<O, HCons<D, L>, R, P>;
}

/// The same for the elements of a tuple.
pub trait Strides {
    /// As one tuple.
    type Tuple: Compacted;
    /// The same, the last one being first.
    type Reversed: Compacted;
    /// After the strides `D`.
    type Push<D: IntTuple>: Strides;
    /// Rightmost fastest: the element `H` before these.
    type Before<H: IntTuple>: Strides;
}
/// The strides `L` and the next one, `P`.
#[derive(Debug)]
pub struct StrideList<L, P>(core::marker::PhantomData<(L, P)>);
impl<L: List, P: Int> Strides for StrideList<L, P> {
    type Tuple = Compacting<L::Tuple, P>;
    type Reversed = Compacting<<L::ReverseOnto<HNil> as List>::Tuple, P>;
    type Push<D: IntTuple> = StrideList<HCons<D, L>, P>;
    type Before<H: IntTuple> = <<View<H> as Compact>::Right<P> as Compacted>::Front<L>;
}

/// Leaves with their ranks, and how many.
pub trait Ranking {
    /// The leaves.
    type Leaves: Modes;
    /// And the leaf `S` with the order `O`.
    type Add<S: Int, O: Int>: Ranking;
}
/// The leaves `L`, of which there are `Q`.
#[derive(Debug)]
pub struct Ranked<L, Q>(core::marker::PhantomData<(L, Q)>);
impl<L: Modes, Q: Int> Ranking for Ranked<L, Q> {
    type Leaves = L;
    type Add<S: Int, O: Int> = Ranked<Snoc<L, S, Map<Rank, O, Q>>, Map<Sum, Q, One>>;
}

branch! {
    /// A leaf's stride, unless its extent is known to be 1.
    pub trait OneBranch for Bool {
        /// The stride.
        type Unless<D: Int>: Int {
            Yes => Z,
            No => D,
        }
    }
}

branch! {
    /// Whether a leaf varies faster.
    pub trait BelowBranch for Ternary {
        /// The product with its extent.
        type Times<P: Int, S: Int>: Int {
            Yes => Map<Product, P, S>,
            No => P,
            Unknown => usize,
        }
    }
}

type Stride<S, D> = <<<S as Int>::IsOne as OneBranch>::Unless<D> as Int>::Leaf;
type RankOf<O, Q> = Map<Rank, O, Q>;

impl<I: Leaf> Compact for Atom<I> {
    type Left<P: Int> = Compacting<Stride<I::In, P>, Map<Product, P, I::In>>;
    type LeftEach<P: Int> = StrideList<HNil, P>;
    type Right<P: Int> = Compacting<Stride<I::In, P>, Map<Product, P, I::In>>;
    type RightEach<P: Int> = StrideList<HNil, P>;
    type Ranks<S: List, L: Ranking> = S::RanksUnder<I::In, L>;
    type RanksUnder<O: Int, L: Ranking> = L::Add<I::In, O>;
    type RanksEach<H: IntTuple, T: List, L: Ranking> = L;
    type Ordered<S: List, R: Modes, Q: Int> = S::OrderedUnder<I::In, R, Q>;
    type OrderedEach<S: List, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
    type OrderedUnder<O: Int, R: Modes, Q: Int> =
        Compacting<Stride<I::In, R::Below<RankOf<O, Q>>>, Map<Sum, Q, One>>;
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
    type OrderedPairs<H: IntTuple, T: List, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
}

impl<I: IntTuple, N: List> Compact for HCons<I, N> {
    type Left<P: Int> = <Self::LeftEach<P> as Strides>::Tuple;
    type LeftEach<P: Int> = <<View<I> as Compact>::Left<P> as Compacted>::ThenLeft<N>;
    type Right<P: Int> = <Self::RightEach<P> as Strides>::Tuple;
    type RightEach<P: Int> = <N::RightEach<P> as Strides>::Before<I>;
    type Ranks<S: List, L: Ranking> = S::RanksEach<I, N, L>;
    type RanksUnder<O: Int, L: Ranking> = N::RanksUnder<O, <View<I> as Compact>::RanksUnder<O, L>>;
    type RanksEach<H: IntTuple, T: List, L: Ranking> =
        T::Ranks<N, <View<H> as Compact>::Ranks<View<I>, L>>;
    type Ordered<S: List, R: Modes, Q: Int> =
        <S::OrderedPairs<I, N, HNil, R, Q> as Strides>::Reversed;
    type OrderedEach<S: List, L: List, R: Modes, Q: Int> = S::OrderedPairs<I, N, L, R, Q>;
    type OrderedUnder<O: Int, R: Modes, Q: Int> =
        <Self::OrderedUnderEach<O, HNil, R, Q> as Strides>::Reversed;
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> =
        <<View<I> as Compact>::OrderedUnder<O, R, Q> as Compacted>::ThenUnder<O, N, L, R>;
    type OrderedPairs<H: IntTuple, T: List, L: List, R: Modes, Q: Int> =
        <<View<H> as Compact>::Ordered<View<I>, R, Q> as Compacted>::ThenOrdered<T, N, L, R>;
}

macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Compact for $t {
            type Left<P: Int> = Compacting<(), P>;
            type LeftEach<P: Int> = StrideList<HNil, P>;
            type Right<P: Int> = Compacting<(), P>;
            type RightEach<P: Int> = StrideList<HNil, P>;
            type Ranks<S: List, L: Ranking> = L;
            type RanksUnder<O: Int, L: Ranking> = L;
            type RanksEach<H: IntTuple, T: List, L: Ranking> = L;
            type Ordered<S: List, R: Modes, Q: Int> = Compacting<(), Q>;
            type OrderedEach<S: List, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
            type OrderedUnder<O: Int, R: Modes, Q: Int> = Compacting<(), Q>;
            type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = StrideList<L, Q>;
            type OrderedPairs<H: IntTuple, T: List, L: List, R: Modes, Q: Int> =
                StrideList<MissingAll, Q>;
        }
    )*};
}
ended! { HNil, KeepView }
