//! A layout leaf by leaf: each extent with its stride, from left to right.

use super::Verdict;
use crate::layout::{Both, Lists, Modes, NoModes, Pair, PlainLayout, Snoc};
use crate::num::int::{Int, Leaf};
use crate::num::{Bool, branch};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List};
use core::marker::PhantomData;
use typenum::{U0, U1};

/// What becomes of a leaf `S:D`, and of those after it.
pub trait LeafMap {
    /// The leaf, and the map of the next one.
    type Leaf<S: Int, D: Int>: Mapped;
    /// After the last leaf: there is a result.
    type IsSound: Bool;
}

/// A part of the result, and the map of what follows.
pub trait Mapped {
    /// The part.
    type Pair: Pair;
    /// It is the whole.
    type Layout: PlainLayout;
    /// The same, or the refusal, if this is false.
    type LayoutIf<V: Bool>: PlainLayout;
    /// Then the elements `TS:TD`.
    type Then<TS: List, TD: List>: MappedModes;
}
/// The part `P`; `F` maps what follows.
#[derive(Debug)]
pub struct Done<P, F>(PhantomData<(P, F)>);
impl<P: Pair, F: LeafMap> Mapped for Done<P, F> {
    type Pair = P;
    type Layout = <F::IsSound as Verdict>::LayoutOr<P::Layout>;
    type LayoutIf<V: Bool> = <V::And<F::IsSound> as Verdict>::LayoutOr<P::Layout>;
    type Then<TS: List, TD: List> = <TS::EachOf<TD, F> as MappedModes>::Push<P>;
}
/// The leaf `S:D`, `F` mapping what follows; `1:0` for an extent known to be 1.
pub type DoneLeaf<S, D, F> = <<S as Int>::IsOne as SingleBranch>::Done<S, D, F>;

/// The elements of a tuple, and the map of what follows.
pub trait MappedModes {
    /// As one tuple.
    type Tuple: Mapped;
    /// The elements.
    type Modes: Lists;
    /// After the element `P`.
    type Push<P: Pair>: MappedModes;
}
/// The elements `L`; `F` maps what follows.
#[derive(Debug)]
pub struct DoneModes<L, F>(PhantomData<(L, F)>);
impl<L: Lists, F: LeafMap> MappedModes for DoneModes<L, F> {
    type Tuple = Done<L::Tuple, F>;
    type Modes = L;
    type Push<P: Pair> = DoneModes<P::Onto<L>, F>;
}

/// The view of a shape, leaf by leaf.
pub trait EachLeaf {
    /// The leaves of the shape `Self` with the stride `D`.
    type Each<D: List, F: LeafMap>: Mapped;
    /// The same for tuples, element by element.
    type EachOf<D: List, F: LeafMap>: MappedModes;
    /// The same for the shape `(H, T..)`, this being the stride.
    type EachCons<H: IntTuple, T: List, F: LeafMap>: MappedModes;
}
impl<I: Leaf> EachLeaf for Atom<I> {
    type Each<D: List, F: LeafMap> = I::Each<D::Tuple, F>;
    type EachOf<D: List, F: LeafMap> = DoneModes<NoModes, F>;
    type EachCons<H: IntTuple, T: List, F: LeafMap> = DoneModes<NoModes, F>;
}
impl<I: IntTuple, R: List> EachLeaf for HCons<I, R> {
    type Each<D: List, F: LeafMap> = <D::EachCons<I, R, F> as MappedModes>::Tuple;
    type EachOf<D: List, F: LeafMap> = D::EachCons<I, R, F>;
    type EachCons<H: IntTuple, T: List, F: LeafMap> = <H::Each<I, F> as Mapped>::Then<T, R>;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl EachLeaf for $t {
            type Each<D: List, F: LeafMap> = Done<Both<(), ()>, F>;
            type EachOf<D: List, F: LeafMap> = DoneModes<NoModes, F>;
                    type EachCons<H: IntTuple, T: List, F: LeafMap> = DoneModes<NoModes, F>;
        }
    )*};
}
ended! { HNil, KeepView }

branch! {
    /// On a leaf that has one element.
    pub trait SingleBranch for Bool {
        /// The leaf `S:D`, or `1:0`.
        type Done<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => Done<Both<U1, U0>, F>,
            No => Done<Both<S::Leaf, D::Leaf>, F>,
        }
    }
}

/// `filter_zeros`: an extent beside a stride known to be 0 becomes 1.
#[derive(Debug)]
pub struct ZerosToOnes;
impl LeafMap for ZerosToOnes {
    type Leaf<S: Int, D: Int> =
        <<D::IsZero as Bool>::Or<S::IsOne> as SingleBranch>::Done<S, D, Self>;
    type IsSound = typenum::B1;
}

/// Sorting all leaves of a flat list.
pub trait SortedLeaves {
    /// By stride, none dropped; a leaf of one element has stride 0.
    type InOrder: super::Order;
    /// No stride is negative.
    type IsSortable: Bool;
    /// No stride counts in units.
    type AreNumbers: Bool;
}
impl SortedLeaves for crate::layout::Nil {
    type InOrder = crate::layout::Nil;
    type IsSortable = typenum::B1;
    type AreNumbers = typenum::B1;
}
impl<I: Modes, S: Int, D: Int> SortedLeaves for Snoc<I, S, D> {
    type InOrder =
        <I::InOrder as super::Order>::Insert<S, <S::IsOne as super::OneBranch>::Unless<D>>;
    type IsSortable =
        <<<D::IsNegative as Bool>::Not as Bool>::Or<S::IsOne> as Bool>::And<I::IsSortable>;
    type AreNumbers = <D::IsNumber as Bool>::And<I::AreNumbers>;
}
