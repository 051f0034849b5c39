//! The results of the operations as types.
//!
//! Each alias is total. That of a refused operation ends in [`Refused`](crate::Refused), of which no
//! value can be made: using it is a compile error.

use crate::algebra::{
    AskCompose, AskFlat, AskLogical, AskTiled, AskZipped, Divide, DividePadded, Multiply,
};
use crate::int::{Ceil, Int, Quotient};
use crate::layout::{self, AnyLayout, FormOf};
use crate::tuple::{Pos, Position};
use typenum::{B0, B1};

macro_rules! aliases {
    ($($(#[$doc:meta])* $name:ident<$($g:ident),*> = $ty:ty;)*) => {$(
        $(#[$doc])*
        pub type $name<$($g),*> = $ty;
    )*};
}
aliases! {
    /// Compact strides, leftmost fastest: [`Layout::col_major`](crate::Layout::col_major).
    ColMajor<S> = layout::ColMajor<S>;
    /// Compact strides, rightmost fastest: [`Layout::row_major`](crate::Layout::row_major).
    RowMajor<S> = layout::RowMajor<S>;
    /// Compact strides in an order: [`Layout::ordered`](crate::Layout::ordered).
    Ordered<S, O> = layout::Ordered<S, O>;
    /// The number of coordinates, a numeral if it is static.
    Size<A> = <<A as AnyLayout>::Size as Int>::Leaf;
    /// One more than the greatest offset, a numeral if it is static.
    Cosize<A> = <<A as AnyLayout>::Cosize as Int>::Leaf;
    /// The offset of a static coordinate.
    Index<A, C> =
        layout::OffsetIndex<<A as AnyLayout>::Shape, <A as AnyLayout>::Stride, C>;
    /// [`Layout::coalesce`](crate::Layout::coalesce).
    Coalesce<A> = <A as AnyLayout>::Coalesce;
    /// [`Layout::coalesce_by`](crate::Layout::coalesce_by).
    CoalesceBy<A, P> = <A as AnyLayout>::CoalesceBy<P>;
    /// [`Layout::compose`](crate::Layout::compose).
    Compose<A, B> = <A as AnyLayout>::Ask<B, AskCompose>;
    /// [`Layout::complement`](crate::Layout::complement).
    Complement<A, M> = <A as AnyLayout>::SoundComplement<M, Quotient>;
    /// [`Layout::complement_padded`](crate::Layout::complement_padded).
    ComplementPadded<A, M> = <A as AnyLayout>::SoundComplement<M, Ceil>;
    /// [`Layout::logical_divide`](crate::Layout::logical_divide).
    LogicalDivide<A, T> = <A as AnyLayout>::Ask<T, AskLogical<Divide>>;
    /// [`Layout::zipped_divide`](crate::Layout::zipped_divide).
    ZippedDivide<A, T> = <A as AnyLayout>::Ask<T, AskZipped<Divide>>;
    /// [`Layout::tiled_divide`](crate::Layout::tiled_divide).
    TiledDivide<A, T> = <A as AnyLayout>::Ask<T, AskTiled<Divide>>;
    /// [`Layout::flat_divide`](crate::Layout::flat_divide).
    FlatDivide<A, T> = <A as AnyLayout>::Ask<T, AskFlat<Divide>>;
    /// [`Layout::logical_divide_padded`](crate::Layout::logical_divide_padded).
    LogicalDividePadded<A, T> = FormOf<A, T, B1, <A as AnyLayout>::Ask<T, AskLogical<DividePadded>>>;
    /// [`Layout::zipped_divide_padded`](crate::Layout::zipped_divide_padded).
    ZippedDividePadded<A, T> = FormOf<A, T, B0, <A as AnyLayout>::Ask<T, AskZipped<DividePadded>>>;
    /// [`Layout::tiled_divide_padded`](crate::Layout::tiled_divide_padded).
    TiledDividePadded<A, T> = FormOf<A, T, B0, <A as AnyLayout>::Ask<T, AskTiled<DividePadded>>>;
    /// [`Layout::flat_divide_padded`](crate::Layout::flat_divide_padded).
    FlatDividePadded<A, T> = FormOf<A, T, B0, <A as AnyLayout>::Ask<T, AskFlat<DividePadded>>>;
    /// [`Layout::logical_product`](crate::Layout::logical_product).
    LogicalProduct<A, B> = <A as AnyLayout>::Ask<B, AskLogical<Multiply>>;
    /// [`Layout::zipped_product`](crate::Layout::zipped_product).
    ZippedProduct<A, B> = <A as AnyLayout>::Ask<B, AskZipped<Multiply>>;
    /// [`Layout::tiled_product`](crate::Layout::tiled_product).
    TiledProduct<A, B> = <A as AnyLayout>::Ask<B, AskTiled<Multiply>>;
    /// [`Layout::flat_product`](crate::Layout::flat_product).
    FlatProduct<A, B> = <A as AnyLayout>::Ask<B, AskFlat<Multiply>>;
    /// [`Layout::blocked_product`](crate::Layout::blocked_product).
    BlockedProduct<A, B> = <A as AnyLayout>::Blocked<B>;
    /// [`Layout::raked_product`](crate::Layout::raked_product).
    RakedProduct<A, B> = <A as AnyLayout>::Raked<B>;
    /// [`Layout::flatten`](crate::Layout::flatten).
    Flatten<A> = <A as AnyLayout>::Flatten;
    /// [`Layout::get`](crate::Layout::get).
    Get<A, P> = <A as AnyLayout>::Get<P>;
    /// [`Layout::select`](crate::Layout::select).
    Select<A, I> = <A as AnyLayout>::Select<I>;
    /// [`Layout::slice`](crate::Layout::slice).
    Slice<A, C> = <A as AnyLayout>::Slice<C>;
    /// [`Layout::append`](crate::Layout::append).
    Append<A, B> = <A as AnyLayout>::Append<B>;
    /// [`Layout::prepend`](crate::Layout::prepend).
    Prepend<A, B> = <A as AnyLayout>::Prepend<B>;
    /// [`Layout::concat`](crate::Layout::concat).
    Concat<A, B> = <A as AnyLayout>::Concat<B>;
}

/// [`Layout::mode`](crate::Layout::mode).
pub type Mode<A, const I: usize> = <A as AnyLayout>::Mode<<Pos<I> as Position>::At>;
/// [`Layout::take`](crate::Layout::take).
pub type Take<A, const B: usize, const E: usize> =
    <A as AnyLayout>::Take<<Pos<B> as Position>::At, <Pos<E> as Position>::At>;
/// [`Layout::group`](crate::Layout::group).
pub type Group<A, const B: usize, const E: usize> =
    <A as AnyLayout>::Group<<Pos<B> as Position>::At, <Pos<E> as Position>::At>;
/// [`Layout::replace`](crate::Layout::replace).
pub type Replace<A, const I: usize, B> = <A as AnyLayout>::Replace<<Pos<I> as Position>::At, B>;
