//! Refusals: what was asked, of what, and which rule said no.

mod array;
#[cfg(feature = "miette")]
mod diagnostic;
mod help;
mod message;
mod operation;
mod rule;
pub(crate) mod span;
pub(crate) mod text;
mod unknown;
mod words;

use core::fmt;

use crate::error::span::Span;
use crate::layout::Layout;
use crate::layout::tiler::Tiler;
use crate::swizzle::composed::ComposedLayout;
use crate::tuple::IntTuple;
use crate::tuple::coord::Coord;

pub use array::ArrayRule;
pub use operation::Operation;
pub use rule::Rule;

/// Why an operation gave no layout: its `Display` is one line, with the operands in notation, the
/// rule and the numbers that disagree. One that came from a text says [where](Self::span), and
/// [shows it](Self::render).
///
/// ```
/// use layout_core::{Layout, Tiler};
/// let a: Layout = "(6,4):(4,1)".parse()?;
/// let refused = a.logical_divide(&"4:1".parse()?).unwrap_err();
/// assert!(refused.to_string().starts_with("cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutError {
    pub(crate) operation: Operation,
    pub(crate) left: Operand,
    pub(crate) right: Operand,
    pub(crate) rule: Rule,
    /// Of a text that was parsed.
    pub(crate) span: Option<Span>,
}

/// Of what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// The operation has no such operand.
    None,
    /// An integer.
    Integer(i64),
    /// A tuple.
    Tuple(IntTuple),
    /// A layout.
    Layout(Layout),
    /// A swizzle after a layout.
    Composed(ComposedLayout),
    /// A tiler.
    Tiler(Tiler),
    /// A coordinate.
    Coord(Coord),
    /// The bits of an element, before and after.
    #[allow(missing_docs, reason = "stated above")]
    Bits { old: i64, new: i64 },
    /// A layout whose unknown leaves stand for any integer; they print as `?`.
    Pattern(Layout),
    /// A swizzled layout of which the same is true.
    ComposedPattern(ComposedLayout),
    /// A tiler of which the same is true.
    TilerPattern(Tiler),
    /// A tuple of which the same is true.
    TuplePattern(IntTuple),
    /// A coordinate of which the same is true.
    CoordPattern(Coord),
}

impl LayoutError {
    /// A refusal of what works on layouts but is not part of the algebra.
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

    /// What was asked.
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

    /// The rule that refused.
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message(), f)
    }
}

impl core::error::Error for LayoutError {}
