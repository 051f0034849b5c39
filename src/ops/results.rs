//! The results that come from no row of the table, as types.

use super::divides::ZippedDivide;
use super::parts::*;
use super::slices::Slice;
use crate::layout::{Codomain, WidthBranch};
use crate::num::int::Int;
use crate::tensor::partition::{AtPlace, AtTile, ThreadTile};

/// The number of coordinates, a numeral if it is static.
pub type Size<A> = <<PlainOf<A> as PlainLayout>::Size as Int>::Leaf;
/// One more than the greatest offset, a numeral if it is static; of a swizzled layout, that of the layout inside.
pub type Cosize<A> = <<PlainOf<A> as PlainLayout>::Cosize as Int>::Leaf;
/// The integer type of the offsets of [`Layout::narrow`](crate::Layout::narrow): `u32`, or `i32` with a negative stride,
/// where static leaves and bounds prove that 32 bits hold each offset; otherwise `u64` or `i64`.
pub type NarrowIndex<A> =
    <<<PlainOf<A> as PlainLayout>::Cosize as Int>::IsNarrow as WidthBranch>::Index<
        <<PlainOf<A> as PlainLayout>::Stride as IntTuple>::IsSigned,
    >;
/// The result of [`Layout::coshape`](crate::Layout::coshape).
pub type Coshape<A> = <<PlainOf<A> as PlainLayout>::Codomain as Codomain>::Coshape<PlainOf<A>>;
/// The offset of a static coordinate, or the coordinate that it maps to.
pub type Index<A, C> = <<A as Tiler>::OffsetMap as OffsetMap>::Index<PlainOf<A>, C>;
/// What a coordinate maps to: an offset, `usize` or `isize`, or a coordinate, a tuple of these.
pub type Image<A> =
    <<PlainOf<A> as PlainLayout>::Codomain as Codomain>::Image<<PlainOf<A> as PlainLayout>::Stride>;
/// [`Layout::max_common_vector`](crate::Layout::max_common_vector), a numeral; of a swizzled layout, that of the layout
/// inside, of which the method keeps what the swizzle leaves together.
pub type MaxCommonVector<A, B> = Size<<PlainOf<A> as PlainLayout>::CommonVector<PlainOf<B>>>;
/// The layout of a tile: [`View::tile`](crate::View::tile).
pub type InnerPartition<A, T, C> = Slice<ZippedDivide<A, T>, AtTile<C>>;
/// The layout of one element of each tile: [`View::outer_partition`](crate::View::outer_partition).
pub type OuterPartition<A, T, C> = Slice<ZippedDivide<A, T>, AtPlace<C>>;
/// The layout of a thread's elements: [`View::partition`](crate::View::partition).
pub type Partition<A, R> = OuterPartition<A, ThreadTile<R>, usize>;
