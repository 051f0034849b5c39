//! The results of the operations as types.
//!
//! Each alias is total. That of a refused operation ends in [`Refused`](crate::Refused), of which no
//! value can be made: using it is a compile error.

pub mod tuple;

use crate::layout::{
    self, AnyLayout, Arrays, Codomain, FormOf, PlainLayout, PlainOf, Reshaped, Wrapped,
};
use crate::num::int::{Int, One};
use crate::num::{Count, Number, Reduced};
use crate::swizzle::OffsetMap;
use crate::tensor::parting::{AtTile, InEachTile, ThreadTile};
use crate::tuple::{Pos, Position};
use crate::types::{AskCompose, Multiply, Tiler};

macro_rules! aliases {
    ($($(#[$doc:meta])* $name:ident<$($g:ident),*> = $ty:ty;)*) => {$(
        $(#[$doc])*
        pub type $name<$($g),*> = $ty;
    )*};
}
/// Aliases of an operation of any layout `A`, and of the same operation of a plain one.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident<$A:ident $(, $g:ident)*> = $ty:ty;)*) => {
        $($(#[$doc])* pub type $name<$A $(, $g)*> = Wrapped<$A, plain::$name<PlainOf<$A> $(, $g)*>>;)*

        /// What the operations make of a plain layout.
        #[allow(missing_docs, reason = "documented where they are wrapped")]
        pub(crate) mod plain {
            use super::{Count, Number, PlainOf, With};
            use crate::types::{
                AskCompose, AskFlat, AskLogical, AskTiled, AskZipped, Divide, DividePadded, Multiply,
            };
            use crate::num::int::{Ceil, Quotient};
            use crate::layout::{Arrays, PlainLayout, Reshaped};

            $(pub type $name<$A $(, $g)*> = $ty;)*
            pub type Upcast<A, const N: usize> = <Count<N> as Number>::Upcast<A>;
            pub type Downcast<A, const N: usize> = <Count<N> as Number>::Downcast<A>;
            pub type RecastBits<A, const OLD: usize, const NEW: usize> =
                <Count<OLD> as Number>::Recast<A, Count<NEW>>;
            pub type Compose<A, B> = <A as PlainLayout>::Ask<B, AskCompose>;
            pub type LogicalProduct<A, B> = <A as PlainLayout>::Ask<B, AskLogical<Multiply>>;
            pub type RightInverse<A> = <A as PlainLayout>::RightInverse;
            pub type LeftInverse<A> = <A as PlainLayout>::LeftInverse;
            pub type Inverse<A> = <A as PlainLayout>::Inverse;
            pub type Nullspace<A> = <A as PlainLayout>::Nullspace;
            pub type MaxCommonLayout<A, B> = With<B, <A as PlainLayout>::MaxCommon<PlainOf<B>>>;
            pub type Complement<A, M> = <A as PlainLayout>::SoundComplement<M, Quotient>;
            pub type ComplementPadded<A, M> = <A as PlainLayout>::SoundComplement<M, Ceil>;
            pub type LogicalDividePadded<A, T> = <A as PlainLayout>::Ask<T, AskLogical<DividePadded>>;
            pub type ZippedDividePadded<A, T> = <A as PlainLayout>::Ask<T, AskZipped<DividePadded>>;
            pub type TiledDividePadded<A, T> = <A as PlainLayout>::Ask<T, AskTiled<DividePadded>>;
            pub type FlatDividePadded<A, T> = <A as PlainLayout>::Ask<T, AskFlat<DividePadded>>;
        }
    };
}
aliases! {
    /// Compact strides, leftmost fastest: [`Layout::col_major`](crate::Layout::col_major).
    ColMajor<S> = layout::ColMajor<S>;
    /// Compact strides, rightmost fastest: [`Layout::row_major`](crate::Layout::row_major).
    RowMajor<S> = layout::RowMajor<S>;
    /// Compact strides in an order: [`Layout::ordered`](crate::Layout::ordered).
    Ordered<S, O> = layout::Ordered<S, O>;
    /// The number of coordinates, a numeral if it is static.
    Size<A> = <<PlainOf<A> as PlainLayout>::Size as Int>::Leaf;
    /// One more than the greatest offset, a numeral if it is static; of a swizzled layout, that of
    /// the plain layout inside.
    Cosize<A> = <<PlainOf<A> as PlainLayout>::Cosize as Int>::Leaf;
    /// The offset of a static coordinate, or the coordinate that it maps to.
    Index<A, C> = <<A as Tiler>::OffsetMap as OffsetMap>::Index<PlainOf<A>, C>;
    /// [`Layout::max_common_vector`](crate::Layout::max_common_vector), a numeral.
    MaxCommonVector<A, B> = Size<MaxCommonLayout<A, B>>;
    /// What a coordinate maps to: an offset, `usize` or `isize`, or a coordinate, a tuple of these.
    Image<A> = <<PlainOf<A> as PlainLayout>::Codomain as Codomain>::Image<
        <PlainOf<A> as PlainLayout>::Stride>;
    /// [`Layout::coshape`](crate::Layout::coshape).
    Coshape<A> = <<PlainOf<A> as PlainLayout>::Codomain as Codomain>::Coshape<PlainOf<A>>;
    /// [`Layout::identity`](crate::Layout::identity).
    Identity<S> = layout::Identity<S>;
    /// [`Layout::right_inverse`](crate::Layout::right_inverse).
    RightInverse<A> = Inverted<A, plain::RightInverse<PlainOf<A>>>;
    /// [`Layout::left_inverse`](crate::Layout::left_inverse).
    LeftInverse<A> = Inverted<A, plain::LeftInverse<PlainOf<A>>>;
    /// [`Layout::inverse`](crate::Layout::inverse).
    Inverse<A> = Inverted<A, plain::Inverse<PlainOf<A>>>;
    /// [`Layout::nullspace`](crate::Layout::nullspace).
    Nullspace<A> = plain::Nullspace<PlainOf<A>>;
    /// [`Layout::max_common_layout`](crate::Layout::max_common_layout).
    MaxCommonLayout<A, B> = Undone<A, plain::MaxCommonLayout<PlainOf<A>, B>>;
    /// [`Layout::complement`](crate::Layout::complement).
    Complement<A, M> = Undone<A, plain::Complement<PlainOf<A>, M>>;
    /// [`Layout::complement_padded`](crate::Layout::complement_padded).
    ComplementPadded<A, M> = Undone<A, plain::ComplementPadded<PlainOf<A>, M>>;
    /// [`Layout::compose`](crate::Layout::compose).
    Compose<A, B> = <<<A as Tiler>::OffsetMap as OffsetMap>::After<
        Carried<PlainOf<A>, B, AskCompose>,
    > as OffsetMap>::Wrap<plain::Compose<PlainOf<A>, B>>;
    /// [`Layout::logical_product`](crate::Layout::logical_product).
    LogicalProduct<A, B> = <<<A as Tiler>::OffsetMap as OffsetMap>::After<
        Carried<PlainOf<A>, B, Multiply>,
    > as OffsetMap>::Wrap<plain::LogicalProduct<PlainOf<A>, B>>;
    /// [`Layout::slice`](crate::Layout::slice).
    Slice<A, C> = <<<A as Tiler>::OffsetMap as OffsetMap>::Moved<
        layout::OffsetIn<<A as AnyLayout>::Shape, <PlainOf<A> as PlainLayout>::Stride, C>,
    > as OffsetMap>::Wrap<<PlainOf<A> as PlainLayout>::Slice<C>>;
    /// [`Layout::slice_axes`](crate::Layout::slice_axes).
    SliceAxes<A, C> = <<<A as Tiler>::OffsetMap as OffsetMap>::Moved<FirstOfAxes<A, C>> as OffsetMap>::Wrap<
        <PlainOf<A> as Arrays>::SliceAxes<C>>;
    /// [`View::tile`](crate::View::tile).
    InnerPartition<A, T, C> = Slice<ZippedDivide<A, T>, AtTile<ZippedDivide<A, T>, C>>;
    /// [`View::outer_partition`](crate::View::outer_partition).
    OuterPartition<A, T, C> = Slice<ZippedDivide<A, T>, InEachTile<ZippedDivide<A, T>, C>>;
    /// [`View::partition`](crate::View::partition).
    Partition<A, R> = OuterPartition<A, ThreadTile<R>, usize>;
    /// [`Layout::logical_divide_padded`](crate::Layout::logical_divide_padded).
    LogicalDividePadded<A, T> = FormOf<PlainOf<A>, T, typenum::B1, Wrapped<A, plain::LogicalDividePadded<PlainOf<A>, T>>>;
    /// [`Layout::zipped_divide_padded`](crate::Layout::zipped_divide_padded).
    ZippedDividePadded<A, T> = FormOf<PlainOf<A>, T, typenum::B0, Wrapped<A, plain::ZippedDividePadded<PlainOf<A>, T>>>;
    /// [`Layout::tiled_divide_padded`](crate::Layout::tiled_divide_padded).
    TiledDividePadded<A, T> = FormOf<PlainOf<A>, T, typenum::B0, Wrapped<A, plain::TiledDividePadded<PlainOf<A>, T>>>;
    /// [`Layout::flat_divide_padded`](crate::Layout::flat_divide_padded).
    FlatDividePadded<A, T> = FormOf<PlainOf<A>, T, typenum::B0, Wrapped<A, plain::FlatDividePadded<PlainOf<A>, T>>>;
}

/// The offset of the first element that slices take of axes.
pub(crate) type FirstOfAxes<A, C> = <PlainOf<A> as Arrays>::FirstOfAxes<C>;
/// The inverse `L` of the plain layout in `A`, after what `A` goes through.
type Inverted<A, L> = <InverseOuter<A, L> as OffsetMap>::Wrap<L>;
/// What that goes through.
pub(crate) type InverseOuter<A, L> = <<A as Tiler>::OffsetMap as OffsetMap>::Inverse<L>;
/// The complement `L` of the plain layout in `A`.
type Undone<A, L> = <<<A as Tiler>::OffsetMap as OffsetMap>::Undone as OffsetMap>::Wrap<L>;
/// What the offsets of the plain layout `A` with `B`, which may be swizzled, go through.
pub(crate) type Carried<A, B, W> = <B as Tiler>::Carried<A, W>;
/// The result `L` of an operation whose right operand `B` must not be swizzled.
pub(crate) type With<B, L> = <<B as Tiler>::OffsetMap as OffsetMap>::AsOperand<L>;
/// The result of an operation of the plain layout `A` with `B`, `L` being its plain part.
pub(crate) type CarriedLayout<A, B, W, L> = <Carried<A, B, W> as OffsetMap>::Wrap<L>;

operations! {
    /// [`Layout::coalesce`](crate::Layout::coalesce).
    Coalesce<A> = <A as PlainLayout>::Coalesce;
    /// [`Layout::coalesce_by`](crate::Layout::coalesce_by).
    CoalesceBy<A, P> = <A as PlainLayout>::CoalesceBy<P>;
    /// [`Layout::logical_divide`](crate::Layout::logical_divide).
    LogicalDivide<A, T> = <A as PlainLayout>::Ask<T, AskLogical<Divide>>;
    /// [`Layout::zipped_divide`](crate::Layout::zipped_divide).
    ZippedDivide<A, T> = <A as PlainLayout>::Ask<T, AskZipped<Divide>>;
    /// [`Layout::tiled_divide`](crate::Layout::tiled_divide).
    TiledDivide<A, T> = <A as PlainLayout>::Ask<T, AskTiled<Divide>>;
    /// [`Layout::flat_divide`](crate::Layout::flat_divide).
    FlatDivide<A, T> = <A as PlainLayout>::Ask<T, AskFlat<Divide>>;
    /// [`Layout::zipped_product`](crate::Layout::zipped_product).
    ZippedProduct<A, B> = <A as PlainLayout>::Ask<B, AskZipped<Multiply>>;
    /// [`Layout::tiled_product`](crate::Layout::tiled_product).
    TiledProduct<A, B> = <A as PlainLayout>::Ask<B, AskTiled<Multiply>>;
    /// [`Layout::flat_product`](crate::Layout::flat_product).
    FlatProduct<A, B> = <A as PlainLayout>::Ask<B, AskFlat<Multiply>>;
    /// [`Layout::blocked_product`](crate::Layout::blocked_product).
    BlockedProduct<A, B> = With<B, <A as PlainLayout>::Blocked<PlainOf<B>>>;
    /// [`Layout::raked_product`](crate::Layout::raked_product).
    RakedProduct<A, B> = With<B, <A as PlainLayout>::Raked<PlainOf<B>>>;
    /// [`Layout::flatten`](crate::Layout::flatten).
    Flatten<A> = <A as PlainLayout>::Flatten;
    /// [`Layout::get`](crate::Layout::get).
    Get<A, P> = <A as PlainLayout>::Get<P>;
    /// [`Layout::select`](crate::Layout::select).
    Select<A, I> = <A as PlainLayout>::Select<I>;
    /// [`Layout::filter`](crate::Layout::filter).
    Filter<A> = <A as Reshaped>::Filter;
    /// [`Layout::filter_zeros`](crate::Layout::filter_zeros).
    FilterZeros<A> = <A as Reshaped>::FilterZeros;
    /// [`Layout::filter_by`](crate::Layout::filter_by).
    FilterBy<A, P> = <A as Reshaped>::FilterBy<P>;
    /// [`Layout::filter_zeros_by`](crate::Layout::filter_zeros_by).
    FilterZerosBy<A, P> = <A as Reshaped>::FilterZerosBy<P>;
    /// [`Layout::sort`](crate::Layout::sort).
    Sort<A> = <A as Reshaped>::Sort;
    /// [`Layout::with_shape`](crate::Layout::with_shape).
    WithShape<A, P> = <A as Reshaped>::WithShape<P>;
    /// [`Layout::tile_to_shape`](crate::Layout::tile_to_shape).
    TileToShape<A, T> = <A as Reshaped>::TileToShape<T>;
    /// [`Layout::tile_to_shape_ordered`](crate::Layout::tile_to_shape_ordered).
    TileToShapeOrdered<A, T, O> = <A as Reshaped>::TileToShapeOrdered<T, O>;
    /// [`Layout::reshape`](crate::Layout::reshape).
    Reshape<A, P> = <A as Arrays>::Reshape<P>;
    /// [`Layout::broadcast_to`](crate::Layout::broadcast_to).
    BroadcastTo<A, P> = <A as Arrays>::BroadcastTo<P>;
    /// [`Layout::squeeze`](crate::Layout::squeeze).
    Squeeze<A> = <A as Arrays>::Squeeze;
    /// [`Layout::transpose`](crate::Layout::transpose).
    Transpose<A> = <A as Arrays>::Transpose;
    /// [`Layout::to_flat`](crate::Layout::to_flat).
    ToFlat<A> = <A as Arrays>::ToFlat;
    /// [`Layout::permute`](crate::Layout::permute).
    Permute<A, I> = <A as Reshaped>::Permute<I>;
    /// [`Layout::dice`](crate::Layout::dice).
    Dice<A, C> = <A as Reshaped>::Dice<C>;
    /// [`Layout::zip`](crate::Layout::zip).
    Zip<A> = <A as Reshaped>::Zip;
    /// [`Layout::unflatten`](crate::Layout::unflatten).
    Unflatten<A, P> = <A as Reshaped>::Unflatten<P>;
    /// [`Layout::append`](crate::Layout::append).
    Append<A, B> = With<B, <A as PlainLayout>::Append<PlainOf<B>>>;
    /// [`Layout::prepend`](crate::Layout::prepend).
    Prepend<A, B> = With<B, <A as PlainLayout>::Prepend<PlainOf<B>>>;
    /// [`Layout::concat`](crate::Layout::concat).
    Concat<A, B> = With<B, <A as PlainLayout>::Concat<PlainOf<B>>>;
}

/// [`Layout::mode`](crate::Layout::mode).
pub type Mode<A, const I: usize> =
    Wrapped<A, <PlainOf<A> as PlainLayout>::Mode<<Pos<I> as Position>::At>>;
/// [`Layout::take`](crate::Layout::take).
pub type Take<A, const B: usize, const E: usize> = Wrapped<
    A,
    <PlainOf<A> as PlainLayout>::Take<<Pos<B> as Position>::At, <Pos<E> as Position>::At>,
>;
/// [`Layout::group`](crate::Layout::group).
pub type Group<A, const B: usize, const E: usize> = Wrapped<
    A,
    <PlainOf<A> as PlainLayout>::Group<<Pos<B> as Position>::At, <Pos<E> as Position>::At>,
>;
/// [`Layout::replace`](crate::Layout::replace).
pub type Replace<A, const I: usize, B> =
    Wrapped<A, With<B, <PlainOf<A> as PlainLayout>::Replace<<Pos<I> as Position>::At, PlainOf<B>>>>;

/// [`Layout::unsqueeze`](crate::Layout::unsqueeze).
pub type Unsqueeze<A, const I: usize> =
    Wrapped<A, <PlainOf<A> as Arrays>::Unsqueeze<<Pos<I> as Position>::At>>;
/// [`Layout::merge_axes`](crate::Layout::merge_axes).
pub type MergeAxes<A, const B: usize, const E: usize> = Wrapped<
    A,
    <PlainOf<A> as Arrays>::MergeAxes<<Pos<B> as Position>::At, <Pos<E> as Position>::At>,
>;

/// [`Layout::like`](crate::Layout::like); of a swizzled layout that of the layout inside.
pub type Like<A> = <PlainOf<A> as Reshaped>::Like;
/// [`Layout::fragment_like`](crate::Layout::fragment_like); of a swizzled layout that of the layout
/// inside.
pub type FragmentLike<A> = <PlainOf<A> as Reshaped>::FragmentLike;
/// [`Layout::append_to`](crate::Layout::append_to).
pub type AppendTo<A, const N: usize, B> =
    Wrapped<A, With<B, <PlainOf<A> as Reshaped>::AppendTo<<Pos<N> as Position>::At, PlainOf<B>>>>;
/// [`Layout::prepend_to`](crate::Layout::prepend_to).
pub type PrependTo<A, const N: usize, B> =
    Wrapped<A, With<B, <PlainOf<A> as Reshaped>::PrependTo<<Pos<N> as Position>::At, PlainOf<B>>>>;
/// [`Layout::upcast`](crate::Layout::upcast).
pub type Upcast<A, const N: usize> =
    <RecastOuter<A, In<N>, One> as OffsetMap>::Wrap<plain::Upcast<PlainOf<A>, N>>;
/// [`Layout::downcast`](crate::Layout::downcast).
pub type Downcast<A, const N: usize> =
    <RecastOuter<A, One, In<N>> as OffsetMap>::Wrap<plain::Downcast<PlainOf<A>, N>>;
/// [`Layout::recast_bits`](crate::Layout::recast_bits).
pub type RecastBits<A, const OLD: usize, const NEW: usize> =
    <RecastOuter<A, Groups<OLD, NEW>, Parts<OLD, NEW>> as OffsetMap>::Wrap<
        plain::RecastBits<PlainOf<A>, OLD, NEW>,
    >;
/// What `A` in groups of `G`, in `H` parts each, goes through.
pub(crate) type RecastOuter<A, G, H> =
    <<A as Tiler>::OffsetMap as OffsetMap>::Recast<PlainOf<A>, G, H>;
pub(crate) type In<const N: usize> = <Count<N> as Number>::In;
/// How many elements of `OLD` bits become a group, and in how many parts of `NEW` bits it is.
pub(crate) type Groups<const OLD: usize, const NEW: usize> = Reduced<In<NEW>, In<OLD>>;
pub(crate) type Parts<const OLD: usize, const NEW: usize> = Reduced<In<OLD>, In<NEW>>;
