//! The result types of the operations that recast, reorder and regroup a layout.

use super::{ColMajor, Collapsing, Layout, Ordered, Pair, PlainLayout};
use crate::types::algebra::{
    AsOrder, ByProfile, CopiesIn, Filtered, Fragmented, Group, Mapped, Order, RecastBranch,
    Refining, SortedLeaves, Split, TileBranch, Tiler, Zeroless, ZerosToOnes,
};
use crate::types::num::Bool;
use crate::types::num::int::Int;
use crate::types::tuple::{
    Congruence, Crossed, Elements, IntTuple, ListOf, Nesting, Pad, PadFront, Place, Placed, Regroup,
};

/// The results of the operations that recast, reorder and regroup a layout.
#[layout_macros::at_caller]
pub trait Reshaped {
    /// Result of `filter_zeros`.
    type FilterZeros: PlainLayout;
    /// Result of `filter`.
    type Filter: PlainLayout;
    /// Result of `filter_zeros_by`.
    type FilterZerosBy<P: IntTuple>: PlainLayout;
    /// Result of `filter_by`.
    type FilterBy<P: IntTuple>: PlainLayout;
    /// Result of `upcast`.
    type Upcast<G: Int>: PlainLayout;
    /// Result of `downcast`.
    type Downcast<G: Int>: PlainLayout;
    /// Result of `recast_bits`: groups of `G` elements, each divided into `P` parts.
    type Recast<G: Int, P: Int>: PlainLayout;
    /// Result of `like`.
    type Like: PlainLayout;
    /// Result of `fragment_like`.
    type FragmentLike: PlainLayout;
    /// Result of `sort`.
    type Sort: PlainLayout;
    /// Whether `I` names each mode once. One associated type, because the compiler evaluates each part of a longer
    /// bound at each call.
    #[doc(hidden)]
    type IsPermutation<I: IntTuple>: Bool;
    /// Whether `B < E`, and the layout has at least `E` modes.
    #[doc(hidden)]
    type IsRange<B: Place, E: Place>: Bool;
    /// Result of `dice`.
    type Dice<C: IntTuple>: PlainLayout;
    /// Result of `zip`.
    type Zip: PlainLayout;
    /// Result of `unflatten`.
    type Unflatten<P: IntTuple>: PlainLayout;
    /// Result of `append_to`.
    type AppendTo<N: Place, B: PlainLayout>: PlainLayout;
    /// Result of `prepend_to`.
    type PrependTo<N: Place, B: PlainLayout>: PlainLayout;
    /// Result of `with_shape`.
    type WithShape<P: IntTuple>: PlainLayout;
    /// Result of `refine`.
    type Refine<P: IntTuple>: PlainLayout;
    /// Result of `tile_to_shape`.
    type TileToShape<T: IntTuple>: PlainLayout;
    /// Result of `tile_to_shape_ordered`.
    type TileToShapeOrdered<T: IntTuple, O: IntTuple>: PlainLayout;
}

/// The result of the function `W` of the part of `S:D` below each leaf of the profile `P`.
type ByProfileOf<W, P, S, D> = <<ListOf<P> as ByProfile>::PartBy<W, S, D> as Pair>::Layout;
/// The result of the map `F` of each leaf of `S:D`.
type LeafwiseLayout<S, D, F> = <<<S as IntTuple>::Each<D, F> as Mapped>::Pair as Pair>::Layout;
/// Whether `I` names each mode of the shape `S` once.
type IsPermutation<I, S> =
    <<ListOf<I> as Regroup>::CrossOff<<S as IntTuple>::Uncrossed> as Crossed>::IsAll;
/// Whether the block's shape `S` has no element and the shape `T` has one mode.
type IsOneMode<T, S> =
    <<ListOf<S> as Congruence>::IsLeaf as Bool>::And<<ListOf<CopiesIn<T, S>> as Regroup>::IsSingle>;

impl<S: IntTuple, D: IntTuple> Reshaped for Layout<S, D> {
    type FilterZeros = LeafwiseLayout<S, D, ZerosToOnes>;
    type Filter = <Self::FilterZeros as PlainLayout>::Coalesce;
    type FilterZerosBy<P: IntTuple> = ByProfileOf<Zeroless, P, S, D>;
    type FilterBy<P: IntTuple> = ByProfileOf<Filtered, P, S, D>;
    type Upcast<G: Int> = LeafwiseLayout<S, D, Group<G>>;
    type Downcast<G: Int> = LeafwiseLayout<S, D, Split<<Self as PlainLayout>::Modes, G>>;
    type Recast<G: Int, P: Int> = <P::IsOne as RecastBranch>::Recast<Self, G, P>;
    type Like = <<S::Each<D, AsOrder> as Mapped>::Pair as Pair>::LikeOf<S>;
    type FragmentLike = <S::List as Fragmented>::Fragment<D::List>;
    type Sort =
        <<<<<Self as PlainLayout>::Modes as SortedLeaves>::InOrder as Order>::Modes as Collapsing>::Pair as Pair>::Layout;
    type IsPermutation<I: IntTuple> = IsPermutation<I, S>;
    type IsRange<B: Place, E: Place> =
        <<<S::Rank as Place>::IsBefore<E> as Bool>::Not as Bool>::And<B::IsBefore<E>>;
    type Dice<C: IntTuple> =
        Layout<<ListOf<C> as Regroup>::Dice<S>, <ListOf<C> as Regroup>::Dice<D>>;
    type Zip = Layout<<S::List as Regroup>::Zipped, <D::List as Regroup>::Zipped>;
    type Unflatten<P: IntTuple> = Layout<
        <<ListOf<P> as Nesting>::Unflatten<Elements<S>> as Placed>::Tuple,
        <<ListOf<P> as Nesting>::Unflatten<Elements<D>> as Placed>::Tuple,
    >;
    type AppendTo<N: Place, B: PlainLayout> = <N::Reached<Elements<S>> as TileBranch>::Either<
        Self,
        Layout<Pad<Elements<S>, N, B::Shape>, Pad<Elements<D>, N, B::Stride>>,
    >;
    type PrependTo<N: Place, B: PlainLayout> = <N::Reached<Elements<S>> as TileBranch>::Either<
        Self,
        Layout<PadFront<Elements<S>, N, B::Shape>, PadFront<Elements<D>, N, B::Stride>>,
    >;
    type WithShape<P: IntTuple> = <ColMajor<P> as Tiler>::Compose<Self>;
    type Refine<P: IntTuple> = <<S::List as Refining>::Refined<D::List, ListOf<P>> as Pair>::Layout;
    type TileToShape<T: IntTuple> =
        <IsOneMode<T, S> as TileBranch>::Tile<Self, ColMajor<CopiesIn<T, S>>>;
    type TileToShapeOrdered<T: IntTuple, O: IntTuple> =
        <IsOneMode<T, S> as TileBranch>::Tile<Self, Ordered<CopiesIn<T, S>, O>>;
}
