//! Errors: the operation, its operands, and the rule that they break, with its numbers and its words.
//!
//! A rule is a row of `rule.rs`, `array.rs`, `bit.rs`, `descriptor.rs`, `memory.rs`, `mma.rs` or `shard.rs` with its sentence, an operation a row of `operation.rs`. The
//! room `message`, which stands above the notation, prints an error: the operands, the sentence, a hint.

mod array;
mod bit;
mod descriptor;
mod memory;
mod mma;
mod operation;
mod rule;
mod shard;
pub(crate) mod span;
pub(crate) mod words;

use crate::error::span::Span;
use crate::value::{ComposedLayout, Coord, Facts, IntTuple, Layout, Tiler};

pub use array::ArrayRule;
pub use bit::BitRule;
pub use descriptor::DescriptorRule;
pub use memory::MemoryRule;
pub use mma::MmaRule;
pub use operation::Operation;
pub use rule::Rule;
pub use shard::ShardRule;

/// Why an operation was refused.
///
/// `Display` and `Debug` print one line: the operands in notation, the rule, and the numbers that disagree. An error of a parsed
/// text has a [span](Self::span), and [renders](Self::render) with the text underlined.
///
/// ```
/// use layout_core::{Layout, Tiler};
/// let a: Layout = "(6,4):(4,1)".parse()?;
/// let refused = a.logical_divide(&"4:1".parse()?).unwrap_err();
/// assert!(refused.to_string().starts_with("cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LayoutError {
    pub(crate) operation: Operation,
    pub(crate) left: Operand,
    pub(crate) right: Operand,
    pub(crate) rule: Rule,
    /// The bytes of a parsed text that are refused.
    pub(crate) span: Option<Span>,
}

/// An operand of a refused operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// No operand.
    None,
    /// An integer.
    Integer(i64),
    /// A tuple.
    Tuple(IntTuple),
    /// A layout.
    Layout(Layout),
    /// A swizzled layout.
    Composed(ComposedLayout),
    /// A tiler.
    Tiler(Tiler),
    /// A coordinate.
    Coord(Coord),
    /// The size of an element in bits, before and after.
    #[allow(missing_docs, reason = "stated above")]
    Bits { old: i64, new: i64 },
    /// This many axes, or integers for each axis: more than a layout has modes.
    Axes(usize),
    /// A layout whose unknown leaves print as `?`.
    Pattern(Layout),
    /// A swizzled layout whose unknown leaves print as `?`.
    ComposedPattern(ComposedLayout),
    /// A tiler whose unknown leaves print as `?`.
    TilerPattern(Tiler),
    /// A tuple whose unknown leaves print as `?`.
    TuplePattern(IntTuple),
    /// A coordinate whose unknown leaves print as `?`.
    CoordPattern(Coord),
    /// A run-time integer with its facts, `?{div=8}`.
    Facts(Facts),
}

impl LayoutError {
    /// An error of an operation that another crate defines.
    #[doc(hidden)]
    pub const fn refused(operation: Operation, left: Operand, right: Operand, rule: Rule) -> Self {
        Self { operation, left, right, rule, span: None }
    }

    #[doc(hidden)]
    pub const fn alone(operation: Operation, rule: Rule) -> Self {
        Self::refused(operation, Operand::None, Operand::None, rule)
    }

    pub(crate) const fn unary(operation: Operation, left: Operand, rule: Rule) -> Self {
        Self::refused(operation, left, Operand::None, rule)
    }

    /// The operation that was refused.
    pub const fn operation(&self) -> Operation {
        self.operation
    }

    /// The left operand.
    pub const fn left(&self) -> Operand {
        self.left
    }

    /// The right operand.
    pub const fn right(&self) -> Operand {
        self.right
    }

    /// The rule that the operands break.
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}
