//! The rules of descriptors: tensor maps, matrix descriptors, tensor memory. A row each, with its numbers, its words and the nearest fix.

use crate::error::words::rules;
use crate::value::Swizzle;

rules! {
    /// A rule of the descriptors that hardware reads, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum DescriptorRule {
        /// A tensor map of too many coordinates, or of none.
        Rank { rank: usize }: "a tensor map has 1 to 5 coordinates, not {rank}";
        /// An interleaved tensor map of one or two coordinates.
        InterleavedRank { rank: usize }: "an interleaved tensor map has 3 to 5 coordinates, not {rank}";
        /// An address between the addresses that a tensor map takes.
        Address { address: i64, multiple: i64, before: i64 }:
            "the address {address} is not a multiple of {multiple} bytes; the nearest below is {before}";
        /// An extent of global memory.
        GlobalExtent { coordinate: usize, extent: i64 }:
            "coordinate {coordinate} has the extent {extent}, and 1 to 2^32 are encoded";
        /// An extent of packed elements that do not fill their containers.
        Container { extent: i64, multiple: i64, padded: i64 }:
            "coordinate 0 has {extent} packed elements, not a multiple of {multiple}: pad the tensor to {padded}";
        /// A stride between those that a tensor map takes.
        Stride { coordinate: usize, stride: i64, multiple: i64, padded: i64 }:
            "coordinate {coordinate} has the stride {stride} bytes, below 0: reverse the mode, from its last element on" if stride < 0,
            "coordinate {coordinate} has the stride {stride} bytes, not a multiple of {multiple}: pad it to {padded}";
        /// A stride past the field of a tensor map.
        Far { coordinate: usize, stride: i64 }:
            "coordinate {coordinate} has the stride {stride} bytes, and strides are below 2^40";
        /// An extent of a box.
        BoxExtent { coordinate: usize, extent: i64 }:
            "the box has the extent {extent} along coordinate {coordinate}, and 1 to 256 are encoded: copy the tile in parts";
        /// A box of packed elements.
        PackedBox { extent: i64 }: "a box of elements in containers of 16 bytes has 128 of them along coordinate 0, not {extent}";
        /// A row of a box that is not in units of 16 bytes.
        BoxBytes { bytes: i64, padded: i64 }:
            "a row of the box has {bytes} bytes, not a multiple of 16: widen the tile to {padded} bytes along the contiguous mode";
        /// A row of a box past the span of the swizzle.
        Span { bytes: i64, span: i64 }:
            "a row of the box has {bytes} bytes, past the span of the swizzle of {span}: copy the row in parts of {span} bytes, or take a wider swizzle";
        /// A step of a box.
        Step { coordinate: usize, step: i64 }: "the box steps by {step} along coordinate {coordinate}, and 1 to 8 are encoded";
        /// A swizzle next to an interleave of 32 bytes.
        InterleavedSwizzle: "an interleave of 32 bytes has the swizzle of 32 bytes";
        /// A fill that the type does not have.
        Fill { element: &'static str }: "elements of {element} outside of the tensor are 0: the other fill is for floating-point types of 2, 4 and 8 bytes";
        /// A box past the shared memory.
        Room { bytes: i64, most: i64 }:
            "the box has {bytes} bytes, more than the {most} of a shared memory: copy the tile in parts";
        /// A field that the device does not have.
        Unknown { what: &'static str, device: &'static str }: "{device} has no {what} in tensor maps";
        /// Bytes that were not measured.
        Unmeasured { what: &'static str }:
            "the bytes of a map with {what} were not measured: encode it by the driver from the arguments";
        /// A coordinate of a copy between units of 16 bytes.
        BoxStart { coordinate: i64, multiple: i64 }:
            "a copy begins at coordinate 0 = {coordinate}, not a multiple of {multiple} elements, which is an illegal instruction";
        /// A coordinate that instructions cannot say.
        WideCoordinate { coordinate: usize, found: i64 }: "coordinate {coordinate} is {found}, and coordinates have 32 bits";
        /// A map whose slices of channels no box of elements says.
        Interleaved: "an interleaved map copies slices of channels, and no layout of elements says them";
        /// A number of coordinates.
        CoordinateCount { found: usize, rank: usize }: "a copy has {rank} coordinates, not {found}";
        /// Tiles and tensors of different ranks.
        TileModes { modes: usize, rank: usize }: "the tile has {modes} modes, and the tensor {rank}";
        /// A tile whose boxes cross the modes within a mode.
        Crosses { mode: usize, tile: i64, extent: i64 }:
            "a tile of {tile} elements of mode {mode} crosses its inner extent {extent}: neither divides the other";
        /// A tile that has no elements, or more than its mode.
        TileExtent { mode: usize, tile: i64 }: "the tile has {tile} elements of mode {mode}";
        /// A layout in shared memory whose elements do not lie as a box does.
        Contiguous { stride: i64 }:
            "the elements that are adjacent in shared memory are {stride} apart in global memory: a box copies contiguous elements, so lay the tile along the mode of stride 1";
        /// Shared memory whose modes do not follow each other.
        Compact { stride: i64, expected: i64 }:
            "the tile has the stride {stride} in shared memory where a box has {expected}: boxes are compact";
        /// A swizzle that no mode has.
        SwizzleMode { swizzle: Swizzle }:
            "the swizzle {swizzle} of bytes is not a mode of the device: the modes of 32, 64 and 128 bytes are Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3> of bytes";
        /// An offset in shared memory between those that a copy takes.
        SharedOffset { offset: i64, multiple: i64 }:
            "a copy begins at byte {offset} of shared memory, not a multiple of {multiple}";
        /// More modes than coordinates.
        TooManyCoordinates { modes: usize }: "the copy needs {modes} coordinates, and a tensor map has 5: join modes, or fix some by the address";
        /// A size in bits that bytes do not hold.
        Bits { what: &'static str, bits: i64 }: "{what} has {bits} bits, not a whole number of bytes";
        /// An im2col map that is not of channels, one to three spatial coordinates, and images.
        Im2colRank { rank: usize, lists: usize }:
            "an im2col map has 3 to 5 coordinates: channels, width, height and depth, images; and a number for each of width, height and depth: not {rank} and {lists}";
        /// A corner of a bounding box of pixels.
        Corner { corner: i64, least: i64, most: i64 }: "the corner {corner} of the pixels is not within {least} to {most}";
        /// A bounding box without a pixel.
        Area { coordinate: usize }: "the bounding box has no pixel along coordinate {coordinate}";
        /// A number of pixels.
        Column { pixels: i64 }: "a column has 1 to 1024 pixels, not {pixels}";
        /// A first pixel outside of the bounding box, or between its steps.
        Outside { coordinate: usize, found: i64 }: "coordinate {coordinate} begins at {found}, which is no pixel of the bounding box";
        /// A box that the blocks of a cluster do not divide.
        Multicast { blocks: i64, extent: i64 }: "{blocks} blocks do not divide a box, whose last extent is {extent}";
        /// An operand that is not a matrix.
        OperandRank { rank: usize }: "an operand has two modes, M or N and K, not {rank}";
        /// Elements that a matrix instruction does not read.
        OperandBits { bits: i64, format: &'static str }: "{format} has no operands of {bits} bits in shared memory";
        /// An order that a matrix instruction does not read.
        OperandMajor { bits: i64, format: &'static str }:
            "{format} reads elements of {bits} bits along K alone: lay K contiguous";
        /// An extent of an operand.
        OperandShape { extent: i64 }: "an operand has 8, 16, .. 256 elements along M or N, in whole rows of its swizzle, not {extent}";
        /// A layout of another size than the operand.
        OperandSize { mn: i64, k: i64, extent: i64, depth: i64 }:
            "the layout is {mn} by {k}, and the instruction reads {extent} by {depth} of it";
        /// A swizzle that a matrix instruction does not have.
        MatrixSwizzle { swizzle: Swizzle, format: &'static str }:
            "{format} has no mode for the swizzle {swizzle} of elements: in bytes, the modes are Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3>";
        /// An element that no descriptor has in this place.
        MatrixElement { mn: i64, k: i64, found: i64, expected: i64 }:
            "element ({mn},{k}) is at byte {expected}, and the canonical layout has it at {found}";
        /// A field of a matrix descriptor.
        Field { what: &'static str, bytes: i64 }: "{what} is {bytes} bytes, and the field holds multiples of 16 below 2^18";
        /// A base offset.
        Base { base: i64 }: "a base offset is 0 to 7, and 0 without a swizzle, not {base}";
        /// A descriptor that a layout does not say.
        Based { base: i64 }: "no layout has the base offset {base}, or an absolute leading address";
        /// A mode that the other instruction has.
        MatrixMode { mode: &'static str, format: &'static str }: "{format} has no {mode} in matrix descriptors";
        /// Bits that no descriptor has.
        Word { format: &'static str }: "these bits are not a descriptor of {format}";
        /// A type or an option that a kind of product does not have.
        Product { kind: &'static str, what: &'static str }: "products of kind {kind} have no {what}";
        /// A shape that a kind of product does not have.
        ProductShape { kind: &'static str, m: i64, n: i64 }:
            "products of kind {kind} have no shape of {m} by {n}: M is 64, 128 or 256, and N a multiple of 8 up to 256, of 16 where M is 256";
        /// A tile that tensor memory does not have.
        TensorMemoryTile { m: i64, n: i64, blocks: i64 }:
            "tensor memory has no tile of {m} by {n} of {blocks} blocks: M is 64 or 128 of one block, 128 or 256 of two, and 32 to 128 of .ws";
        /// A number of repetitions that an instruction does not have.
        Repeat { what: &'static str, count: i64, most: i64 }: "{what} has x1, x2, x4, .. x{most}, not x{count}";
        /// An address outside of tensor memory.
        TensorMemoryAddress { lane: i64, column: i64 }: "tensor memory has 128 lanes of 512 columns, not lane {lane}, column {column}";
    }
}
