//! What a refusal says was asked; its words are in `message`.

#[cfg(doc)]
use crate::layout::Layout;
#[cfg(doc)]
use crate::tuple::IntTuple;

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// [`Layout::new`] and tuples of parts.
    Make,
    /// Reading the notation.
    Parse,
    /// [`IntTuple::size`].
    Size,
    /// [`Layout::mode`], [`Layout::get`].
    Mode,
    /// [`Layout::index`], [`Layout::try_index`].
    Index,
    /// [`Layout::slice`].
    Slice,
    /// [`Layout::coshape`].
    Coshape,
    /// [`Layout::coord`], [`Layout::flat_coord`].
    Coord,
    /// [`Layout::coord_of`].
    CoordOf,
    /// [`Layout::ordered`] and the column- and row-major layouts.
    Order,
    /// [`Layout::flatten`].
    Flatten,
    /// [`Layout::coalesce`], [`Layout::coalesce_by`].
    Coalesce,
    /// [`Layout::filter`], [`Layout::filter_by`], [`Layout::filter_zeros_by`].
    Filter,
    /// [`Layout::group`].
    Group,
    /// [`Layout::take`].
    Take,
    /// [`Layout::select`].
    Select,
    /// [`Layout::append`], [`Layout::append_to`].
    Append,
    /// [`Layout::prepend`], [`Layout::prepend_to`].
    Prepend,
    /// [`Layout::concat`].
    Concat,
    /// [`Layout::replace`].
    Replace,
    /// [`Layout::compose`].
    Compose,
    /// [`Layout::compose_exact`].
    ComposeExact,
    /// [`Layout::complement`] and its padded sibling.
    Complement,
    /// [`Layout::logical_divide`] and its siblings.
    Divide,
    /// [`Layout::logical_product`] and its siblings.
    Product,
    /// [`IntTuple::elem_add`].
    Add,
    /// [`IntTuple::elem_sub`].
    Subtract,
    /// [`IntTuple::elem_less`] and the other comparisons, [`IntTuple::elem_min`],
    /// [`IntTuple::elem_max`].
    Compare,
    /// [`IntTuple::elem_scale`].
    Scale,
    /// [`IntTuple::sum`].
    Sum,
    /// [`IntTuple::inner_product`].
    InnerProduct,
    /// [`IntTuple::product_like`].
    ProductLike,
    /// [`IntTuple::shape_div`].
    ShapeDiv,
    /// [`IntTuple::shape_mod`].
    ShapeMod,
    /// [`IntTuple::ceil_div`], [`IntTuple::ceil_div_by_mode`].
    CeilDiv,
    /// [`IntTuple::round_up`].
    RoundUp,
    /// [`IntTuple::unflatten`], [`Layout::unflatten`].
    Unflatten,
    /// [`IntTuple::insert`].
    Insert,
    /// [`IntTuple::remove`].
    Remove,
    /// [`IntTuple::repeat`], [`IntTuple::repeat_like`].
    Repeat,
    /// [`IntTuple::sort`], [`Layout::sort`].
    Sort,
    /// [`Layout::right_inverse`].
    RightInverse,
    /// [`Layout::left_inverse`].
    LeftInverse,
    /// [`Layout::inverse`].
    Inverse,
    /// [`Layout::nullspace`].
    Nullspace,
    /// [`Layout::max_common_layout`], [`Layout::max_common_vector`].
    MaxCommon,
    /// [`Layout::is_injective`], [`Layout::collision`].
    Injective,
    /// [`Layout::disjoint`].
    Disjoint,
    /// [`Layout::covers`].
    Covers,
    /// [`Layout::tile_to_shape`] and its ordered sibling.
    TileToShape,
    /// [`Layout::distribute`].
    Distribute,
    /// [`Layout::like`].
    Like,
    /// [`Layout::fragment_like`].
    Fragment,
    /// [`Layout::upcast`].
    Upcast,
    /// [`Layout::downcast`].
    Downcast,
    /// [`Layout::permute`].
    Permute,
    /// [`Layout::with_shape`].
    WithShape,
    /// [`Layout::dice`].
    Dice,
    /// [`Layout::zip`].
    Zip,
    /// Reading a layout as one of given nesting and integers.
    Read,
    /// A view of a slice through a layout.
    View,
    /// [`Swizzle::new`](crate::Swizzle::new) and what merges swizzles.
    Swizzle,
    /// Reading elements as wider or narrower ones: [`Layout::recast_bits`].
    Recast,
    /// Moving the elements of one layout to another one.
    Copy,
    /// Walking through several layouts at the same coordinates.
    Combine,
    /// Moving the elements of a matrix to one whose modes are exchanged.
    Transpose,
    /// Exchanging the modes of a matrix where it is.
    TransposeInPlace,
    /// [`StridedLayout::new`](crate::StridedLayout::new).
    Array,
    /// [`Layout::to_flat`].
    Flat,
    /// [`Layout::read_axes`].
    ReadArray,
    /// [`Layout::stride_order`].
    StrideOrder,
    /// [`Layout::reshape`].
    Reshape,
    /// [`Layout::broadcast_to`].
    Broadcast,
    /// [`Layout::merge_axes`].
    MergeAxes,
    /// [`Layout::squeeze`].
    Squeeze,
    /// [`Layout::unsqueeze`].
    Unsqueeze,
    /// [`Layout::slice_axes`].
    SliceAxes,
    /// [`StridedLayout::required_size_in_bytes`](crate::StridedLayout::required_size_in_bytes) and its like.
    Bytes,
    /// [`StridedLayout::repacked`](crate::StridedLayout::repacked).
    Repack,
    /// What is asked of an XLA shape.
    Xla,
    /// [`XlaShape::of`](crate::dialect::xla::XlaShape::of).
    XlaShape,
    /// [`Table::new`](crate::dialect::Table::new).
    Print,
}
