//! The rules of tiled matrix instructions and tiled copies: a row each, with its numbers and its words.

use crate::error::words::rules;

rules! {
    /// A rule of matrix instructions and of the copies that feed them, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum MmaRule {
        /// A name that the table lacks.
        NoAtom: "the table has no instruction of this name";
        /// An operand that lies in memory, not in registers.
        Operand { operand: &'static str }: "the threads of the instruction hold no {operand}: it lies in memory";
        /// A row of the table whose operands are not matrices of M, N and K.
        Modes { operand: &'static str, modes: &'static str }:
            "operand {operand} has the modes {modes}, and a tiled instruction multiplies (M,K) by (N,K)";
        /// An instruction with a sparse A.
        Sparse: "A is sparse: threads hold a part of its elements, which no copy of a matrix moves";
        /// A thread-value layout without two modes, or with another number of threads.
        Threads { operand: &'static str, found: i64, expected: i64 }:
            "{operand} is held by {found} threads, and the instruction has {expected}";
        /// An instruction without elements along a mode.
        AtomExtent { mode: &'static str, extent: i64 }: "an instruction has one or more elements along {mode}, not {extent}";
        /// A thread-value layout that leaves its tile.
        Outside { operand: &'static str, offset: i64, size: i64 }:
            "{operand} reaches element {offset} of a tile of {size}";
        /// A layout of atoms that is not one of M, N and K.
        Warps { rank: usize }: "atoms lie in three modes, M, N and K, as (2,2,1), not in {rank}";
        /// A layout of atoms that does not number them from 0 on.
        Numbers { atoms: i64, end: i64 }: "{atoms} atoms have the numbers 0 to {end}: each needs one of its own, without gaps";
        /// A mode that is not M, N or K.
        NoMode { mode: usize }: "M, N and K are the modes 0, 1 and 2, not {mode}";
        /// A permutation of a tile that the atoms do not fill.
        Permuted { mode: &'static str, size: i64, step: i64 }:
            "the tile has {size} elements along {mode}, not a multiple of {step}, the extent of the atoms of all warps";
        /// A permutation that is not one.
        Permutation { mode: &'static str, size: i64 }: "the tile along {mode} does not permute 0 to {size}";
        /// A thread that does not exist.
        NoThread { thread: i64, threads: i64 }: "thread {thread} is not among {threads} threads";
        /// A copy atom of more threads than there are, or of a number that does not divide them.
        CopyThreads { found: i64, needed: i64 }: "the copy is of {needed} threads, which do not divide {found}";
        /// A copy atom of more values than a thread has, or of a number that does not divide them.
        CopyValues { found: i64, needed: i64 }: "the copy moves {needed} values of a thread, which do not divide {found}";
        /// A copy of bits that are not whole values.
        CopyBits { bits: i64, value: i64 }: "a copy of {bits} bits does not move whole values of {value} bits";
        /// A nested tile of a copy.
        NestedTile { depth: usize }: "a tile has one integer for each mode, not {depth} levels";
        /// A memory that tiles do not fill.
        Memory { mode: &'static str, extent: i64, tile: i64 }:
            "the memory has {extent} elements along {mode}, not a multiple of {tile}, the extent of the tile";
        /// A memory without two modes.
        MemoryRank { rank: usize }: "the memory of an operand has two modes, such as (M,K), not {rank}";
        /// Two memories of different depths.
        Depth { mode: &'static str, first: i64, other: i64 }: "two operands have {first} and {other} elements along {mode}";
        /// A number of operands to fit.
        Fitted { count: usize }: "a fit is of one to three different operands, not of {count}";
        /// A number of instructions that a permuted tile may repeat.
        Repeat { repeat: i64, most: i64 }: "a tile repeats the instruction 1 to {most} times, not {repeat}";
        /// More elements than the threads' copies are counted for.
        Large { size: i64, most: i64 }: "the copies of {size} elements and threads are not counted: {most} are the most";
        /// A memory whose addresses are past the integers.
        Far { operand: &'static str, offset: i64, most: i64 }:
            "the memory of {operand} reaches offset {offset}, and {most} is the most";
        /// Nothing in the space moves a fragment.
        NoCopy { operand: &'static str, element: i64 }:
            "no copy that the machine has moves the fragment of {operand}, elements of {element} bytes, which lie apart in the memory or are not aligned";
    }
}
