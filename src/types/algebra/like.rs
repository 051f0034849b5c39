//! `like` and `fragment_like` (CuTe's `make_layout_like`, `make_fragment_like`): compact strides in the order of given
//! strides.
//!
//! The given strides are the order: static strides by size, run-time strides after them. Extents with stride 0 become
//! 1, so they do not count and their new strides are 0.

use super::{ByLeaf, LeafMap, Mapped, MappedModes, MappedPair};
use crate::types::layout::{Both, ColMajor, Lists, Pair, PlainLayout};
use crate::types::num::int::{Int, Leaf, Map, One, Sum};
use crate::types::num::octal::{N, O0, O2, Z};
use crate::types::num::{StaticValue, branch};
use crate::types::tuple::{Elements, IntTuple, List, Structure, leaf_tuple};
use layout_core as value;
use typenum::{B0, B1, U0, U1};

/// The order of a run-time stride: 2^63, greater than any static stride.
///
/// A leaf of its own, because a numeral of 64 bits takes the compiler's next solver to its recursion limit.
#[derive(Clone, Copy, Debug)]
pub struct LastOrder;
/// `8^7 L`.
type Shifted<L> = N<N<N<N<N<N<N<L, O0>, O0>, O0>, O0>, O0>, O0>, O0>;
#[diagnostic::do_not_recommend]
impl IntTuple for LastOrder {
    leaf_tuple! { B1, B0 }
    // An integer that every rule rejects: the leaf occurs in orders only.
    const DESC: value::IntTuple = value::IntTuple::leaf(i64::MIN);
}
#[diagnostic::do_not_recommend]
impl Leaf for LastOrder {
    // `8^21 = 2^63`.
    type In = Shifted<Shifted<Shifted<One>>>;
    type Cells<T> = [T; 0];
    fn word(self) -> usize {
        0
    }
    fn value(self) -> i64 {
        i64::MIN
    }
    fn from_value(_: i64) -> Self {
        LastOrder
    }
}
// SAFETY: `LastOrder` is a unit struct without an invariant, so it is not empty and any code may make its value.
unsafe impl StaticValue for LastOrder {}

/// Maps a leaf to `extent:order`; a leaf with stride 0 to `1:0`.
#[derive(Debug)]
pub struct AsOrder;
impl LeafMap for AsOrder {
    type Leaf<S: Int, D: Int> = <D::IsZero as OrderBranch>::Zero<S, D, Self>;
}
/// Maps a leaf after the first mode to `extent:order`; a stride of 0 also has an order.
#[derive(Debug)]
pub struct AsLaterOrder;
impl LeafMap for AsLaterOrder {
    type Leaf<S: Int, D: Int> = <D::IsStatic as OrderBranch>::Later<S, D>;
}

branch! {
    /// Whether a stride is 0 or static, or there is one mode.
    pub trait OrderBranch {
        /// If `D` is 0: the leaf `S:D` as `extent:order`.
        type Zero<S: Int, D: Int, F: LeafMap>: Mapped {
            // Extent 1 keeps a repeated leaf out of the products.
            Yes => MappedPair<Both<U1, U0>, F>,
            No | Unknown => <D::IsStatic as OrderBranch>::Static<S, D, F>,
        }
        /// If `D` is static: the leaf `S:D` as `extent:order`.
        type Static<S: Int, D: Int, F: LeafMap>: Mapped {
            Yes => MappedPair<Both<S::Leaf, <D::Magnitude as Int>::Leaf>, F>,
            No | Unknown => MappedPair<Both<S::Leaf, LastOrder>, F>,
        }
        /// If `D` is static: the leaf `S:D` after the first mode as `extent:order`.
        type Later<S: Int, D: Int>: Mapped {
            // One more than the stride, because the first mode has order 0.
            Yes => MappedPair<Both<S::Leaf, <Map<Sum, D::Magnitude, One> as Int>::Leaf>, AsLaterOrder>,
            No | Unknown => MappedPair<Both<S::Leaf, LastOrder>, AsLaterOrder>,
        }
        /// If the stride is 0: the leaf of extent `S` in the first mode as `extent:order`.
        type First<S: Int>: Mapped {
            Yes => MappedPair<Both<U1, U0>, AsFirst>,
            No | Unknown => MappedPair<Both<S::Leaf, U0>, AsFirst>,
        }
        /// If there is one mode, or none: the fragment like the layout `S:D`.
        type Fragment<S: IntTuple, D: IntTuple>: PlainLayout {
            Yes => ColMajor<S>,
            No | Unknown => <<<Elements<S> as List>::Tail as Structure>::IsSingle as OrderBranch>::Paired<
                <<<<<<Elements<S> as List>::Head as IntTuple>::Each<
                    <Elements<D> as List>::Head,
                    AsFirst,
                > as Mapped>::Pair as Pair>::Onto<
                    <<<Elements<S> as List>::Tail as ByLeaf>::EachOf<
                        <Elements<D> as List>::Tail,
                        AsLaterOrder,
                    > as MappedModes>::Modes,
                > as Lists>::Tuple as Pair>::LikeOf<S>,
            >,
        }
        /// If there are two modes: `L` with the second one as a tuple.
        type Paired<L: PlainLayout>: PlainLayout {
            // CuTe's form: the second of two modes is a tuple of one.
            Yes => L::Group<One, N<Z, O2>>,
            No | Unknown => L,
        }
    }
}

/// Maps a leaf of the first mode to `extent:0`, so these leaves stay in place; a leaf with stride 0 to `1:0`.
#[derive(Debug)]
pub struct AsFirst;
impl LeafMap for AsFirst {
    type Leaf<S: Int, D: Int> = <D::IsZero as OrderBranch>::First<S>;
}
