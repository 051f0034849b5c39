//! The rules of layouts, tuples, coordinates and swizzles: a row each, with its numbers and its words.

use crate::error::array::ArrayRule;
use crate::error::bit::BitRule;
use crate::error::descriptor::DescriptorRule;
use crate::error::memory::MemoryRule;
use crate::error::mma::MmaRule;
use crate::error::shard::ShardRule;
use crate::error::words::rules;
use crate::value::limit::Limit;
use crate::value::{Basis, MOST, Swizzle};

rules! {
    /// A rule that the operands break, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum Rule {
        /// Shape and stride have different nestings.
        Congruence: "stride {RIGHT} is not congruent with shape {LEFT}";
        /// The steps of a leaf do not divide an extent that they cross, and their digits carry. `Rest` has these words for
        /// sizes, with a hint that rounds them up.
        Divides { divisor: i64, dividend: i64 }:
            "the divisor is 0, and must be 1 or more" if divisor == 0,
            "{divisor} does not divide {dividend}";
        /// A tile does not divide a mode, or a layout does not divide the range of its complement.
        Rest { divisor: i64, dividend: i64 }: "{divisor} does not divide {dividend}";
        /// The gaps between the modes are not a layout.
        Holes { stride: i64, covered: i64 }:
            "the stride {stride} is not a multiple of {covered}, where the mode below it ends: gaps would remain";
        /// A mode starts before the mode below it ends.
        Overlap { stride: i64, covered: i64 }:
            "the stride {stride} is below {covered}, where the mode below it ends: the modes overlap";
        /// The modes of the right operand together carry past an extent of the left one.
        Carry { extent: i64 }: "the modes add up past the extent {extent}";
        /// The right operand passes the end of the left one, whose last extent is 1 at run time, with an arbitrary
        /// stride.
        Detour { stride: i64 }:
            "the coordinates pass the end of the layout, whose last extent is a run-time 1 at stride {stride}";
        /// An extent is 0.
        Empty: "an extent is 0: there is nothing to work on";
        /// No layout has these offsets: from the linear index `index` of the right operand on, they leave the only
        /// layout that fits before.
        NoFit { index: i64, expected: i64, found: i64 }: "{PLACE} the offset is {found}, not {expected}";
        /// More elements than are enumerated.
        TooLarge { size: i64, most: i64 }: "{size} elements are more than the {most} that the search allows";
        /// A negative stride where none is allowed.
        NegativeStride { stride: i64 }: "the stride {stride} is negative";
        /// A basis that names no mode of the left operand.
        NoElement { basis: Basis, rank: usize }: "the unit 1{basis} names no mode of a layout of rank {rank}";
        /// Two strides that map to different spaces.
        Mixture { scale: i64, basis: Basis, other_scale: i64, other_basis: Basis }:
            "the strides {scale}{basis} and {other_scale}{other_basis} do not add up: a number and a coordinate" if basis.is_none(),
            "the strides {scale}{basis} and {other_scale}{other_basis} do not add up: an element and a part of it";
        /// A stride with a basis where a plain number is required.
        Unit { scale: i64, basis: Basis }:
            "the stride {scale}{basis} counts in units of a coordinate, not in offsets";
        /// A stride is not a multiple of the next smaller one.
        Uneven { stride: i64, below: i64 }: "the stride {stride} is not a multiple of the stride {below} below it";
        /// A mode starts after the modes below it end.
        Gap { stride: i64, covered: i64 }:
            "the stride {stride} is above {covered}, where the modes below it end: the offsets between are unused";
        /// A stride of 0: elements share an offset.
        Repeats { extent: i64 }: "the extent {extent} at stride 0 repeats elements";
        /// A negative stride, and positive strides that do not continue each other from stride 1 on.
        Downward { stride: i64 }:
            "the stride {stride} is negative, and positive ones do not continue each other from 1 on";
        /// The coordinate of the right operand and the coordinate with the linear index `other` share an offset.
        Shared { other: i64, offset: i64 }: "{PLACE} share the offset {offset}";
        /// The packed elements at the coordinate of the right operand and at the coordinate with the linear index `other`, in
        /// different parts, have bits of one byte.
        SharedByte { other: i64, byte: i64 }: "{PLACE} share the byte {byte}";
        /// An exact answer takes too many steps.
        Undecided { most: i64 }: "the search exceeds {most} steps";
        /// An integer exceeds [`isize::MAX`]. `i64::MIN` encodes it.
        Integer: "an integer is past {MOST}";
        /// A negative extent.
        NegativeExtent { extent: i64 }: "the extent {extent} is negative";
        /// The range of a complement is not positive.
        Range { range: i64 }: "the range {range} is not positive";
        /// A tiler with a stride of 0.
        Broadcast { extent: i64 }: "a tiler must not repeat elements, but has extent {extent} at stride 0";
        /// A result exceeds [`isize::MAX`].
        Overflow { a: i64, operator: char, b: i64 }: "{a} {operator} {b} is past {MOST}";
        /// A result exceeds a capacity.
        Full { limit: Limit }:
            "more than {MAX_LEAVES} leaves" if matches!(limit, Limit::Leaves),
            "more than {MAX_RANK} modes at one level" if matches!(limit, Limit::Rank),
            "more than {MAX_NODES} leaves and tuples" if matches!(limit, Limit::Nodes),
            "more than {MAX_AXES} axes" if matches!(limit, Limit::Axes),
            "a unit such as 1@1@0 has more than 8 levels, or an index past 11";
        /// No such mode.
        NoMode { index: usize, rank: usize }: "mode {index} is not below the rank {rank}";
        /// No such range of modes.
        NoRange { begin: usize, end: usize, rank: usize }:
            "the range {begin}..{end} is empty" if begin >= end,
            "the range {begin}..{end} passes the rank {rank}";
        /// The right operand has more modes than the left one.
        TooManyModes { modes: usize, rank: usize }: "{modes} modes are too many for a layout of {rank}";
        /// The coordinate is not nested like the shape, down to some level.
        Fit: "coordinate {RIGHT} does not fit shape {SHAPE}";
        /// A coordinate has `_` where an integer is required.
        Kept:
            "coordinate {RIGHT} keeps a mode of {LEFT}: an index needs an integer for every mode; slice keeps modes";
        /// A coordinate is out of range.
        Bounds { value: i64, extent: i64 }:
            "coordinate {RIGHT} is out of range for shape {SHAPE}: {value} is past the end" if value < -MOST,
            "coordinate {RIGHT} is out of range for shape {SHAPE}: {value} is negative" if value < 0,
            "coordinate {RIGHT} is out of range for shape {SHAPE}: {value} is not below {extent}";
        /// The order is not nested like the shape, down to some level.
        OrderFit: "order {RIGHT} does not fit shape {LEFT}";
        /// Offsets of the layout lie outside a slice of memory.
        Slice { least: i64, greatest: i64, origin: usize, len: usize }:
            "it reaches from {least} to {greatest} around element {origin} of {len}";
        /// Packed elements of the layout lie outside a slice of bytes.
        PackedSlice { least: i64, greatest: i64, origin: usize, bits: i64, bytes: usize }:
            "it reaches from {least} to {greatest} around element {origin}, and needs {bits} bits of {bytes} bytes";
        /// The layout and the pattern have different swizzles.
        PatternSwizzle { found: Swizzle, expected: Swizzle }: "{found} is not {expected}";
        /// The layout and the pattern are nested differently.
        PatternNesting: "the nesting differs";
        /// A leaf of the layout differs from the leaf of the pattern.
        PatternLeaf { expected: i64, found: i64 }: "{found} is not {expected}";
        /// A stride has another basis than in the pattern.
        PatternUnit { scale: i64, found: Basis, expected: Basis }:
            "{scale}{found} is not a number" if expected.is_none(),
            "{scale}{found} does not count in 1{expected}";
        /// A leaf has another sign than in the pattern.
        PatternSign { found: i64 }: "the type cannot hold the sign of {found}";
        /// Padding to a rank below the layout's.
        Pad { to: usize, rank: usize }: "the rank {rank} is already above {to}";
        /// Numbers that no swizzle has.
        Swizzle { bits: i64, base: i64, shift: i64 }:
            "no swizzle Sw<{bits},{base},{shift}>: the number of bits {bits} is negative" if bits < 0,
            "no swizzle Sw<{bits},{base},{shift}>: the base {base} is negative" if base < 0,
            "no swizzle Sw<{bits},{base},{shift}>: its {bits} bits would be read and changed at once; a shift of {shift} is too small" if shift.unsigned_abs() < bits as u64,
            "no swizzle Sw<{bits},{base},{shift}>: it passes the {WIDTH} bits of an offset";
        /// Two swizzles whose composition is not a swizzle.
        Swizzles { left: Swizzle, right: Swizzle }:
            "no swizzle is {left} after {right}: their shifts differ" if left.shift() != right.shift(),
            "no swizzle is {left} after {right}: one reads bits that the other has changed" if right.onto_mask() & left.from_mask() != 0,
            "no swizzle is {left} after {right}: their bits together are not contiguous";
        /// A bit of a swizzle that the layout does not map to one bit.
        Bit { bit: u32, swizzle: Swizzle }: "bit {bit}, which {swizzle} moves, is not one bit of the offsets";
        /// Bits of a swizzle whose images are not contiguous, or mix with other bits.
        Bits { swizzle: Swizzle }: "the bits that {swizzle} moves mix with others, or are not contiguous";
        /// A swizzle that does not map a range onto itself.
        Leaves { swizzle: Swizzle, size: i64 }: "{swizzle} does not map 0..{size} onto itself";
        /// A swizzle that moves a group of elements by bits within the group.
        Within { swizzle: Swizzle, count: i64 }: "{swizzle} moves bits within the groups of {count} elements that become one";
        /// A number of swizzled elements that is not a power of 2.
        NoPower { count: i64 }: "{count} is not a power of 2, which the bits of a swizzle require";
        /// An offset before a swizzle where none is allowed.
        Offset { offset: i64 }:
            "the offset {offset} is negative" if offset < 0,
            "the offset {offset} before the swizzle is not 0";
        /// An offset between two swizzles that moves bits of the first one.
        Between { offset: i64, swizzle: Swizzle }:
            "the offset {offset} between the swizzles is not a multiple of {UNIT}, and changes bits of {swizzle}";
        /// Two tuples have different nestings.
        Nesting: "the nesting differs";
        /// A nested tuple where only integers are allowed.
        Nested: "it is nested; flatten it first";
        /// The number of modes differs from the number of leaves.
        Places { modes: usize, places: usize }: "{modes} modes for {places} leaves";
        /// No element is at this offset.
        Unreached { offset: i64 }: "no element is at {offset}";
        /// A block has more modes than the shape.
        BlockRank { modes: usize, rank: usize }: "the block has {modes} modes, the shape {rank}";
        /// A number of elements or bits that is not positive.
        Count { count: i64 }: "{count} is not positive";
        /// A stride that splits groups of elements unevenly.
        Group { stride: i64, count: i64 }: "the stride {stride} is neither a multiple of {count} nor divides it";
        /// Several modes together reach past a group of elements.
        Straddle { reach: i64, count: i64 }:
            "the modes below {count} reach {reach} together, past the end of a group";
        /// No leaf steps from one element to the next.
        NotAdjacent: "no stride and no extent is known to be 1: the parts of an element would not be adjacent";
        /// Run-time strides are in another order than in the form of the result.
        RuntimeOrder { stride: i64, after: i64 }:
            "a run-time stride is 0, but only a static 0 stays one in the form of the result" if stride == 0,
            "the run-time stride {stride} is not above {after}, but run-time strides come last, from left to right";
        /// A mode is named twice.
        Twice { index: usize }: "mode {index} appears twice";
        /// A mode is not named.
        LeftOut { index: usize }: "mode {index} is left out";
        /// Two numbers of modes that must be equal.
        Ranks { left: usize, right: usize }: "{left} modes and {right} modes: the numbers must agree";
        /// A copy atom of no elements, of more adjacent elements than a row has, or of a number that does not divide the row.
        Atom { needed: i64, found: i64 }:
            "an atom of 0 elements moves nothing" if needed == 0,
            "an atom needs {needed} adjacent elements; at most {found} are adjacent" if found < needed,
            "an atom of {needed} elements does not divide a row of {found}";
        /// Two sizes that must be equal.
        Sizes { left: i64, right: i64 }: "the sizes {left} and {right} differ";
        /// The number of leaves of a profile differs from the number of modes.
        LeafCount { leaves: usize, rank: usize }: "the profile has {leaves} leaves, the layout {rank} modes";
        /// A run-time integer without the divisor that its type states.
        NoMultiple { value: i64, divisor: i64 }: "{value} is not a multiple of {divisor}";
        /// A run-time integer past the bound that its type states.
        PastBound { value: i64, most: i64 }: "{value} is past the bound {most}";
        /// A rule of arrays.
        Array(rule: ArrayRule): "";
        /// A rule of matrices of bits.
        Linear(rule: BitRule): "";
        /// A rule of accesses to memory.
        Memory(rule: MemoryRule): "";
        /// A rule of matrix instructions and of the copies that feed them.
        Mma(rule: MmaRule): "";
        /// A rule of the descriptors that hardware reads.
        Descriptor(rule: DescriptorRule): "";
        /// A rule of arrays on many devices.
        Sharding(rule: ShardRule): "";
        /// A text that is not a notation.
        Syntax { position: usize, expected: &'static str }: "at byte {position}: expected {expected}";
    }
}

impl Rule {
    /// Whether the sentence stands alone: it names the operands itself, or there are none.
    pub(crate) const fn is_whole_sentence(self) -> bool {
        matches!(
            self,
            Self::Congruence
                | Self::OrderFit
                | Self::Fit
                | Self::Kept
                | Self::Bounds { .. }
                | Self::Swizzle { .. }
                | Self::Syntax { .. }
        )
    }
}
