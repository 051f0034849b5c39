//! Refusals: what was asked, of what, and which rule said no.

use core::fmt;

use crate::coord::Coord;
use crate::layout::Layout;
use crate::profile::Limit;
use crate::tiler::Tiler;
use crate::tuple::IntTuple;

/// Why an operation gave no layout: its `Display` is one line, with the operands in notation, the
/// rule and the numbers that disagree.
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
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// [`Layout::new`] and tuples of parts.
    Make,
    /// Reading the notation.
    Parse,
    /// [`IntTuple::size`].
    Size,
    /// [`Layout::mode`], [`Layout::get`].
    Mode,
    /// [`Layout::index`], [`Layout::try_index`].
    Index,
    /// [`Layout::slice`].
    Slice,
    /// [`Layout::coord`], [`Layout::flat_coord`].
    Coord,
    /// [`Layout::ordered`] and the column- and row-major layouts.
    Order,
    /// [`Layout::flatten`].
    Flatten,
    /// [`Layout::coalesce`], [`Layout::coalesce_by`].
    Coalesce,
    /// [`Layout::filter`].
    Filter,
    /// [`Layout::group`].
    Group,
    /// [`Layout::take`].
    Take,
    /// [`Layout::select`].
    Select,
    /// [`Layout::append`], [`Layout::append_to`].
    Append,
    /// [`Layout::prepend`], [`Layout::prepend_to`].
    Prepend,
    /// [`Layout::concat`].
    Concat,
    /// [`Layout::replace`].
    Replace,
    /// [`Layout::compose`].
    Compose,
    /// [`Layout::compose_exact`].
    ComposeExact,
    /// [`Layout::complement`] and its padded sibling.
    Complement,
    /// [`Layout::logical_divide`] and its siblings.
    Divide,
    /// [`Layout::logical_product`] and its siblings.
    Product,
    /// Reading a layout as one of given nesting and integers.
    Read,
    /// A view of a slice through a layout.
    View,
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
    /// A tiler.
    Tiler(Tiler),
    /// A coordinate.
    Coord(Coord),
    /// A layout whose unknown leaves stand for any integer; they print as `?`.
    Pattern(Layout),
    /// A tiler of which the same is true.
    TilerPattern(Tiler),
}

/// The rule that refused, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
pub enum Rule {
    /// Shape and stride are not nested alike.
    Congruence,
    /// A step of a walk through the modes is not exact.
    Divides { divisor: i64, dividend: i64 },
    /// The last mode of a complement is not exact.
    Rest { divisor: i64, dividend: i64 },
    /// Offsets between the modes stay uncovered.
    Holes { stride: i64, covered: i64 },
    /// A mode starts before the end of the one below it.
    Overlap { stride: i64, covered: i64 },
    /// Modes of the right operand add past an extent of the left one.
    Carry { extent: i64 },
    /// The right operand reaches past the end, into a run-time extent of 1 with a stride of its own.
    Detour { stride: i64 },
    /// An extent is 0.
    Empty,
    /// No layout has the offsets: the one that fits below `index` goes on differently.
    NoFit { index: i64, expected: i64, found: i64 },
    /// More elements than are looked at.
    TooLarge { size: i64, most: i64 },
    /// A negative stride where none may be.
    NegativeStride { stride: i64 },
    /// An integer passes `2^63 - 1`; `i64::MIN` stands for it.
    Integer,
    /// A negative extent.
    NegativeExtent { extent: i64 },
    /// The range of a complement is not positive.
    Range { range: i64 },
    /// A tiler with a stride of 0.
    Broadcast { extent: i64 },
    /// A result passes `2^63 - 1`.
    Overflow { a: i64, operator: char, b: i64 },
    /// A capacity would be passed.
    Full { limit: Limit },
    /// No such mode.
    NoMode { index: usize, rank: usize },
    /// No such range of modes.
    NoRange { begin: usize, end: usize, rank: usize },
    /// The right operand has more modes than the left one.
    TooManyModes { modes: usize, rank: usize },
    /// A coordinate is not nested as the shape allows.
    Fit,
    /// A coordinate has a `_` where an integer is needed.
    Kept,
    /// A coordinate is out of range.
    Bounds { value: i64, extent: i64 },
    /// An order is not nested as the shape allows.
    OrderFit,
    /// Offsets of the layout, from an origin on, lie outside a slice.
    Slice { least: i64, greatest: i64, origin: usize, len: usize },
    /// The layout is not nested as the pattern.
    PatternNesting,
    /// A leaf differs from the pattern's.
    PatternLeaf { expected: i64, found: i64 },
    /// A leaf has not the sign of the pattern's.
    PatternSign { found: i64 },
    /// A pad to a rank below the layout's own.
    Pad { to: usize, rank: usize },
    /// Text that is not notation.
    Syntax { position: usize, expected: &'static str },
}

impl LayoutError {
    pub(crate) const fn alone(operation: Operation, rule: Rule) -> Self {
        Self { operation, left: Operand::None, right: Operand::None, rule }
    }

    pub(crate) const fn unary(operation: Operation, left: Operand, rule: Rule) -> Self {
        Self { operation, left, right: Operand::None, rule }
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
