//! `like`, `fragment_like`: compact strides in the order of other ones.
//!
//! The strides become an order: static ones by size, run-time ones after them. Extents beside a stride of 0
//! become 1, so that they take no part and their strides are 0.

use super::{Done, LeafMap, Mapped, MappedModes};
use crate::layout::{Both, ColMajor, Layout, Lists, Pair, PlainLayout};
use crate::num::branch;
use crate::num::int::{Int, Leaf, Map, One, Sum};
use crate::num::octal::{N, O2, Z};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, Regroup};
use typenum::{B1, U0, U1};

/// More than any stride.
type Last = typenum::U9223372036854775808;

/// The leaf as an extent and a place in the order; a stride of 0 as `1:0`.
#[derive(Debug)]
pub struct AsOrder;
impl LeafMap for AsOrder {
    type Leaf<S: Int, D: Int> = <D::IsZero as OrderBranch>::Zero<S, D, Self>;
    type IsSound = B1;
}
/// The same after what comes first: strides of 0 have a place.
#[derive(Debug)]
pub struct AsLaterOrder;
impl LeafMap for AsLaterOrder {
    type Leaf<S: Int, D: Int> = <D::IsStatic as OrderBranch>::Later<S, D>;
    type IsSound = B1;
}

branch! {
    /// On a stride.
    pub trait OrderBranch for Bool {
        /// It is 0.
        type Zero<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => Done<Both<U1, U0>, F>,
            No => <D::IsStatic as OrderBranch>::Static<S, D, F>,
        }
        /// It is static.
        type Static<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => Done<Both<S::Leaf, <D::Magnitude as Int>::Leaf>, F>,
            No => Done<Both<S::Leaf, Last>, F>,
        }
        /// It is static, after other modes.
        type Later<S: Int, D: Int>: Mapped {
            Yes => Done<Both<S::Leaf, <Map<Sum, D::Magnitude, One> as Int>::Leaf>, AsLaterOrder>,
            No => Done<Both<S::Leaf, Last>, AsLaterOrder>,
        }
        /// It is 0, in the first mode.
        type First<S: Int>: Mapped {
            Yes => Done<Both<U1, U0>, AsFirst>,
            No => Done<Both<S::Leaf, U0>, AsFirst>,
        }
        /// There is no mode after `H`: the fragment like the shape `(H, T..)` with the stride `D`.
        type Fragment<H: IntTuple, T: List, D: List>: PlainLayout {
            Yes => ColMajor<<HCons<H, T> as List>::Tuple>,
            No => D::FragmentOf<H, T>,
        }
        /// There is a second mode and no third: the second becomes a tuple.
        type Paired<L: PlainLayout>: PlainLayout {
            Yes => L::Group<One, N<Z, O2>>,
            No => L,
        }
    }
}

/// The leaf among the first, as they come; a stride of 0 as `1:0`.
#[derive(Debug)]
pub struct AsFirst;
impl LeafMap for AsFirst {
    type Leaf<S: Int, D: Int> = <D::IsZero as OrderBranch>::First<S>;
    type IsSound = B1;
}

/// The view of a shape, or of its stride, that a fragment is like.
pub trait Fragmented {
    /// The fragment like the layout of this shape and the stride `D`.
    type Fragment<D: List>: PlainLayout;
    /// The same for the shape `(H, T..)`, this being the stride.
    type FragmentOf<H: IntTuple, T: List>: PlainLayout;
}
impl<I: Leaf> Fragmented for Atom<I> {
    type Fragment<D: List> = ColMajor<I>;
    type FragmentOf<H: IntTuple, T: List> = Layout<(), ()>;
}
impl<I: IntTuple, L: List> Fragmented for HCons<I, L> {
    type Fragment<D: List> = <L::IsEmpty as OrderBranch>::Fragment<I, L, D>;
    type FragmentOf<H: IntTuple, T: List> = <<T as Regroup>::IsSingle as OrderBranch>::Paired<
        <<<<H::Each<I, AsFirst> as Mapped>::Pair as Pair>::Onto<
            <T::EachOf<L, AsLaterOrder> as MappedModes>::Modes,
        > as Lists>::Tuple as Pair>::LikeOf<<HCons<H, T> as List>::Tuple>,
    >;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Fragmented for $t {
            type Fragment<D: List> = Layout<(), ()>;
            type FragmentOf<H: IntTuple, T: List> = Layout<(), ()>;
        }
    )*};
}
ended! { HNil, KeepView }
