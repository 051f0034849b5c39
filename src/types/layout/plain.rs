//! The trait of unswizzled layouts `S:D`, with the result types of their operations.

use super::codomain::{Codomain, CodomainOf};
use super::modes::{Collapsing, Modes, Nil};
use super::pair::{Lists, Pair};
use super::{AnyLayout, Arrays, Layout, Reshaped};
use crate::types::algebra::{
    ByLeaf, ByProfile, Coalesced, Coalescing, CommonOf, Copies, Holes, InLayouts, InVectors, Order,
    Radices, Sorting, Starting, Steps, Walked,
};
use crate::types::check::Unchecked;
use crate::types::num::int::{Function, Int, Leaf};
use crate::types::tuple::{
    Elements, HCons, IntTuple, List, ListOf, Pick, Place, Replace, Structure,
};
use layout_core as value;

/// An unswizzled layout `S:D`, which maps a coordinate to `sum c_i * d_i`. The algebra works on these.
///
/// The associated types are the results of the operations. Each is also a layout, so generic code needs no `where`
/// clause for a result.
#[layout_macros::at_caller]
pub trait PlainLayout: AnyLayout + Reshaped + Arrays {
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

    /// The strides.
    fn stride(self) -> Self::Stride;
    /// The layout `shape:stride`, unchecked. The caller has checked it.
    #[doc(hidden)]
    fn from_parts(shape: Self::Shape, stride: Self::Stride, _: Unchecked) -> Self;

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
    type After<A: Walked> = S::Compose<D, A>;
    type AfterEach<A: Walked> = <Elements<S> as ByLeaf>::ComposeEach<Elements<D>, A>;
    type Holes<F: Function> = <<Self::Modes as Sorting>::Sorted as Order>::Holes<F>;

    type Coalesce =
        <<S::List as ByProfile>::Whole<<Self::Modes as Coalescing>::Fewest> as Pair>::Layout;
    type CoalesceBy<P: IntTuple> =
        <<ListOf<P> as ByProfile>::PartBy<Coalesced, S, D> as Pair>::Layout;
    type Complement<M: Leaf, F: Function> =
        <<ClosedHoles<Self, M, F> as Collapsing>::Pair as Pair>::Layout;
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
    type LeftInverse = LayoutOf<<<Rising<Self> as Steps>::Radices as Radices>::Leaves>;
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

    #[inline(always)]
    fn stride(self) -> D {
        self.stride
    }
    #[inline(always)]
    fn from_parts(shape: S, stride: D, _: Unchecked) -> Self {
        Layout { shape, stride }
    }
}

/// The layout of a flat list.
type LayoutOf<L> = <<L as Collapsing>::Pair as Pair>::Layout;
/// The modes of `A` by ascending stride.
type Rising<A> = <<A as PlainLayout>::Coalesced as Starting>::Rising;
/// The gaps of `A` as modes, filled up to `M`.
type ClosedHoles<A, M, F> =
    <<A as PlainLayout>::Holes<crate::types::num::int::Quotient> as Holes>::Close<
        F,
        <M as Leaf>::In,
    >;

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
