//! Functions of a nested tuple: reverse, fill, unflatten, wrap, sort, insert, remove.

use super::{Atom, Elements, HCons, HNil, IntTuple, KeepView, List, ListOf, Place, Structure};
use crate::types::num::branch;
use crate::types::num::int::{Int, Leaf, NotMore, Refused, Test, rule};

/// Functions of a nested tuple as a list.
pub trait Nesting {
    /// The elements in the opposite order.
    type Reverse: IntTuple;
    /// The elements in the opposite order, then `L`.
    type ReverseOnto<L: List>: List;
    /// This nesting with `X` at every leaf.
    type Fill<X: IntTuple>: IntTuple;
    /// [`Fill`](Self::Fill) of each element.
    type FillEach<X: IntTuple>: List;
    /// This nesting with the elements of `L` at the leaves.
    type Unflatten<L: List>: IntTuple;
    /// [`Unflatten`](Self::Unflatten) of each element.
    type UnflattenEach<L: List>: List;
    /// The elements of `L` that [`Unflatten`](Self::Unflatten) leaves.
    type Unused<L: List>: List;
    /// The tuple; `(I,)` for a leaf `I`.
    type Wrap: IntTuple;
    /// The tuple without the one-element tuples around it: `(((a, b),),)` is `(a, b)`.
    type Unwrap: IntTuple;
    /// [`Unwrap`](Self::Unwrap) of `(X, ..)`, this list being the elements after `X`.
    type UnwrapAfter<X: IntTuple>: IntTuple;
    /// The leaves of a tuple of depth 1 in rising order.
    type Sort: IntTuple;
    /// The elements in rising order.
    type SortEach: List;
    /// The sorted elements `L` with this leaf inserted.
    type SortInto<L: List>: List;
    /// These sorted elements with `X` inserted.
    type Insert<X: Int>: List;
    /// The sorted list of this leaf, then `L`, with `X` inserted.
    type InsertBefore<X: Int, L: List>: List;
}

impl<I: Leaf> Nesting for Atom<I> {
    type Reverse = I;
    type ReverseOnto<L: List> = HCons<I, L>;
    type Fill<X: IntTuple> = X;
    type FillEach<X: IntTuple> = HCons<X, HNil>;
    type Unflatten<L: List> = L::Found;
    type UnflattenEach<L: List> = HNil;
    type Unused<L: List> = L::Tail;
    type Wrap = (I,);
    type Unwrap = I;
    type UnwrapAfter<X: IntTuple> = X;
    type Sort = I;
    type SortEach = HCons<I, HNil>;
    type SortInto<L: List> = L::Insert<I::In>;
    type Insert<X: Int> = NoOrder<rule::Nesting>;
    type InsertBefore<X: Int, L: List> = <Test<NotMore, X, I::In> as SortBranch>::Insert<X, I, L>;
}
impl<I: IntTuple, R: List> Nesting for HCons<I, R> {
    type Reverse = <R::ReverseOnto<HCons<I, HNil>> as List>::Tuple;
    type ReverseOnto<L: List> = R::ReverseOnto<HCons<I, L>>;
    type Fill<X: IntTuple> = <Self::FillEach<X> as List>::Tuple;
    type FillEach<X: IntTuple> = HCons<<ListOf<I> as Nesting>::Fill<X>, R::FillEach<X>>;
    type Unflatten<L: List> = <Self::UnflattenEach<L> as List>::Tuple;
    type UnflattenEach<L: List> = HCons<
        <ListOf<I> as Nesting>::Unflatten<L>,
        R::UnflattenEach<<ListOf<I> as Nesting>::Unused<L>>,
    >;
    type Unused<L: List> = R::Unused<<ListOf<I> as Nesting>::Unused<L>>;
    type Wrap = <Self as List>::Tuple;
    type Unwrap = R::UnwrapAfter<I>;
    type UnwrapAfter<X: IntTuple> = <HCons<X, Self> as List>::Tuple;
    type Sort = <Self::SortEach as List>::Tuple;
    type SortEach = <ListOf<I> as Nesting>::SortInto<R::SortEach>;
    type SortInto<L: List> = NoOrder<rule::Nesting>;
    type Insert<X: Int> = <ListOf<I> as Nesting>::InsertBefore<X, R>;
    type InsertBefore<X: Int, L: List> = NoOrder<rule::Nesting>;
}
impl Nesting for HNil {
    type Reverse = ();
    type ReverseOnto<L: List> = L;
    type Fill<X: IntTuple> = ();
    type FillEach<X: IntTuple> = HNil;
    type Unflatten<L: List> = ();
    type UnflattenEach<L: List> = HNil;
    type Unused<L: List> = L;
    type Wrap = ();
    type Unwrap = ();
    type UnwrapAfter<X: IntTuple> = <ListOf<X> as Nesting>::Unwrap;
    type Sort = ();
    type SortEach = HNil;
    type SortInto<L: List> = NoOrder<rule::Nesting>;
    type Insert<X: Int> = HCons<X::Leaf, HNil>;
    type InsertBefore<X: Int, L: List> = NoOrder<rule::Nesting>;
}
impl Nesting for KeepView {
    type Reverse = super::Keep;
    type ReverseOnto<L: List> = L;
    type Fill<X: IntTuple> = ();
    type FillEach<X: IntTuple> = HNil;
    type Unflatten<L: List> = ();
    type UnflattenEach<L: List> = HNil;
    type Unused<L: List> = L;
    type Wrap = (super::Keep,);
    type Unwrap = super::Keep;
    type UnwrapAfter<X: IntTuple> = X;
    type Sort = super::Keep;
    type SortEach = HNil;
    type SortInto<L: List> = NoOrder<rule::Nesting>;
    type Insert<X: Int> = NoOrder<rule::Nesting>;
    type InsertBefore<X: Int, L: List> = NoOrder<rule::Nesting>;
}

/// The refusal of a list by the rule `W`.
type NoOrder<W> = HCons<Refused<W>, HNil>;

branch! {
    /// Whether `X <= I`.
    pub trait SortBranch {
        /// The sorted list of `I`, then `L`, with `X` inserted.
        type Insert<X: Int, I: Leaf, L: List>: List {
            Yes => HCons<X::Leaf, HCons<I, L>>,
            No => HCons<I, L::Insert<X>>,
            Unknown => NoOrder<rule::Unordered>,
        }
    }
}

/// `(T_0, T_1, .., X)`.
pub(crate) type Append<T, X> = <<ListOf<T> as Structure>::Then<X> as List>::Tuple;
/// `(X, T_0, T_1, ..)`.
pub(crate) type Prepend<T, X> = <Elements<T> as List>::Up1<X>;
/// `T` with `X` inserted before the element at `I`.
pub(crate) type Insert<T, I, X> =
    <I as Place>::Splice<T, HCons<X, <I as Place>::Drop<Elements<T>>>>;
/// `T` without the element at `I`.
pub(crate) type Remove<T, I> =
    <I as Place>::Splice<T, <<I as Place>::Drop<Elements<T>> as List>::After>;
