//! The rules of accesses to memory: a row each, with its numbers and its words.

use crate::error::words::rules;

rules! {
    /// A rule of accesses to memory, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum MemoryRule {
        /// An element of a size that is not served.
        Element { bytes: i64 }: "an element has 1, 2, 4, 8 or 16 bytes, not {bytes}";
        /// An access of a size that no instruction has.
        Bytes { bytes: i64 }: "an access has 1, 2, 4, 8, 12 or 16 bytes, not {bytes}";
        /// An access that moves a part of an element.
        Narrow { width: i64, element: i64 }:
            "an access of {width} bytes is less than an element of {element}" if width < element,
            "an access of {width} bytes is not a whole number of elements of {element}";
        /// A thread-value layout of more than two modes.
        Modes { rank: usize }:
            "a thread-value layout has two modes, threads and values, not {rank}: group them as ((threads),(values)):((..),(..))";
        /// More values than are counted.
        Values { values: i64, most: i64 }: "{values} values are more than {most}";
        /// A number of values that accesses do not divide.
        Uneven { width: i64, elements: i64, values: i64 }:
            "an access of {width} bytes moves {elements} values of a thread, and each has {values}";
        /// A coordinate outside the memory layout.
        Outside { thread: i64, value: i64, coordinate: i64, size: i64 }:
            "thread {thread}, value {value} is coordinate {coordinate}, and the memory has {size}";
        /// Values of one access that are not neighbours.
        Apart { width: i64, thread: i64, value: i64, first: i64, found: i64 }:
            "an access of {width} bytes moves neighbours, and value {value} of thread {thread} is at offset {found} in an access from {first} on: take a narrower access, or values along the mode with stride 1";
        /// An access that does not begin at a multiple of its bytes.
        Misaligned { width: i64, thread: i64, value: i64, address: i64 }:
            "an access of {width} bytes begins at a multiple of them, and value {value} of thread {thread} is at byte {address}";
        /// An address past the integers.
        Far { thread: i64, value: i64 }: "value {value} of thread {thread} is past the addresses";
        /// An instruction that the memory has no row for.
        Unserved { what: &'static str, bytes: i64 }: "no phases are published for {what}, {bytes} bytes, of this memory";
        /// A number of accesses that a search does not take.
        Accesses { found: usize, most: usize }: "a search takes 1 to {most} accesses, not {found}";
        /// A weight of an access.
        Times { times: i64 }: "an access happens 1 to 2^20 times, not {times}";
        /// Accesses of elements of two sizes.
        Elements { first: i64, element: i64 }:
            "accesses of one memory have elements of one size, not {first} and {element} bytes";
        /// Padding where nothing can be padded.
        Padded: "linear maps and TMA's boxes have no padding";
        /// A padding past what a search tries.
        Padding { padding: i64, most: i64 }: "a search pads by 0 to {most} elements, not {padding}";
        /// A memory without a byte.
        Room { bytes: i64 }: "a memory has at least 1 byte, not {bytes}";
        /// Orders of the modes where maps move bits.
        Ordered: "a linear map of the words moves each bit, and knows no orders of the modes: search these with swizzles";
        /// An access that no matrix describes.
        NotLinear { access: usize }:
            "access {access} is not linear over F2: extents, strides, widths, lanes and banks are powers of 2, and phases translates of one subspace";
        /// Linear maps in fewer bytes than they reach.
        Whole { bytes: i64, need: i64 }: "linear maps reach each of {need} bytes, and the most is {bytes}";
        /// A linear map where a swizzle is asked for.
        NotSwizzle: "the map is linear, and no swizzle";
        /// A space in which nothing is small enough.
        NoCandidate: "no candidate of the space fits into the bytes, or none was tried";
        /// A search that has not yet seen a layout that serves all accesses.
        NoneYet { seen: i64 }: "none of the {seen} candidates seen so far serves all accesses and fits, and the search has not ended";
        /// A warp of too many lanes.
        Lanes { lanes: u32, most: usize }: "a warp has 1 to {most} lanes, not {lanes}";
        /// Memories of one device with warps of different sizes.
        Warps { shared: u32, global: u32 }:
            "the warps of a device have one size, not {shared} lanes in shared memory and {global} in global memory";
        /// Sectors and lines that are not powers of 2, or lines below a sector.
        Sector { sector: i64, line: i64 }:
            "sectors and lines are powers of 2, and a line is a sector or more: not {sector} and {line} bytes";
        /// A number of threads.
        Threads { threads: i64, most: i64 }: "a block has 1 to {most} threads, not {threads}";
        /// More modes than are planned.
        CopyModes { modes: usize, most: usize }: "the operands have {modes} modes in common, more than {most}";
        /// Registers of another number of threads.
        HeldThreads { found: i64, threads: i64 }:
            "the registers are those of {found} threads, and {threads} copy";
        /// Registers with a swizzle.
        HeldSwizzled: "registers have a layout without a swizzle or an offset";
        /// Elements that no instruction moves.
        NoInstruction { from: &'static str, to: &'static str, bytes: i64 }:
            "the device has no instruction, or no published phases, for {bytes} bytes from {from} to {to}";
        /// A word of a size that is not a power of 2.
        Word { bytes: i64 }: "a word has 4, 8, 16, .. bytes, not {bytes}";
        /// A number of banks.
        Banks { banks: i64 }: "a memory has 1 to 2^20 banks, not {banks}";
        /// A phase with a lane that the warp lacks.
        NoLane { what: &'static str, bytes: i64, lane: u32, lanes: u32 }:
            "the phases of {what}, {bytes} bytes, have no lane {lane}: there are {lanes}";
        /// A lane that is not in exactly one phase.
        Phase { what: &'static str, bytes: i64, lane: u32, found: &'static str }:
            "lane {lane} is in {found} of {what}, {bytes} bytes";
        /// Phases that join by lanes that the warp lacks.
        Join { what: &'static str, bytes: i64, xor: u32, most: u32 }:
            "phases of {what}, {bytes} bytes, join by lanes 1 to {most}, not {xor}";
    }
}
