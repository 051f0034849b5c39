//! Why there is no such array: the rules, and their sentences.

use crate::modes::Modes;
use crate::notation::error::Rule;
use crate::notation::text::Text;

/// The rule of arrays that refused, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
pub enum ArrayRule {
    /// An axis that the array does not have.
    Axis { axis: i64, rank: usize },
    /// An axis is named a second time.
    AxisTwice { axis: usize },
    /// A mode that is no single extent and stride.
    NoFlatStride { axis: usize, extent: i64, stride: i64, next: i64 },
    /// The extent of an axis of an array is not the one to read.
    AxisExtent { axis: usize, found: i64, expected: i64 },
    /// The stride of an axis of an array is not the one to read.
    AxisStride { axis: usize, found: i64, expected: i64 },
    /// The stride of an axis has a sign for which there is no place.
    AxisSign { axis: usize, stride: i64 },
    /// A nested mode to be filled from one axis.
    AxisShare { axis: usize, extent: i64 },
    /// An item size that is not positive.
    ItemSize { item_size: i64 },
    /// Two item sizes of which neither divides the other.
    ItemSizes { old: i64, new: i64 },
    /// A limit below the item size.
    LeastItemSize { most: i64, item_size: i64 },
    /// A stride in bytes that is no number of elements.
    ByteStride { stride: i64, item_size: i64 },
    /// Two extents to infer.
    TwoInferred,
    /// An extent to infer beside one of 0.
    Ambiguous,
    /// An extent that is neither 1 nor the one to broadcast to.
    Broadcast { axis: usize, extent: i64, to: i64 },
    /// An extent that is 1 at run time only, where it would have to be repeated.
    BroadcastUnknown { axis: usize, to: i64 },
    /// Fewer axes than there are.
    BroadcastRank { rank: usize, to: usize },
    /// A step of 0.
    Step,
    /// An index outside of its axis.
    Index { index: i64, axis: usize, extent: i64 },
    /// What is taken of an axis is neither an index nor a start, a stop and a step.
    Slice { axis: usize },
    /// More slices than axes.
    Slices { slices: usize, rank: usize },
    /// A pointer that is not aligned.
    Pointer { pointer: i64, item_size: i64 },
    /// The axis to repack is not one of neighbours.
    UnitStride { axis: usize, stride: i64 },
    /// The axis to repack is empty.
    EmptyAxis { axis: usize },
    /// An extent that does not hold whole items.
    PackedExtent { axis: usize, extent: i64, count: i64 },
    /// A stride that does not step by whole items.
    PackedStride { axis: usize, stride: i64, count: i64 },
    /// An offset that is not a whole item.
    PackedOffset { offset: i64, count: i64 },
    /// Vectors of other elements than those that there are.
    Vectors { count: i64, needed: i64, found: i64 },
    /// Elements before the start of memory.
    BeforeStart { least: i64 },
    /// A tile that cuts across what another one made of a dimension.
    CutAcross { axis: usize },
    /// A dimension without a bound.
    Unbounded { axis: usize },
    /// A list with more elements than it has places.
    TooMany { most: usize },
    /// A format of pairs for other elements.
    Pairs { found: i64 },
    /// A tile whose last dimension shall be merged into a faster one.
    MergedLast,
}

impl ArrayRule {
    /// The refusal of an axis that is these modes.
    pub(super) const fn no_flat_stride(axis: usize, modes: &Modes) -> Rule {
        Rule::Array(Self::NoFlatStride {
            axis,
            extent: modes.extents[0],
            stride: modes.strides[0],
            next: modes.strides[1],
        })
    }

    pub(crate) const fn write(self, text: &mut Text) {
        match self {
            Self::Axis { axis, rank } => {
                text.str("there is no axis ");
                text.integer(axis);
                text.str(" among ");
                text.natural(rank as u64);
            }
            Self::AxisTwice { axis } => numbered(text, axis, " is there twice"),
            Self::NoFlatStride { axis, extent, stride, next } => {
                numbered(text, axis, " has no stride of its own: ");
                text.integer(extent);
                text.char(':');
                text.integer(stride);
                text.str(" goes on at ");
                text.integer(next);
                text.str("; a layout with nested modes can have it: Layout::reshape");
            }
            Self::AxisExtent { axis, found, expected } => {
                numbered(text, axis, " has the extent ");
                differ(text, found, expected);
            }
            Self::AxisStride { axis, found, expected } => {
                numbered(text, axis, " has the stride ");
                differ(text, found, expected);
            }
            Self::AxisSign { axis, stride } => {
                numbered(text, axis, " has the stride ");
                text.integer(stride);
                text.str(", for whose sign the type has no place");
            }
            Self::AxisShare { axis, extent } => {
                text.str("nothing says how the ");
                text.integer(extent);
                text.str(" coordinates of ");
                numbered(text, axis, " are shared out: read it as one leaf, then divide");
            }
            Self::ItemSize { item_size } => {
                text.str("the item size ");
                text.integer(item_size);
                text.str(" is not positive");
            }
            Self::ItemSizes { old, new } => {
                text.str("of the item sizes ");
                text.integer(old);
                text.str(" and ");
                text.integer(new);
                text.str(" neither divides the other");
            }
            Self::LeastItemSize { most, item_size } => {
                text.str("at most ");
                text.integer(most);
                text.str(" bytes are less than the item size ");
                text.integer(item_size);
            }
            Self::ByteStride { stride, item_size } => {
                text.str("the stride of ");
                text.integer(stride);
                text.str(" bytes is no multiple of the item size ");
                text.integer(item_size);
            }
            Self::TwoInferred => text.str("at most one extent can be inferred"),
            Self::Ambiguous => text.str("beside an extent of 0 the extent -1 can be any"),
            Self::Broadcast { axis, extent, to } => {
                numbered(text, axis, " has the extent ");
                text.integer(extent);
                text.str(", which is neither 1 nor ");
                text.integer(to);
            }
            Self::BroadcastUnknown { axis, to } => {
                numbered(text, axis, " has the extent 1 at run time only: to repeat it ");
                text.integer(to);
                text.str(" times it must be a static 1");
            }
            Self::BroadcastRank { rank, to } => {
                text.natural(rank as u64);
                text.str(" axes are more than ");
                text.natural(to as u64);
            }
            Self::Step => text.str("a slice cannot step by 0"),
            Self::Index { index, axis, extent } => {
                text.str("the index ");
                text.integer(index);
                text.str(" is out of range for ");
                numbered(text, axis, ", whose extent is ");
                text.integer(extent);
            }
            Self::Slice { axis } => {
                text.str("what is taken of ");
                numbered(text, axis, " is neither an index nor a range: see slices!");
            }
            Self::Slices { slices, rank } => {
                text.natural(slices as u64);
                text.str(" slices for ");
                text.natural(rank as u64);
                text.str(" axes");
            }
            Self::Pointer { pointer, item_size } => {
                text.str("the address ");
                text.integer(pointer);
                text.str(" is not aligned to ");
                text.integer(item_size);
                text.str(" bytes");
            }
            Self::UnitStride { axis, stride } => {
                numbered(text, axis, " steps by ");
                text.integer(stride);
                text.str(", not from neighbour to neighbour");
            }
            Self::EmptyAxis { axis } => numbered(text, axis, " is empty"),
            Self::PackedExtent { axis, extent, count } => {
                text.str("the extent ");
                text.integer(extent);
                text.str(" of ");
                numbered(text, axis, " is no multiple of ");
                text.integer(count);
            }
            Self::PackedStride { axis, stride, count } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" of ");
                numbered(text, axis, " is no multiple of ");
                text.integer(count);
            }
            Self::PackedOffset { offset, count } => {
                text.str("the offset ");
                text.integer(offset);
                text.str(" is no multiple of ");
                text.integer(count);
            }
            Self::Vectors { count, needed, found } => {
                text.str("vectors of ");
                text.integer(count);
                text.str(" have ");
                text.integer(needed);
                text.str(" elements, the view ");
                text.integer(found);
                text.str(", each to be used once");
            }
            Self::BeforeStart { least } => {
                text.str("the least offset is ");
                text.integer(least);
                text.str(": elements before the start need an offset");
            }
            Self::CutAcross { axis } => {
                text.str("a tile cuts across ");
                numbered(text, axis, ", so that it has no strides");
            }
            Self::Unbounded { axis } => numbered(text, axis, " has no bound"),
            Self::TooMany { most } => {
                text.str("there are more than ");
                text.natural(most as u64);
            }
            Self::Pairs { found } => {
                text.str("the format takes elements in pairs, not ");
                text.integer(found);
                text.str(" at once: c0 is 2");
            }
            Self::MergedLast => text.str("the last dimension of a tile has none to be merged into"),
        }
    }
}

const fn numbered(text: &mut Text, axis: usize, words: &str) {
    text.str("axis ");
    text.natural(axis as u64);
    text.str(words);
}

const fn differ(text: &mut Text, found: i64, expected: i64) {
    text.integer(found);
    text.str(", not ");
    text.integer(expected);
}
