//! Maps over the leaves of a layout, from left to right: `filter_zeros`, orders, recasts.

use crate::types::layout::{Both, Lists, Modes, NoModes, Pair, Snoc};
use crate::types::num::int::{Int, Leaf};
use crate::types::num::{Bool, branch};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List};
use core::marker::PhantomData;
use typenum::{U0, U1};

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
pub type DoneLeaf<S, D, F> = <<S as Int>::IsOne as SingleBranch>::Done<S, D, F>;

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

/// A map over the leaves of a layout, `Self` being its shape.
pub trait EachLeaf {
    /// `F` over the leaves of the layout `Self:D`.
    type Each<D: List, F: LeafMap>: Mapped;
    /// `F` over the elements `Self:D`.
    type EachOf<D: List, F: LeafMap>: MappedModes;
    /// `F` over the elements `(H, T..):Self`, this list being the stride.
    type EachCons<H: IntTuple, T: List, F: LeafMap>: MappedModes;
}
impl<I: Leaf> EachLeaf for Atom<I> {
    type Each<D: List, F: LeafMap> = I::Each<D::Tuple, F>;
    type EachOf<D: List, F: LeafMap> = DoneModes<NoModes, F>;
    // A leaf where a list of elements is needed ends the map.
    type EachCons<H: IntTuple, T: List, F: LeafMap> = DoneModes<NoModes, F>;
}
impl<I: IntTuple, R: List> EachLeaf for HCons<I, R> {
    type Each<D: List, F: LeafMap> = <D::EachCons<I, R, F> as MappedModes>::Tuple;
    type EachOf<D: List, F: LeafMap> = D::EachCons<I, R, F>;
    // The result of the first element also gives the map for the elements after it.
    type EachCons<H: IntTuple, T: List, F: LeafMap> = <H::Each<I, F> as Mapped>::Then<T, R>;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl EachLeaf for $t {
            type Each<D: List, F: LeafMap> = MappedPair<Both<(), ()>, F>;
            type EachOf<D: List, F: LeafMap> = DoneModes<NoModes, F>;
                    type EachCons<H: IntTuple, T: List, F: LeafMap> = DoneModes<NoModes, F>;
        }
    )*};
}
ended! { HNil, KeepView }

branch! {
    /// Whether a leaf has one element.
    pub trait SingleBranch for Bool {
        /// The result `1:0` if true, otherwise `S:D`.
        type Done<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => MappedPair<Both<U1, U0>, F>,
            No => ManyLeaf<S, D, F>,
        }
    }
}

/// `filter_zeros`: an extent with a stride known to be 0 becomes 1.
#[derive(Debug)]
pub struct ZerosToOnes;
impl LeafMap for ZerosToOnes {
    // Extent 1 and stride 0 both become `1:0`.
    type Leaf<S: Int, D: Int> =
        <<D::IsZero as Bool>::Or<S::IsOne> as SingleBranch>::Done<S, D, Self>;
}

/// Sorting all leaves of a flat list.
pub trait SortedLeaves {
    /// The leaves by rising stride. A leaf of one element has stride 0.
    type InOrder: super::Order;
}
impl SortedLeaves for crate::types::layout::Nil {
    type InOrder = crate::types::layout::Nil;
}
impl<I: Modes, S: Int, D: Int> SortedLeaves for Snoc<I, S, D> {
    // A leaf of one element sorts by stride 0, before all others.
    type InOrder =
        <I::InOrder as super::Order>::Insert<S, <S::IsOne as super::OneBranch>::Unless<D>>;
}
