//! The rules of strided arrays: a row each, with its numbers and its words.

use crate::error::words::rules;

rules! {
    /// A rule of strided arrays, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum ArrayRule {
        /// An axis that the array does not have.
        Axis { axis: i64, rank: usize }: "there is no axis {axis} among {rank}";
        /// An axis is named twice.
        AxisTwice { axis: usize }: "axis {axis} appears twice";
        /// A mode without a stride of its own.
        NoFlatStride { axis: usize, extent: i64, stride: i64, next: i64 }:
            "axis {axis} has no stride of its own: {extent}:{stride} continues at {next}; a layout with nested modes can have it: Layout::reshape";
        /// The rank of an array differs from the rank of the layout to read it as.
        Rank { array: usize, layout: usize }: "the array has rank {array}, the layout rank {layout}";
        /// The rank of a layout differs from the rank of the array to make.
        FlatRank { layout: usize, array: usize }: "it has rank {layout}, the array rank {array}";
        /// The extent of an axis differs from the extent in the form.
        AxisExtent { axis: usize, found: i64, expected: i64 }: "axis {axis} has the extent {found}, not {expected}";
        /// The stride of an axis differs from the stride in the form.
        AxisStride { axis: usize, found: i64, expected: i64 }: "axis {axis} has the stride {found}, not {expected}";
        /// The stride of an axis has another sign than in the form.
        AxisSign { axis: usize, stride: i64 }:
            "axis {axis} has the stride {stride}, for whose sign the type has no place";
        /// A nested mode of unknown extents, to be read from one axis.
        AxisShare { axis: usize, extent: i64 }:
            "nothing says how the {extent} coordinates of axis {axis} are shared out: read it as one leaf, then divide";
        /// An item size that is not positive.
        ItemSize { item_size: i64 }: "the item size {item_size} is not positive";
        /// Neither of two item sizes divides the other.
        ItemSizes { old: i64, new: i64 }: "of the item sizes {old} and {new} neither divides the other";
        /// A limit below the item size.
        LeastItemSize { most: i64, item_size: i64 }: "at most {most} bytes are less than the item size {item_size}";
        /// A stride in bytes that is not a multiple of the item size.
        ByteStride { stride: i64, item_size: i64 }:
            "the stride of {stride} bytes is not a multiple of the item size {item_size}";
        /// Two extents to infer.
        TwoInferred: "at most one extent can be inferred";
        /// An extent to infer next to an extent of 0.
        Ambiguous: "next to an extent of 0, the extent -1 can be any number";
        /// An extent that is neither 1 nor the extent to broadcast to.
        Broadcast { axis: usize, extent: i64, to: i64 }:
            "axis {axis} has the extent {extent}, which is neither 1 nor {to}";
        /// An extent that is 1 at run time only, and would be repeated.
        BroadcastUnknown { axis: usize, to: i64 }:
            "axis {axis} has the extent 1 at run time only: to repeat it {to} times it must be a static 1";
        /// Fewer axes than there are.
        BroadcastRank { rank: usize, to: usize }: "{rank} axes are more than {to}";
        /// A step of 0.
        Step: "a slice cannot step by 0";
        /// An index outside of its axis.
        Index { index: i64, axis: usize, extent: i64 }:
            "the index {index} is out of range for axis {axis}, whose extent is {extent}";
        /// An operand that is neither an index nor a range.
        Slice { axis: usize }: "what is taken of axis {axis} is neither an index nor a range: see slices!";
        /// A slice of fractals that begins inside a fractal and ends outside of it.
        Fractals { from: i64, extent: i64, fractal: i64 }:
            "{extent} elements from {from} on begin inside a fractal of {fractal} and end outside of it";
        /// The order K for an array that is made anew.
        KeptOrder: "the order K keeps that of another array: there is none; see to_dense";
        /// More slices than axes.
        Slices { slices: usize, rank: usize }: "{slices} slices for {rank} axes";
        /// A pointer that is not aligned.
        Pointer { pointer: i64, item_size: i64 }: "the address {pointer} is not aligned to {item_size} bytes";
        /// An axis to repack whose elements are not adjacent.
        UnitStride { axis: usize, stride: i64 }: "axis {axis} steps by {stride}, not from neighbour to neighbour";
        /// An empty axis to repack.
        EmptyAxis { axis: usize }: "axis {axis} is empty";
        /// An extent that is not a whole number of items.
        PackedExtent { axis: usize, extent: i64, count: i64 }:
            "the extent {extent} of axis {axis} is not a multiple of {count}";
        /// A stride that is not a whole number of items.
        PackedStride { axis: usize, stride: i64, count: i64 }:
            "the stride {stride} of axis {axis} is not a multiple of {count}";
        /// An axis to repack other than the axis that the type of the result grows.
        TypedAxis { axis: i64 }:
            "the type of the result has the new items on another axis than {axis}; a StridedLayout has them there";
        /// An offset that is not a whole number of items.
        PackedOffset { offset: i64, count: i64 }: "the offset {offset} is not a multiple of {count}";
        /// Elements that do not form whole vectors.
        Vectors { count: i64, needed: i64, found: i64 }:
            "vectors of {count} have {needed} elements, the view {found}, each to be used once";
        /// An offset that an index type does not hold.
        IndexType { offset: i64, least: i64, most: i64 }: "the offset {offset} is not in {least}..={most}";
        /// Elements before the start of memory.
        BeforeStart { least: i64 }: "the least offset is {least}: elements before the start need an offset";
        /// A tile that divides the digits of a dimension unevenly.
        CutAcross { axis: usize }: "a tile cuts across axis {axis}, so the axis has no stride";
        /// A dimension without a bound.
        Unbounded { axis: usize }: "axis {axis} has no bound";
        /// More elements than a list has places.
        TooMany { most: usize }: "there are more than {most}";
        /// A format of pairs with another `c0` than 2.
        Pairs { found: i64 }: "the format takes elements in pairs, not {found} at once: c0 is 2";
        /// Windows that do not move.
        WindowStride { axis: usize, padding: usize }:
            "axis {axis} has the padding {padding} and the stride 0; the least stride is 1";
        /// A window without elements.
        EmptyWindow { axis: usize, padding: usize, stride: usize }:
            "axis {axis} has the padding {padding}, the stride {stride} and an empty window; the least window has 1 element";
        /// Zeros around an image past the greatest offset.
        LongPadding { axis: usize, padding: usize, stride: usize, most: usize }:
            "axis {axis} has the padding {padding} and the stride {stride}, and a padded image past {MOST}; the greatest padding is {most}";
        /// A window that is longer than the padded image. The least padding is 0 if none is long enough.
        LongWindow { axis: usize, padding: usize, stride: usize, least: usize }:
            "axis {axis} has the padding {padding} and the stride {stride}, and no window fits; no padding is long enough" if least == 0,
            "axis {axis} has the padding {padding} and the stride {stride}, and no window fits; the least padding is {least}";
        /// A tile whose last dimension is to merge into a faster one.
        MergedLast: "the last dimension of a tile has none to be merged into";
    }
}
