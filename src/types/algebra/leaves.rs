//! Functions of the leaves of a layout, from left to right: compositions, `filter_zeros`, orders, recasts.

use super::{OneBranch, Walked};
use crate::types::layout::{Both, Lists, NoModes, Pair};
use crate::types::num::Bool;
use crate::types::num::int::{Int, Leaf};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List};
use core::marker::PhantomData;

/// A map of leaves with state: the result for a leaf also has the map of the next one.
pub trait LeafMap {
    /// The result for the leaf `S:D`, and the map of the next leaf.
    type Leaf<S: Int, D: Int>: Mapped;
}

/// The result for a part of a layout, and the map of the next leaf.
pub trait Mapped {
    /// The result.
    type Pair: Pair;
    /// This result as the first element, then the results of the elements `TS:TD`.
    type Then<TS: List, TD: List>: MappedModes;
}
/// The result `P`, and the map `F` of the next leaf.
#[derive(Debug)]
pub struct MappedPair<P, F>(PhantomData<(P, F)>);
impl<P: Pair, F: LeafMap> Mapped for MappedPair<P, F> {
    type Pair = P;
    type Then<TS: List, TD: List> = <TS::EachOf<TD, F> as MappedModes>::Push<P>;
}
/// The result `S:D`, or `1:0` if `S` is known to be 1, and the map `F` of the next leaf.
pub type DoneLeaf<S, D, F> = <<S as Int>::IsOne as OneBranch>::Leaf<S, D, F>;

/// The result `S:D`, where `S` is not known to be 1, and the map `F` of the next leaf. One level less than
/// [`DoneLeaf`].
pub type ManyLeaf<S, D, F> = MappedPair<Both<<S as Int>::Leaf, <D as Int>::Leaf>, F>;

/// The results for elements of a tuple, and the map of the next leaf.
pub trait MappedModes {
    /// The results as one tuple.
    type Tuple: Mapped;
    /// The results.
    type Modes: Lists;
    /// The element `P`, then these.
    type Push<P: Pair>: MappedModes;
}
/// The results `L`, and the map `F` of the next leaf.
#[derive(Debug)]
pub struct DoneModes<L, F>(PhantomData<(L, F)>);
impl<L: Lists, F: LeafMap> MappedModes for DoneModes<L, F> {
    type Tuple = MappedPair<L::Tuple, F>;
    type Modes = L;
    type Push<P: Pair> = DoneModes<P::Onto<L>, F>;
}

/// Functions of the leaves of a layout, `Self` being its shape: the tuples of shape and stride are walked together.
pub trait ByLeaf {
    /// `A o (Self:D)` for a coalesced `A`, element by element.
    type ComposeEach<D: List, A: Walked>: Lists;
    /// `A o ((H, T..):Self)`, this list being the stride.
    type ComposeCons<H: IntTuple, T: List, A: Walked>: Lists;
    /// `F` over the leaves of the layout `Self:D`.
    type Each<D: List, F: LeafMap>: Mapped;
    /// `F` over the elements `Self:D`.
    type EachOf<D: List, F: LeafMap>: MappedModes;
    /// `F` over the elements `(H, T..):Self`, this list being the stride.
    type EachCons<H: IntTuple, T: List, F: LeafMap>: MappedModes;
}
impl<I: IntTuple, R: List> ByLeaf for HCons<I, R> {
    type ComposeEach<D: List, A: Walked> = D::ComposeCons<I, R, A>;
    type ComposeCons<H: IntTuple, T: List, A: Walked> =
        <H::Compose<I, A> as Pair>::Onto<T::ComposeEach<R, A>>;
    type Each<D: List, F: LeafMap> = <D::EachCons<I, R, F> as MappedModes>::Tuple;
    type EachOf<D: List, F: LeafMap> = D::EachCons<I, R, F>;
    // The result of the first element also gives the map for the elements after it.
    type EachCons<H: IntTuple, T: List, F: LeafMap> = <H::Each<I, F> as Mapped>::Then<T, R>;
}
// A leaf where a list of elements is needed ends the walk.
macro_rules! ended {
    ($([$($g:tt)*] $t:ty, $D:ident $F:ident $each:ty;)*) => {$(
        impl<$($g)*> ByLeaf for $t {
            type ComposeEach<D: List, A: Walked> = NoModes;
            type ComposeCons<H: IntTuple, T: List, A: Walked> = NoModes;
            type Each<$D: List, $F: LeafMap> = $each;
            type EachOf<D: List, F: LeafMap> = DoneModes<NoModes, F>;
            type EachCons<H: IntTuple, T: List, F: LeafMap> = DoneModes<NoModes, F>;
        }
    )*};
}
ended! {
    [I: Leaf] Atom<I>, D F I::Each<D::Tuple, F>;
    [] HNil, D F MappedPair<Both<(), ()>, F>;
    [] KeepView, D F MappedPair<Both<(), ()>, F>;
}

/// `filter_zeros`: an extent with a stride known to be 0 becomes 1.
#[derive(Debug)]
pub struct ZerosToOnes;
impl LeafMap for ZerosToOnes {
    // Extent 1 and stride 0 both become `1:0`.
    type Leaf<S: Int, D: Int> = <<D::IsZero as Bool>::Or<S::IsOne> as OneBranch>::Leaf<S, D, Self>;
}
