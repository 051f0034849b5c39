//! The operations that a refusal names: a row each, with the words before the operands.

#[cfg(doc)]
use crate::value::{IntTuple, Layout};

/// `Name: "words before the left operand" "words between the two";`
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $before:literal $($between:literal)?;)*) => {
        /// An operation that can be refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Operation {
            $($(#[$doc])* $name,)*
        }

        impl Operation {
            /// The words before the left operand, and between the two. No words between: the right operand is not
            /// printed.
            pub(crate) const fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$name => ($before, concat!($($between)?)),)*
                }
            }
        }
    };
}

operations! {
    /// [`Layout::new`] and tuples of parts.
    Make: "cannot make";
    /// Parsing a text.
    Parse: "cannot parse";
    /// [`IntTuple::size`].
    Size: "no size of";
    /// [`Layout::mode`], [`Layout::get`].
    Mode: "no such mode in";
    /// [`Layout::index`], [`Layout::try_index`].
    Index: "no offset of" "at";
    /// [`Layout::min_offset`], [`Layout::max_offset`].
    Bounds: "no bounds of the offsets of";
    /// [`Layout::slice`].
    Slice: "cannot slice" "at";
    /// [`Layout::coshape`].
    Coshape: "no coshape of";
    /// [`Layout::coord`], [`Layout::flat_coord`].
    Coord: "no coordinate of" "at";
    /// [`Layout::coord_of`].
    CoordOf: "no coordinate of" "for the offset";
    /// [`Layout::ordered`] and the column- and row-major layouts.
    Order: "cannot order" "by";
    /// [`Layout::flatten`].
    Flatten: "cannot flatten";
    /// [`Layout::coalesce`], [`Layout::coalesce_by`].
    Coalesce: "cannot coalesce" "by";
    /// [`Layout::filter`], [`Layout::filter_by`], [`Layout::filter_zeros_by`].
    Filter: "cannot filter" "by";
    /// [`Layout::group`].
    Group: "cannot group modes of";
    /// [`Layout::take`].
    Take: "cannot take modes of";
    /// [`Layout::select`].
    Select: "cannot select modes of";
    /// [`Layout::append`], [`Layout::append_to`].
    Append: "cannot append to" "the mode";
    /// [`Layout::prepend`], [`Layout::prepend_to`].
    Prepend: "cannot prepend to" "the mode";
    /// [`Layout::concat`].
    Concat: "cannot concatenate" "with";
    /// [`Layout::replace`].
    Replace: "cannot replace a mode of" "by";
    /// [`Layout::compose`].
    Compose: "cannot compose" "with";
    /// [`Layout::compose_exact`].
    ComposeExact: "no layout is" "after";
    /// [`Layout::complement`] and its padded sibling.
    Complement: "no complement of" "in";
    /// [`Layout::logical_divide`] and its siblings.
    Divide: "cannot divide" "by";
    /// [`Layout::logical_product`] and its siblings.
    Product: "cannot multiply" "by";
    /// [`IntTuple::elem_add`].
    Add: "cannot add to" "the tuple";
    /// [`IntTuple::elem_sub`].
    Subtract: "cannot subtract from" "the tuple";
    /// [`IntTuple::elem_less`] and the other comparisons, [`IntTuple::elem_min`],
    /// [`IntTuple::elem_max`].
    Compare: "cannot compare" "with";
    /// [`IntTuple::elem_scale`].
    Scale: "cannot scale" "by";
    /// [`IntTuple::sum`].
    Sum: "no sum of";
    /// [`IntTuple::inner_product`].
    InnerProduct: "no inner product of" "and";
    /// [`IntTuple::product_like`].
    ProductLike: "no sizes of" "like";
    /// [`IntTuple::shape_div`].
    ShapeDiv: "cannot divide the shape" "by";
    /// [`IntTuple::shape_mod`].
    ShapeMod: "cannot take from the shape" "the first";
    /// [`IntTuple::ceil_div`], [`IntTuple::ceil_div_by_mode`].
    CeilDiv: "cannot count tiles of" "by";
    /// [`IntTuple::round_up`].
    RoundUp: "cannot round up" "to";
    /// [`IntTuple::unflatten`], [`Layout::unflatten`].
    Unflatten: "cannot unflatten" "like";
    /// [`IntTuple::insert`].
    Insert: "cannot insert into" "the mode";
    /// [`IntTuple::remove`].
    Remove: "cannot remove a mode of";
    /// [`IntTuple::repeat`], [`IntTuple::repeat_like`].
    Repeat: "cannot repeat" "with";
    /// [`IntTuple::sort`], [`Layout::sort`].
    Sort: "cannot sort";
    /// [`Layout::right_inverse`].
    RightInverse: "no right inverse of";
    /// [`Layout::left_inverse`].
    LeftInverse: "no left inverse of";
    /// [`Layout::inverse`].
    Inverse: "no inverse of";
    /// [`Layout::nullspace`].
    Nullspace: "no nullspace of";
    /// [`Layout::max_common_layout`], [`Layout::max_common_vector`].
    MaxCommon: "no common layout of" "and";
    /// [`Layout::is_injective`], [`Layout::collision`].
    Injective: "cannot tell whether offsets repeat in";
    /// [`Layout::disjoint`].
    Disjoint: "cannot borrow for writing all elements of";
    /// [`Layout::covers`].
    Covers: "cannot tell whether every offset is hit by" "in";
    /// [`Layout::tile_to_shape`] and its ordered sibling.
    TileToShape: "cannot tile" "to the shape";
    /// [`Layout::distribute`].
    Distribute: "cannot distribute" "over";
    /// [`Layout::like`].
    Like: "cannot make a compact layout like";
    /// [`Layout::fragment_like`].
    Fragment: "cannot make a fragment like";
    /// [`Layout::upcast`].
    Upcast: "cannot upcast" "by";
    /// [`Layout::downcast`].
    Downcast: "cannot downcast" "by";
    /// [`Layout::permute`].
    Permute: "cannot permute";
    /// [`Layout::with_shape`].
    WithShape: "cannot read" "with the shape";
    /// [`Layout::refine`].
    Refine: "cannot refine" "to";
    /// [`Layout::dice`].
    Dice: "cannot dice" "at";
    /// [`Layout::zip`].
    Zip: "cannot zip";
    /// Reading a layout as one of a given form.
    Read: "cannot read" "as";
    /// A view of a slice through a layout.
    View: "cannot view a slice through";
    /// A view of packed elements.
    ViewPacked: "cannot view packed elements through";
    /// Parts of packed elements that are written at the same time.
    PackedParts: "cannot borrow for writing at once the parts of";
    /// [`Swizzle::new`](crate::Swizzle::new) and what merges swizzles.
    Swizzle: "no swizzle";
    /// Reading elements as wider or narrower ones: [`Layout::recast_bits`].
    Recast: "cannot recast" "from";
    /// A copy of the elements of one layout to another.
    Copy: "cannot copy" "to";
    /// A loop over several layouts at the same coordinates.
    Combine: "cannot combine" "with";
    /// A transpose to another matrix.
    Transpose: "cannot transpose" "into";
    /// A transpose in place.
    TransposeInPlace: "cannot transpose in place";
    /// Counting the windows of a convolution.
    Windows: "cannot move a window of" "over an image of";
    /// [`StridedLayout::new`](crate::StridedLayout::new).
    Array: "no strided array is";
    /// [`Layout::to_flat`].
    Flat: "no flat layout is";
    /// [`Layout::read_axes`].
    ReadArray: "cannot read the array" "as";
    /// [`Layout::stride_order`].
    StrideOrder: "no order of the axes of";
    /// [`Layout::reshape`].
    Reshape: "cannot reshape" "to";
    /// [`Layout::broadcast_to`].
    Broadcast: "cannot broadcast" "to";
    /// [`Layout::merge_axes`].
    MergeAxes: "cannot merge the axes of";
    /// [`Layout::squeeze`].
    Squeeze: "cannot squeeze";
    /// [`Layout::unsqueeze`].
    Unsqueeze: "cannot add axes to";
    /// [`Layout::slice_axes`].
    SliceAxes: "cannot slice the axes of";
    /// [`StridedLayout::required_size_in_bytes`](crate::StridedLayout::required_size_in_bytes) and its like.
    Bytes: "no size in bytes of";
    /// [`StridedLayout::repacked`](crate::StridedLayout::repacked).
    Repack: "cannot repack";
    /// A method of an XLA shape.
    Xla: "in an XLA shape";
    /// `XlaShape::of` of `static-layout-dialects`.
    XlaShape: "no XLA shape is";
    /// A method of [`BitMatrix`](crate::BitMatrix) or [`BitLayout`](crate::BitLayout).
    BitMatrix: "no matrix of bits";
    /// [`BitLayout::of`](crate::BitLayout::of).
    BitLayout: "no matrix of bits is";
    /// [`BitLayout::to_layout`](crate::BitLayout::to_layout).
    FromBits: "no layout has these bits";
    /// Making an access, or a memory of banks.
    Count: "no count of memory accesses";
    /// [`AccessPattern::new`](crate::memory::AccessPattern::new), and its requests.
    Access: "cannot access" "by";
    /// [`Problem::new`](crate::solve::Problem::new), and its search.
    Solve: "cannot search layouts for";
    /// [`MmaAtom::new`](crate::mma::MmaAtom::new) and [`MmaAtom::find`](crate::mma::MmaAtom::find).
    MmaAtom: "no matrix instruction";
    /// [`TiledMma::new`](crate::mma::TiledMma::new) and what it makes of an operand.
    TiledMma: "cannot tile the matrix instruction over";
    /// [`TiledCopy::new`](crate::mma::TiledCopy::new) and what it makes of a tensor.
    TiledCopy: "cannot tile the copy over";
    /// [`fit`](crate::mma::fit).
    Fit: "cannot fit the matrix instruction to";
    /// [`TensorMap::check`](crate::descriptor::TensorMap::check), and copies of a tensor map.
    TensorMap: "no tensor map";
    /// [`TmaCopy::new`](crate::descriptor::TmaCopy::new).
    TmaCopy: "no tensor map copies" "to";
    /// Making a matrix descriptor.
    MatrixDescriptor: "no matrix descriptor of";
    /// Making an instruction descriptor.
    InstructionDescriptor: "no instruction descriptor";
    /// Making a layout of tensor memory.
    TensorMemory: "no layout of tensor memory";
    /// Making a mesh of devices.
    Mesh: "no mesh";
    /// Cutting an array over a mesh.
    Shard: "no sharding";
    /// Writing a sharding for another system.
    WriteSharding: "cannot write the sharding";
    /// What a device holds of a sharded array.
    Local: "no local part";
    /// Planning what moves from one sharding to another.
    Redistribute: "cannot redistribute";
    /// [`Table::new`](crate::Table::new).
    Print: "no table of";
}
