//! The trait of unswizzled layouts `S:D`, with the result types of their operations.

use super::codomain::{Codomain, CodomainOf};
use super::modes::{Modes, Nil};
use super::padded::{BothStatic, GuardOf};
use super::pair::{Lists, NoModes, Pair};
use super::{AnyLayout, ColMajor, Inside, Layout, Offset, OffsetBranch, Ordered};
use crate::types::algebra::{
    AsOrder, Axes, AxisBranch, AxisMask, ByLeaf, ByProfile, Coalesced, Coalescing, CommonOf,
    Copies, CopiesIn, Filtered, Fold, Group, Holes, InLayouts, InVectors, Joining, Mapped, Order,
    OrderBranch, RecastBranch, Reshaping, Slicing, Sorting, Split, Starting, Steps, TileBranch,
    Tiler, Walked, Zeroless, ZerosToOnes,
};
use crate::types::check::Unchecked;
use crate::types::num::Bool;
use crate::types::num::int::{Function, Int, Leaf, Quotient};
use crate::types::num::octal::Z;
use crate::types::tuple::{
    Crossed, Elements, HCons, HNil, Insert, IntTuple, List, ListOf, ModeRange, Nesting, Pad,
    PadFront, Pick, Place, Replace, Structure,
};
use layout_core as value;
use typenum::{U0, U1};

/// An unswizzled layout `S:D`, which maps a coordinate to `sum c_i * d_i`. The algebra works on these.
///
/// The associated types are the results of the operations. Each is also a layout, so generic code needs no `where`
/// clause for a result.
#[layout_macros::at_caller]
pub trait PlainLayout: AnyLayout {
    /// The strides, nested like the shape.
    type Stride: IntTuple;
    /// The leaves as a flat list.
    #[doc(hidden)]
    type Modes: Modes;
    /// The fewest modes with the same function.
    #[doc(hidden)]
    type Coalesced: Modes;
    /// The number of coordinates.
    #[doc(hidden)]
    type Size: Int;
    /// One more than the greatest offset.
    #[doc(hidden)]
    type Cosize: Int;
    /// The codomain: offsets or coordinates.
    #[doc(hidden)]
    type Codomain: Codomain;
    /// The integer of offsets of [`Layout::narrow`].
    #[doc(hidden)]
    type NarrowIndex: Offset;
    /// The guard of a padded divide of this layout by `T` in the form `F`.
    #[doc(hidden)]
    type Guard<T: Tiler, F: Bool>: Inside;
    /// `A o Self`. `A` is coalesced, or the whole layout if this one maps to coordinates.
    #[doc(hidden)]
    type After<A: Walked>: Pair;
    /// `A o Self`, as a list with one element for each mode of `Self`.
    #[doc(hidden)]
    type AfterEach<A: Walked>: Lists;
    /// The gaps between the offsets. The division `F` counts how often the offsets covered so far fit below the next
    /// stride.
    #[doc(hidden)]
    type Holes<F: Function>: Holes;

    /// Result of `coalesce`.
    #[doc(hidden)]
    type Coalesce: PlainLayout;
    /// Result of `coalesce_by`.
    #[doc(hidden)]
    type CoalesceBy<P: IntTuple>: PlainLayout;
    /// Result of `complement` and `complement_padded`. They differ in the division `F` of `M`.
    #[doc(hidden)]
    type Complement<M: Leaf, F: Function>: PlainLayout;
    /// Result of `blocked_product` of `A` and this layout.
    #[doc(hidden)]
    type BlockedBy<A: PlainLayout>: PlainLayout;
    /// Result of `raked_product` of `A` and this layout.
    #[doc(hidden)]
    type RakedBy<A: PlainLayout>: PlainLayout;

    /// The modes that continue each other from stride 1 on, each with the linear index of its first step as stride.
    #[doc(hidden)]
    type Chain: Modes;
    /// Result of `right_inverse`.
    #[doc(hidden)]
    type RightInverse: PlainLayout;
    /// Result of `left_inverse`.
    #[doc(hidden)]
    type LeftInverse: PlainLayout;
    /// Result of `inverse`.
    #[doc(hidden)]
    type Inverse: PlainLayout;
    /// Result of `nullspace`.
    #[doc(hidden)]
    type Nullspace: PlainLayout;
    /// Result of `max_common_layout`.
    #[doc(hidden)]
    type MaxCommon<B: PlainLayout>: PlainLayout;
    /// The static layout of the vector that [`MaxCommon`](Self::MaxCommon) and divisors of run-time extents prove.
    #[doc(hidden)]
    type CommonVector<B: PlainLayout>: PlainLayout;

    /// Result of `flatten`.
    #[doc(hidden)]
    type Flatten: PlainLayout;
    /// Result of `mode`.
    #[doc(hidden)]
    type Mode<I: Place>: PlainLayout;
    /// Result of `get`.
    #[doc(hidden)]
    type Get<P: IntTuple>: PlainLayout;
    /// Result of `replace`.
    #[doc(hidden)]
    type Replace<I: Place, B: PlainLayout>: PlainLayout;
    /// Result of `select`.
    #[doc(hidden)]
    type Select<I: IntTuple>: PlainLayout;
    /// Result of `take`.
    #[doc(hidden)]
    type Take<B: Place, E: Place>: PlainLayout;
    /// Result of `group`.
    #[doc(hidden)]
    type Group<B: Place, E: Place>: PlainLayout;
    /// Result of `slice`.
    #[doc(hidden)]
    type Slice<C: IntTuple>: PlainLayout;
    /// Result of `append`.
    #[doc(hidden)]
    type Append<B: PlainLayout>: PlainLayout;
    /// Result of `prepend`.
    #[doc(hidden)]
    type Prepend<B: PlainLayout>: PlainLayout;
    /// Result of `concat`.
    #[doc(hidden)]
    type Concat<B: PlainLayout>: PlainLayout;

    /// Result of `filter_zeros`.
    #[doc(hidden)]
    type FilterZeros: PlainLayout;
    /// Result of `filter`.
    #[doc(hidden)]
    type Filter: PlainLayout;
    /// Result of `filter_zeros_by`.
    #[doc(hidden)]
    type FilterZerosBy<P: IntTuple>: PlainLayout;
    /// Result of `filter_by`.
    #[doc(hidden)]
    type FilterBy<P: IntTuple>: PlainLayout;
    /// Result of `upcast`.
    #[doc(hidden)]
    type Upcast<G: Int>: PlainLayout;
    /// Result of `downcast`.
    #[doc(hidden)]
    type Downcast<G: Int>: PlainLayout;
    /// Result of `recast_bits`: groups of `G` elements, each divided into `P` parts.
    #[doc(hidden)]
    type Recast<G: Int, P: Int>: PlainLayout;
    /// Result of `like`.
    #[doc(hidden)]
    type Like: PlainLayout;
    /// Result of `fragment_like`.
    #[doc(hidden)]
    type FragmentLike: PlainLayout;
    /// Result of `sort`.
    #[doc(hidden)]
    type Sort: PlainLayout;
    /// Whether `I` names each mode once. One associated type, because the compiler evaluates each part of a longer
    /// bound at each call.
    #[doc(hidden)]
    type IsPermutation<I: IntTuple>: Bool;
    /// Whether `B < E`, and the layout has at least `E` modes.
    #[doc(hidden)]
    type IsRange<B: Place, E: Place>: Bool;
    /// Result of `dice`.
    #[doc(hidden)]
    type Dice<C: IntTuple>: PlainLayout;
    /// Result of `zip`.
    #[doc(hidden)]
    type Zip: PlainLayout;
    /// Result of `unflatten`.
    #[doc(hidden)]
    type Unflatten<P: IntTuple>: PlainLayout;
    /// Result of `append_to`.
    #[doc(hidden)]
    type AppendTo<N: Place, B: PlainLayout>: PlainLayout;
    /// Result of `prepend_to`.
    #[doc(hidden)]
    type PrependTo<N: Place, B: PlainLayout>: PlainLayout;
    /// Result of `with_shape`.
    #[doc(hidden)]
    type WithShape<P: IntTuple>: PlainLayout;
    /// Result of `refine`.
    #[doc(hidden)]
    type Refine<P: IntTuple>: PlainLayout;
    /// Result of `tile_to_shape`.
    #[doc(hidden)]
    type TileToShape<T: IntTuple>: PlainLayout;
    /// Result of `tile_to_shape_ordered`.
    #[doc(hidden)]
    type TileToShapeOrdered<T: IntTuple, O: IntTuple>: PlainLayout;

    // Strided arrays: an axis is a mode at the top level.
    /// Result of `transpose`.
    #[doc(hidden)]
    type Transpose: PlainLayout;
    /// Result of `reshape`.
    #[doc(hidden)]
    type Reshape<P: IntTuple>: PlainLayout;
    /// Result of `reshape` for a shape `W` without an inferred extent.
    #[doc(hidden)]
    type Rows<W: IntTuple>: PlainLayout;
    /// Result of `broadcast_to`.
    #[doc(hidden)]
    type BroadcastTo<P: IntTuple>: PlainLayout;
    /// Result of `squeeze`.
    #[doc(hidden)]
    type Squeeze: PlainLayout;
    /// Result of `unsqueeze`.
    #[doc(hidden)]
    type Unsqueeze<I: Place>: PlainLayout;
    /// Result of `unsqueeze_axes`.
    #[doc(hidden)]
    type UnsqueezeAxes<I: IntTuple>: PlainLayout;
    /// Whether the numbers `I` belong to axes that can be inserted.
    #[doc(hidden)]
    type InsertsAxes<I: IntTuple>: Bool;
    /// Result of `to_flat`.
    #[doc(hidden)]
    type ToFlat: PlainLayout;
    /// Result of `merge_axes`.
    #[doc(hidden)]
    type MergeAxes<B: Place, E: Place>: PlainLayout;
    /// Result of `merge_axes_by`.
    #[doc(hidden)]
    type MergeAxesBy<M: AxisMask>: PlainLayout;
    /// Result of `slice_axes`.
    #[doc(hidden)]
    type SliceAxes<C: IntTuple>: PlainLayout;
    /// Result of `slice_fractals`.
    #[doc(hidden)]
    type SliceFractals<F: IntTuple, E: IntTuple>: PlainLayout;
    /// The offset of the first element of [`SliceAxes`](Self::SliceAxes).
    #[doc(hidden)]
    type FirstOfAxes<C: IntTuple>: Int;

    /// The strides.
    fn stride(self) -> Self::Stride;
    /// The layout `shape:stride`, unchecked. The caller has checked it.
    #[doc(hidden)]
    fn from_parts(shape: Self::Shape, stride: Self::Stride, _: Unchecked) -> Self;
    /// The guard of a padded divide of this layout. Takes the table of run-time operands, which the caller has made
    /// unless [`IsPlanned`](super::IsPlanned) holds.
    #[doc(hidden)]
    fn guard<T: Tiler, F: Bool>(
        self,
        table: Option<value::Guard>,
        _: Unchecked,
    ) -> Self::Guard<T, F>;

    /// [`Form::with_words`].
    #[doc(hidden)]
    #[inline(always)]
    fn plain(self) -> value::Layout {
        self.with_words()
    }

    /// This layout as a value of [`dynamic::Layout`](value::Layout), with all integers known.
    #[inline]
    fn to_dynamic(self) -> value::Layout {
        self.plain().set_known()
    }
}

impl<S: IntTuple, D: IntTuple> PlainLayout for Layout<S, D> {
    type Stride = D;

    type Modes = S::ModesAfter<Nil, D>;
    type Coalesced = <Self::Modes as Coalescing>::Coalesce;
    type Size = <Self::Modes as Modes>::Size;
    type Codomain = CodomainOf<D>;
    type Cosize = <Self::Codomain as Codomain>::Cosize<Self>;
    type NarrowIndex = <<Self::Cosize as Int>::IsNarrow as OffsetBranch>::Index<D::IsSigned>;
    type Guard<T: Tiler, F: Bool> = <BothStatic<Self, T> as GuardOf>::Guard<Self, T, F>;
    type After<A: Walked> = S::Compose<D, A>;
    type AfterEach<A: Walked> = <Elements<S> as ByLeaf>::ComposeEach<Elements<D>, A>;
    type Holes<F: Function> = <<Self::Modes as Sorting>::Sorted as Order>::Holes<F>;

    type Coalesce =
        <<S::List as ByProfile>::Whole<<Self::Modes as Coalescing>::Fewest> as Pair>::Layout;
    type CoalesceBy<P: IntTuple> =
        <<ListOf<P> as ByProfile>::PartBy<Coalesced, S, D> as Pair>::Layout;
    type Complement<M: Leaf, F: Function> =
        <<ClosedHoles<Self, M, F> as Modes>::Pair as Pair>::Layout;
    type BlockedBy<A: PlainLayout> = <<<Self::AfterEach<Copies<A>> as Lists>::Blocked<
        BesideModes<S, A::Shape>,
        BesideModes<D, A::Stride>,
    > as Lists>::Tuple as Pair>::Layout;
    type RakedBy<A: PlainLayout> = <<<Self::AfterEach<Copies<A>> as Lists>::Raked<
        BesideModes<S, A::Shape>,
        BesideModes<D, A::Stride>,
    > as Lists>::Tuple as Pair>::Layout;

    type Chain = <Self::Coalesced as Starting>::Chain;
    type RightInverse = LayoutOf<Self::Chain>;
    type LeftInverse = LayoutOf<<<Rising<Self> as Steps>::Radices as Fold>::Leaves>;
    type Inverse = LayoutOf<<Rising<Self> as Steps>::Back>;
    type Nullspace = LayoutOf<<Self::Modes as Starting>::Zeros>;
    type MaxCommon<B: PlainLayout> = LayoutOf<CommonOf<InLayouts, Self::Chain, B::Chain>>;
    type CommonVector<B: PlainLayout> = LayoutOf<CommonOf<InVectors, Self::Chain, B::Chain>>;

    type Flatten = Layout<<S::List as Structure>::Flat, <D::List as Structure>::Flat>;
    type Mode<I: Place> = ModeOf<S, D, I>;
    type Get<P: IntTuple> =
        Layout<<ListOf<P> as Structure>::Path<S>, <ListOf<P> as Structure>::Path<D>>;
    type Replace<I: Place, B: PlainLayout> =
        Layout<Replace<S, I, B::Shape>, Replace<D, I, B::Stride>>;
    type Select<I: IntTuple> = Selected<S, D, I>;
    type Take<B: Place, E: Place> = TakenModes<S, D, B, E>;
    type Group<B: Place, E: Place> = GroupedModes<S, D, B, E>;
    type Slice<C: IntTuple> = Layout<C::Slice<S>, C::Slice<D>>;
    type Append<B: PlainLayout> = Layout<Appended<S, B::Shape>, Appended<D, B::Stride>>;
    type Prepend<B: PlainLayout> = Layout<Prepended<S, B::Shape>, Prepended<D, B::Stride>>;
    type Concat<B: PlainLayout> = Layout<(S, B::Shape), (D, B::Stride)>;

    type FilterZeros = LeafwiseLayout<S, D, ZerosToOnes>;
    type Filter = <Self::FilterZeros as PlainLayout>::Coalesce;
    type FilterZerosBy<P: IntTuple> = ByProfileOf<Zeroless, P, S, D>;
    type FilterBy<P: IntTuple> = ByProfileOf<Filtered, P, S, D>;
    type Upcast<G: Int> = LeafwiseLayout<S, D, Group<G>>;
    type Downcast<G: Int> = LeafwiseLayout<S, D, Split<<Self as PlainLayout>::Modes, G>>;
    type Recast<G: Int, P: Int> = <P::IsOne as RecastBranch>::Recast<Self, G, P>;
    type Like = <<S::Each<D, AsOrder> as Mapped>::Pair as Pair>::LikeOf<S>;
    type FragmentLike =
        <<<Elements<S> as List>::Tail as Structure>::IsEmpty as OrderBranch>::Fragment<S, D>;
    type Sort =
        <<<<<Self as PlainLayout>::Modes as Sorting>::InOrder as Order>::Modes as Modes>::Pair as Pair>::Layout;
    type IsPermutation<I: IntTuple> = IsPermutation<I, S>;
    type IsRange<B: Place, E: Place> =
        <<<S::Rank as Place>::IsBefore<E> as Bool>::Not as Bool>::And<B::IsBefore<E>>;
    type Dice<C: IntTuple> =
        Layout<<ListOf<C> as Structure>::Dice<S>, <ListOf<C> as Structure>::Dice<D>>;
    type Zip = Layout<<S::List as Structure>::Zipped, <D::List as Structure>::Zipped>;
    type Unflatten<P: IntTuple> = Layout<
        <ListOf<P> as Nesting>::Unflatten<Elements<S>>,
        <ListOf<P> as Nesting>::Unflatten<Elements<D>>,
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
    type Refine<P: IntTuple> =
        <<S::List as Reshaping>::Refined<D::List, ListOf<P>> as Pair>::Layout;
    type TileToShape<T: IntTuple> =
        <IsOneMode<T, S> as TileBranch>::Tile<Self, ColMajor<CopiesIn<T, S>>>;
    type TileToShapeOrdered<T: IntTuple, O: IntTuple> =
        <IsOneMode<T, S> as TileBranch>::Tile<Self, Ordered<CopiesIn<T, S>, O>>;

    type Transpose = Layout<<S::List as Nesting>::Reverse, <D::List as Nesting>::Reverse>;
    type Reshape<P: IntTuple> = Self::Rows<<ListOf<P> as Reshaping>::Inferred<Self, ListOf<P>>>;
    type Rows<W: IntTuple> = <<<Self as PlainLayout>::Size as Int>::IsZero as TileBranch>::Either<
        Layout<W, <ListOf<W> as Nesting>::Fill<U0>>,
        <RowIndices<W> as Tiler>::Compose<Self::Transpose>,
    >;
    type BroadcastTo<P: IntTuple> = <ListOf<P> as Axes>::Shaped<
        <FromLast<P> as Axes>::Stretched<FromLast<S>, FromLast<D>, NoModes>,
    >;
    type Squeeze = <<<Self as PlainLayout>::Size as Int>::IsZero as AxisBranch>::Squeezed<
        <<Elements<S> as Axes>::Squeezed<Elements<D>> as Lists>::Tuple,
    >;
    type Unsqueeze<I: Place> = Layout<Insert<S, I, U1>, Insert<D, I, U0>>;
    type UnsqueezeAxes<I: IntTuple> = <RisingNumbers<I> as Axes>::InsertedInto<Self>;
    type InsertsAxes<I: IntTuple> = <RisingNumbers<I> as Axes>::IsReached<Elements<S>>;
    type ToFlat = Flat<<Elements<S> as Axes>::AsAxes<Elements<D>, Nil>>;
    type MergeAxes<B: Place, E: Place> = Flat<
        <<E::Drop<Elements<S>> as Axes>::AsAxes<
            E::Drop<Elements<D>>,
            <ModeRange<S, B, E> as Axes>::JoinedEach<
                ModeRange<D, B, E>,
                <B::First<Elements<S>> as Axes>::AsAxes<B::First<Elements<D>>, Nil>,
            >,
        > as Joining>::Filled,
    >;
    type MergeAxesBy<M: AxisMask> =
        Flat<<<Elements<S> as Axes>::JoinedBy<M, Elements<D>, Nil> as Joining>::Filled>;
    type SliceFractals<F: IntTuple, E: IntTuple> =
        <<ListOf<F> as Slicing>::FractalPart<E, ListOf<S>, ListOf<D>> as Pair>::Layout;
    type FirstOfAxes<C: IntTuple> = <ListOf<C> as Slicing>::Firsts<Elements<S>, Elements<D>, Z>;
    type SliceAxes<C: IntTuple> =
        Flat<<<ListOf<C> as Slicing>::Slices<Elements<S>, Elements<D>, Nil> as Joining>::Coalesced>;

    #[inline(always)]
    fn stride(self) -> D {
        self.stride
    }
    #[inline(always)]
    fn from_parts(shape: S, stride: D, _: Unchecked) -> Self {
        Layout { shape, stride }
    }
    #[inline(always)]
    fn guard<T: Tiler, F: Bool>(
        self,
        table: Option<value::Guard>,
        made: Unchecked,
    ) -> Self::Guard<T, F> {
        <BothStatic<Self, T> as GuardOf>::guard(self, table, made)
    }
}

/// The layout of a flat list.
type LayoutOf<L> = <<L as Modes>::Pair as Pair>::Layout;
/// The modes of `A` by ascending stride.
type Rising<A> = <<A as PlainLayout>::Coalesced as Starting>::Rising;
/// The gaps of `A` as modes, filled up to `M`.
type ClosedHoles<A, M, F> =
    <<A as PlainLayout>::Holes<Quotient> as Holes>::Close<F, <M as Leaf>::In>;

/// The result of the function `W` of the part of `S:D` below each leaf of the profile `P`.
type ByProfileOf<W, P, S, D> = <<ListOf<P> as ByProfile>::PartBy<W, S, D> as Pair>::Layout;
/// The result of the map `F` of each leaf of `S:D`.
type LeafwiseLayout<S, D, F> = <<<S as IntTuple>::Each<D, F> as Mapped>::Pair as Pair>::Layout;
/// Whether `I` names each mode of the shape `S` once.
type IsPermutation<I, S> =
    <<ListOf<I> as Structure>::CrossOff<<S as IntTuple>::Uncrossed> as Crossed>::IsAll;
/// Whether the block's shape `S` has no element and the shape `T` has one mode.
type IsOneMode<T, S> = <<ListOf<S> as Structure>::IsLeaf as Bool>::And<
    <ListOf<CopiesIn<T, S>> as Structure>::IsSingle,
>;

/// The elements of `X` in reverse order.
type FromLast<X> = <Elements<X> as Nesting>::ReverseOnto<HNil>;
/// The axes `L` as a layout.
type Flat<L> = <<L as Modes>::Tuples as Pair>::Layout;
/// The numbers `I` in rising order.
type RisingNumbers<I> = <ListOf<I> as Nesting>::SortEach;
/// The linear indices of the shape `S` in row-major order.
type RowIndices<S> = <ColMajor<<ListOf<S> as Nesting>::Reverse> as PlainLayout>::Transpose;

// Signatures and bodies name these types by the same text. The compiler evaluates the type of a signature once more if
// the body writes it differently.
/// The mode of `S:D` at `I`.
pub type ModeOf<S, D, I> = Layout<<I as Place>::Of<S>, <I as Place>::Of<D>>;
/// The modes of `S:D` whose numbers `I` has.
pub type Selected<S, D, I> = Layout<<ListOf<I> as Pick>::Pick0<S>, <ListOf<I> as Pick>::Pick0<D>>;
/// The modes of `S:D` from `B` up to `E`.
pub type TakenModes<S, D, B, E> = Layout<<B as Place>::Take<E, S>, <B as Place>::Take<E, D>>;
/// `S:D` with the modes from `B` up to `E` as one mode.
pub type GroupedModes<S, D, B, E> = Layout<<B as Place>::Group<E, S>, <B as Place>::Group<E, D>>;

/// The elements of `X`, the left operand of a product by mode with `S`.
type BesideModes<S, X> = <ListOf<S> as Structure>::Beside<ListOf<X>>;
/// `X` with `Y` as its last element.
type Appended<X, Y> = <<ListOf<X> as Structure>::Then<Y> as List>::Tuple;
/// `X` with `Y` as its first element.
type Prepended<X, Y> = <HCons<Y, Elements<X>> as List>::Tuple;
