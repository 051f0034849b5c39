//! Compact strides: column-major (leftmost fastest), row-major (rightmost fastest), or in a given order. Also the strides of
//! `identity`, a unit for each leaf (`Units`).
//!
//! The stride of a leaf is the product of the extents that vary faster; a leaf known to have one element has stride 0.
//! For a given order, each leaf first gets a rank (its order, then its position), and its stride is the product of the
//! extents with a lower rank.

use super::{LeafMap, ManyLeaf, Mapped, MappedPair};
use crate::types::layout::{Both, Modes, Snoc, UnitInside, UnitPath};
use crate::types::num::branch;
use crate::types::num::int::{CeilOf, Int, Leaf, Map, Max, Minus, Neg, One, Product, Rank, Sum};
use crate::types::num::octal::{Oct, Z};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf, Nesting, Reduce};
use typenum::{U0, U1};

/// Compact strides of the shape `Self`. `Ranks`, `Ordered` and `OrderedEach` dispatch on the order, which is their
/// `Self`.
pub trait Compact {
    /// Column-major strides, the first one being `P`.
    type Left<P: Int>: IntTuple;
    /// [`Left`](Self::Left) of these elements.
    type LeftEach<P: Int>: List;
    /// Row-major strides, the last one being `P`.
    type Right<P: Int>: IntTuple;
    /// [`Right`](Self::Right) of these elements.
    type RightEach<P: Int>: List;
    /// The row-major stride of the leaf before these: `P` times the product of these, the last one first.
    type Before<P: Int>: Int;
    /// `Q` plus the number of these leaves.
    type Count<Q: Int>: Int;
    /// `L`, then the leaves of the shape `S` with their ranks in this order, as modes `extent:rank`. `Q` leaves come before.
    type Ranks<S: List, L: Modes, Q: Int>: Modes;
    /// `L`, then the leaves of this shape with their ranks, which all have the order `O`.
    type RanksUnder<O: Int, L: Modes, Q: Int>: Modes;
    /// The strides of the shape `S` in this order, `R` being all leaves with their ranks. `Q` leaves come before.
    type Ordered<S: List, R: Modes, Q: Int>: IntTuple;
    /// [`Ordered`](Self::Ordered) of the elements `S`, pushed onto the strides `L` (last one first). This tail
    /// recursion keeps the nesting of projections flat.
    type OrderedEach<S: List, L: List, R: Modes, Q: Int>: List;
    /// The strides of this shape, whose leaves all have the order `O`.
    type OrderedUnder<O: Int, R: Modes, Q: Int>: IntTuple;
    /// [`OrderedUnder`](Self::OrderedUnder) of these elements, pushed onto `L`.
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int>: List;
    /// The unit strides of this shape at the position `P` of a coordinate.
    type Units<P: UnitPath>: IntTuple;
    /// The unit strides of this list of shapes: element `I` of the coordinate at `P`, and the elements after it.
    type UnitsEach<P: UnitPath, I: Oct>: List;
}

branch! {
    /// Whether an extent is 1 or not refused, and comparisons of ranks.
    pub trait OneBranch {
        /// If the extent `S` is not refused: the stride `D`; 0 for an extent of 1.
        type Sound<S: Int, D: Int>: Int {
            Yes => <S::IsOne as OneBranch>::Unless<D>,
            No | Unknown => S,
        }
        /// The stride `D`; 0 for an extent of 1.
        type Unless<D: Int>: Int {
            Yes => Z,
            No | Unknown => D,
        }
        /// If a leaf has one element: `1:0`, otherwise `S:D`.
        type Leaf<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => MappedPair<Both<U1, U0>, F>,
            No | Unknown => ManyLeaf<S, D, F>,
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

/// The tuple of strides that were pushed one by one, so the last one is in front.
type Pushed<L> = <<L as Nesting>::ReverseOnto<HNil> as List>::Tuple;

impl<I: Leaf> Compact for Atom<I> {
    type Left<P: Int> = Stride<I::In, P>;
    type LeftEach<P: Int> = HNil;
    type Right<P: Int> = Stride<I::In, P>;
    type RightEach<P: Int> = HNil;
    type Before<P: Int> = Map<Product, P, I::In>;
    type Count<Q: Int> = Map<Sum, Q, One>;
    // An order that is a leaf holds for all leaves of this part of the shape.
    type Ranks<S: List, L: Modes, Q: Int> = S::RanksUnder<I::In, L, Q>;
    // The number of the leaf breaks ties: leaves of equal order follow from left to right.
    type RanksUnder<O: Int, L: Modes, Q: Int> = Snoc<L, I::In, RankOf<O, Q>>;
    type Ordered<S: List, R: Modes, Q: Int> = S::OrderedUnder<I::In, R, Q>;
    type OrderedEach<S: List, L: List, R: Modes, Q: Int> = L;
    // The stride is the product of the extents of all leaves with a lower rank.
    type OrderedUnder<O: Int, R: Modes, Q: Int> =
        <R::Below<RankOf<O, Q>> as Evaluated>::StrideOf<I::In>;
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = L;
    type Units<P: UnitPath> = P::Unit<I::In>;
    type UnitsEach<P: UnitPath, J: Oct> = HNil;
}

impl<I: IntTuple, N: List> Compact for HCons<I, N> {
    type Left<P: Int> = <Self::LeftEach<P> as List>::Tuple;
    type LeftEach<P: Int> =
        HCons<<ListOf<I> as Compact>::Left<P>, N::LeftEach<<ListOf<I> as Reduce>::Product<P>>>;
    type Right<P: Int> = <Self::RightEach<P> as List>::Tuple;
    type RightEach<P: Int> = HCons<<ListOf<I> as Compact>::Right<N::Before<P>>, N::RightEach<P>>;
    type Before<P: Int> = <ListOf<I> as Compact>::Before<N::Before<P>>;
    type Count<Q: Int> = N::Count<<ListOf<I> as Compact>::Count<Q>>;
    type Ranks<S: List, L: Modes, Q: Int> = N::Ranks<
        S::After,
        <ListOf<I> as Compact>::Ranks<ListOf<S::Found>, L, Q>,
        <ListOf<S::Found> as Compact>::Count<Q>,
    >;
    type RanksUnder<O: Int, L: Modes, Q: Int> = N::RanksUnder<
        O,
        <ListOf<I> as Compact>::RanksUnder<O, L, Q>,
        <ListOf<I> as Compact>::Count<Q>,
    >;
    type Ordered<S: List, R: Modes, Q: Int> = Pushed<Self::OrderedEach<S, HNil, R, Q>>;
    type OrderedEach<S: List, L: List, R: Modes, Q: Int> = N::OrderedEach<
        S::After,
        HCons<<ListOf<I> as Compact>::Ordered<ListOf<S::Found>, R, Q>, L>,
        R,
        <ListOf<S::Found> as Compact>::Count<Q>,
    >;
    type OrderedUnder<O: Int, R: Modes, Q: Int> = Pushed<Self::OrderedUnderEach<O, HNil, R, Q>>;
    type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = N::OrderedUnderEach<
        O,
        HCons<<ListOf<I> as Compact>::OrderedUnder<O, R, Q>, L>,
        R,
        <ListOf<I> as Compact>::Count<Q>,
    >;
    type Units<P: UnitPath> = <Self::UnitsEach<P, Z> as List>::Tuple;
    type UnitsEach<P: UnitPath, J: Oct> =
        HCons<<ListOf<I> as Compact>::Units<UnitInside<P, J::Bin>>, N::UnitsEach<P, J::Inc>>;
}

// The end of a list, and `_`: no leaf is left.
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Compact for $t {
            type Left<P: Int> = ();
            type LeftEach<P: Int> = HNil;
            type Right<P: Int> = ();
            type RightEach<P: Int> = HNil;
            type Before<P: Int> = P;
            type Count<Q: Int> = Q;
            type Ranks<S: List, L: Modes, Q: Int> = L;
            type RanksUnder<O: Int, L: Modes, Q: Int> = L;
            type Ordered<S: List, R: Modes, Q: Int> = ();
            type OrderedEach<S: List, L: List, R: Modes, Q: Int> = L;
            type OrderedUnder<O: Int, R: Modes, Q: Int> = ();
            type OrderedUnderEach<O: Int, L: List, R: Modes, Q: Int> = L;
            type Units<P: UnitPath> = ();
            type UnitsEach<P: UnitPath, J: Oct> = HNil;
        }
    )*};
}
ended! { HNil, KeepView }
