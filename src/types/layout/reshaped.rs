//! The result types of the operations that recast, reorder and regroup a layout.

use super::{ColMajor, Collapsing, Layout, Ordered, Pair, PlainLayout};
use crate::types::algebra::{
    AsOrder, BlockFits, ByProfile, ComposeOrRefused, CopiesIn, Filtered, Fragmented, Group, Mapped,
    Order, RecastBranch, Refining, SortedLeaves, Split, TileBranch, Verdict, Zeroless, ZerosToOnes,
};
use crate::types::num::Bool;
use crate::types::num::int::Int;
use crate::types::num::octal::Z;
use crate::types::tuple::{
    Congruence, Crossed, Elements, IntTuple, ListOf, Nesting, Pad, PadFront, Place, Placed,
    Regroup, Structure,
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
    /// Result of `recast_bits`: groups of `G` elements, each of which is divided into `P` parts.
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
    /// Result of `permute`.
    type Permute<I: IntTuple>: PlainLayout;
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
type LeafwiseLayout<S, D, F> = <<S as IntTuple>::Each<D, F> as Mapped>::Layout;
/// The result of the map `F` of each leaf of `S:D`. Refused for a layout that maps to coordinates.
type LeafwiseNumbers<S, D, F> =
    <<S as IntTuple>::Each<D, F> as Mapped>::LayoutIf<Numbers<Layout<S, D>>>;
/// Whether `I` names each mode of the shape `S` once.
type IsPermutation<I, S> =
    <<ListOf<I> as Regroup>::CrossOff<<S as IntTuple>::Uncrossed> as Crossed>::IsAll;
/// Whether no stride of the layout `A` has a basis.
type Numbers<A> = <<A as PlainLayout>::Modes as SortedLeaves>::AreNumbers;
/// Whether the shape `S` of a block has no element, and the shape `T` one mode.
type IsOneMode<T, S> =
    <<ListOf<S> as Congruence>::IsLeaf as Bool>::And<<ListOf<CopiesIn<T, S>> as Regroup>::IsSingle>;
/// The leaves of a profile.
type ProfileLeaves<P> = <ListOf<P> as Structure>::Leaves<crate::types::tuple::HNil>;

impl<S: IntTuple, D: IntTuple> Reshaped for Layout<S, D> {
    type FilterZeros = LeafwiseLayout<S, D, ZerosToOnes>;
    type Filter = <Self::FilterZeros as PlainLayout>::Coalesce;
    type FilterZerosBy<P: IntTuple> = ByProfileOf<Zeroless, P, S, D>;
    type FilterBy<P: IntTuple> = ByProfileOf<Filtered, P, S, D>;
    type Upcast<G: Int> = LeafwiseNumbers<S, D, Group<G, Z>>;
    type Downcast<G: Int> = LeafwiseNumbers<S, D, Split<<Self as PlainLayout>::Modes, G>>;
    type Recast<G: Int, P: Int> = <P::IsOne as RecastBranch>::Recast<Self, G, P>;
    // The shape is refused, not the layout, because that nests less deeply.
    type Like = <<S::Each<D, AsOrder> as Mapped>::Pair as Pair>::LikeOf<
        <Numbers<Self> as Verdict>::TupleOr<S>,
    >;
    type FragmentLike = <S::List as Fragmented>::Fragment<D::List, Numbers<Self>>;
    type Sort = <<Numbers<Self> as Bool>::And<
        <<Self as PlainLayout>::Modes as SortedLeaves>::IsSortable,
    > as Verdict>::LayoutOr<
        <<<<<Self as PlainLayout>::Modes as SortedLeaves>::InOrder as Order>::Modes as Collapsing>::Pair as Pair>::Layout,
    >;
    type IsPermutation<I: IntTuple> = IsPermutation<I, S>;
    type IsRange<B: Place, E: Place> =
        <<<S::Rank as Place>::IsBefore<E> as Bool>::Not as Bool>::And<B::IsBefore<E>>;
    type Permute<I: IntTuple> =
        <IsPermutation<I, S> as Verdict>::LayoutOr<<Self as PlainLayout>::Select<I>>;
    type Dice<C: IntTuple> =
        Layout<<ListOf<C> as Regroup>::Dice<S>, <ListOf<C> as Regroup>::Dice<D>>;
    type Zip = <<S::List as Regroup>::Zips as Verdict>::LayoutOr<
        Layout<<S::List as Regroup>::Zipped, <D::List as Regroup>::Zipped>,
    >;
    type Unflatten<P: IntTuple> =
        <<ProfileLeaves<P> as Regroup>::AsMany<Elements<S>> as Verdict>::LayoutOr<
            Layout<
                <<ListOf<P> as Nesting>::Unflatten<Elements<S>> as Placed>::Tuple,
                <<ListOf<P> as Nesting>::Unflatten<Elements<D>> as Placed>::Tuple,
            >,
        >;
    type AppendTo<N: Place, B: PlainLayout> = <N::Holds<Elements<S>> as Verdict>::LayoutOr<
        <N::Reached<Elements<S>> as TileBranch>::Either<
            Self,
            Layout<Pad<Elements<S>, N, B::Shape>, Pad<Elements<D>, N, B::Stride>>,
        >,
    >;
    type PrependTo<N: Place, B: PlainLayout> = <N::Holds<Elements<S>> as Verdict>::LayoutOr<
        <N::Reached<Elements<S>> as TileBranch>::Either<
            Self,
            Layout<PadFront<Elements<S>, N, B::Shape>, PadFront<Elements<D>, N, B::Stride>>,
        >,
    >;
    type WithShape<P: IntTuple> = ComposeOrRefused<Self, ColMajor<P>>;
    type Refine<P: IntTuple> = <<S::List as Refining>::Refined<D::List, ListOf<P>> as Pair>::Layout;
    type TileToShape<T: IntTuple> =
        <IsOneMode<T, S> as TileBranch>::Tile<Self, ColMajor<CopiesIn<T, S>>, BlockFits<T, S>>;
    type TileToShapeOrdered<T: IntTuple, O: IntTuple> =
        <IsOneMode<T, S> as TileBranch>::Tile<Self, Ordered<CopiesIn<T, S>, O>, BlockFits<T, S>>;
}
