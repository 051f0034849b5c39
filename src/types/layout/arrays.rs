//! The result types of the operations of strided arrays.

use super::{ColMajor, Collapsing, Layout, Lists, Nil, NoModes, Pair, PlainLayout};
use crate::types::algebra::{
    Axes, AxisBranch, AxisMask, Fractals, Inferring, Joining, Slicing, Tiler,
};
use crate::types::num::Bool;
use crate::types::num::int::Int;
use crate::types::tuple::{Elements, HNil, Insert, IntTuple, ListOf, ModeRange, Nesting, Place};
use typenum::{U0, U1};

/// The results of the operations of strided arrays. An axis is a mode at the top level.
#[layout_macros::at_caller]
pub trait Arrays {
    /// Result of `transpose`.
    type Transpose: PlainLayout;
    /// Result of `reshape`.
    type Reshape<P: IntTuple>: PlainLayout;
    /// Result of `reshape` for a shape `W` without an inferred extent.
    #[doc(hidden)]
    type Rows<W: IntTuple>: PlainLayout;
    /// Result of `broadcast_to`.
    type BroadcastTo<P: IntTuple>: PlainLayout;
    /// Result of `squeeze`.
    type Squeeze: PlainLayout;
    /// Result of `unsqueeze`.
    type Unsqueeze<I: Place>: PlainLayout;
    /// Result of `unsqueeze_axes`.
    type UnsqueezeAxes<I: IntTuple>: PlainLayout;
    /// Whether the numbers `I` belong to axes that can be inserted.
    type InsertsAxes<I: IntTuple>: Bool;
    /// Result of `to_flat`.
    type ToFlat: PlainLayout;
    /// Result of `merge_axes`.
    type MergeAxes<B: Place, E: Place>: PlainLayout;
    /// Result of `merge_axes_by`.
    type MergeAxesBy<M: AxisMask>: PlainLayout;
    /// Result of `slice_axes`.
    type SliceAxes<C: IntTuple>: PlainLayout;
    /// Result of `slice_fractals`.
    type SliceFractals<F: IntTuple, E: IntTuple>: PlainLayout;
    /// The offset of the first element of [`SliceAxes`](Self::SliceAxes).
    #[doc(hidden)]
    type FirstOfAxes<C: IntTuple>: Int;
}

/// The elements of `X` in reverse order.
type FromLast<X> = <Elements<X> as Nesting>::ReverseOnto<HNil>;
/// The axes `L` as a layout.
type Flat<L> = <<L as Collapsing>::Tuples as Pair>::Layout;
/// The numbers `I` in rising order.
type Rising<I> = <ListOf<I> as Nesting>::SortEach;
/// The linear indices of the shape `S` in row-major order.
type RowIndices<S> = <ColMajor<<ListOf<S> as Nesting>::Reverse> as Arrays>::Transpose;

impl<S: IntTuple, D: IntTuple> Arrays for Layout<S, D> {
    type Transpose = Layout<<S::List as Nesting>::Reverse, <D::List as Nesting>::Reverse>;
    type Reshape<P: IntTuple> = Self::Rows<<ListOf<P> as Inferring>::Inferred<Self, ListOf<P>>>;
    type Rows<W: IntTuple> = <<<Self as PlainLayout>::Size as Int>::IsZero as AxisBranch>::EmptyOr<
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
    type UnsqueezeAxes<I: IntTuple> = <Rising<I> as Axes>::InsertedInto<Self>;
    type InsertsAxes<I: IntTuple> = <Rising<I> as Axes>::IsReached<Elements<S>>;
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
        <<ListOf<F> as Fractals>::FractalPart<E, ListOf<S>, ListOf<D>> as Pair>::Layout;
    type FirstOfAxes<C: IntTuple> =
        <ListOf<C> as Slicing>::Firsts<Elements<S>, Elements<D>, crate::types::num::octal::Z>;
    type SliceAxes<C: IntTuple> =
        Flat<<<ListOf<C> as Slicing>::Slices<Elements<S>, Elements<D>, Nil> as Joining>::Coalesced>;
}
