//! What a text states, in values of the engine.

use std::ops::Range;

use layout_core::memory::{Access, Request};

use super::Rule;
use crate::MaybeSwizzled;
use crate::language::Value;

/// A statement of a text.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// An operation, perhaps with its result.
    Operation(Claim),
    /// A layout of memory.
    Memory(Memory),
    /// The access of threads to memory.
    Access(ThreadAccess),
    /// What is wrong by the rules of the text's own system.
    Refused(Rule, Range<usize>, String),
}

/// An operation with its operands, and the result that the text states.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) span: Range<usize>,
    /// The name in the table of operations.
    pub(super) operation: &'static str,
    pub(super) operands: Vec<Value>,
    pub(super) stated: Option<Value>,
    /// Whether the system's operation rounds up, as CuTe's divides do.
    pub(super) rounds: bool,
}

/// A layout of memory, and what the system does with it.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) span: Range<usize>,
    pub(super) layout: MaybeSwizzled,
    /// Whether the text writes through the layout.
    pub(super) is_written: bool,
    /// Whether offsets are counted in 32 bits.
    pub(super) is_narrow: bool,
}

/// The accesses of threads to memory.
#[derive(Clone, Debug)]
pub(super) struct ThreadAccess {
    pub(super) span: Range<usize>,
    /// The layout of threads and values, and the memory, as texts.
    pub(super) threads: String,
    pub(super) memory: String,
    pub(super) requests: Vec<Request>,
    /// `(thread,value)` to the linear coordinate in the memory, and the memory, where both are layouts.
    pub(super) layouts: Option<(MaybeSwizzled, MaybeSwizzled, Access)>,
    /// Whether the memory is shared by a block, and has banks.
    pub(super) is_shared: bool,
}
