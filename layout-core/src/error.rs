//! Refusals: what was asked, of what, and which rule said no.

use core::fmt;

use crate::coord::Coord;
use crate::layout::Layout;
use crate::number::MOST;
use crate::profile::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::text::Text;
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
#[allow(missing_docs, reason = "named as the methods are")]
pub enum Operation {
    Make,
    Parse,
    Size,
    Mode,
    Index,
    Slice,
    Coord,
    Order,
    Flatten,
    Coalesce,
    Filter,
    Group,
    Take,
    Select,
    Append,
    Prepend,
    Concat,
    Replace,
    Compose,
    Complement,
    Divide,
    Product,
    Read,
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
}

/// The rule that refused, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the numbers are named as in the text of the rule")]
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
    /// A negative stride where none may be.
    NegativeStride { stride: i64 },
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

    /// The line that `Display` prints, made in `const`.
    pub const fn message(&self) -> Text {
        let mut text = Text::EMPTY;
        if !self.whole_sentence(&mut text) {
            self.introduce(&mut text);
            self.rule.write(&mut text);
            self.hint(&mut text);
        }
        text
    }

    /// The rules whose sentence names the operands itself.
    const fn whole_sentence(&self, text: &mut Text) -> bool {
        match self.rule {
            Rule::Congruence => {
                text.str("stride ");
                self.right.write(text);
                text.str(" is not congruent with shape ");
                self.left.write(text);
            }
            Rule::OrderFit => {
                text.str("order ");
                self.right.write(text);
                text.str(" does not fit shape ");
                self.left.write(text);
            }
            Rule::Fit => {
                text.str("coordinate ");
                self.right.write(text);
                text.str(" does not fit shape ");
                self.left.write_shape(text);
            }
            Rule::Kept => {
                text.str("coordinate ");
                self.right.write(text);
                text.str(" keeps a mode of ");
                self.left.write(text);
                text.str(": an index needs an integer for every mode; slice keeps modes");
            }
            Rule::Bounds { value, extent } => {
                text.str("coordinate ");
                self.right.write(text);
                text.str(" is out of range for shape ");
                self.left.write_shape(text);
                text.str(": ");
                text.integer(value);
                if value < 0 {
                    text.str(" is negative");
                } else {
                    text.str(" is not below ");
                    text.integer(extent);
                }
            }
            Rule::Syntax { position, expected } => {
                text.str("at byte ");
                text.integer(position as i64);
                text.str(": expected ");
                text.str(expected);
            }
            _ => return false,
        }
        true
    }

    const fn introduce(&self, text: &mut Text) {
        let (intro, by) = self.operation.words();
        text.str(intro);
        if self.left.is_some() {
            text.char(' ');
            self.left.write(text);
        }
        if self.right.is_some() && !by.is_empty() {
            text.char(' ');
            text.str(by);
            text.char(' ');
            self.right.write(text);
        }
        text.str(": ");
    }

    const fn hint(&self, text: &mut Text) {
        if let Rule::Rest { .. } = self.rule {
            match self.operation {
                Operation::Divide => text.str("; the padded divide rounds up"),
                Operation::Complement => text.str("; complement_padded rounds up"),
                _ => {}
            }
        }
    }
}

impl Operation {
    /// What comes before the left operand, and between the two.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Make => ("cannot make", ""),
            Self::Parse => ("cannot parse", ""),
            Self::Size => ("no size of", ""),
            Self::Mode => ("no such mode of", ""),
            Self::Index => ("no offset of", "at"),
            Self::Slice => ("cannot slice", "at"),
            Self::Coord => ("no coordinate of", "at"),
            Self::Order => ("cannot order", "by"),
            Self::Flatten => ("cannot flatten", ""),
            Self::Coalesce => ("cannot coalesce", "by"),
            Self::Filter => ("cannot filter", ""),
            Self::Group => ("cannot group modes of", ""),
            Self::Take => ("cannot take modes of", ""),
            Self::Select => ("cannot select modes of", ""),
            Self::Append => ("cannot append to", "the layout"),
            Self::Prepend => ("cannot prepend to", "the layout"),
            Self::Concat => ("cannot concatenate", "with"),
            Self::Replace => ("cannot replace a mode of", "by"),
            Self::Compose => ("cannot compose", "with"),
            Self::Complement => ("no complement of", "in"),
            Self::Divide => ("cannot divide", "by"),
            Self::Product => ("cannot multiply", "by"),
            Self::Read => ("cannot read", "as"),
            Self::View => ("cannot view a slice through", ""),
        }
    }
}

impl Operand {
    const fn is_some(&self) -> bool {
        !matches!(self, Self::None)
    }

    const fn write(&self, text: &mut Text) {
        match self {
            Self::None => {}
            Self::Integer(value) => text.integer(*value),
            Self::Tuple(tuple) => tuple.write(text, false),
            Self::Layout(layout) => layout.write(text, false),
            Self::Tiler(tiler) => tiler.write(text),
            Self::Coord(coord) => coord.write(text),
            Self::Pattern(layout) => layout.write_pattern(text),
        }
    }

    const fn write_shape(&self, text: &mut Text) {
        match self {
            Self::Layout(layout) => layout.shape().write(text, false),
            _ => self.write(text),
        }
    }
}

impl Rule {
    const fn write(self, text: &mut Text) {
        match self {
            Self::Divides { divisor, dividend } | Self::Rest { divisor, dividend } => {
                text.integer(divisor);
                text.str(" does not divide ");
                text.integer(dividend);
            }
            Self::Holes { stride, covered } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is no multiple of ");
                text.integer(covered);
                text.str(", where the mode below it ends: holes would stay");
            }
            Self::Overlap { stride, covered } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is below ");
                text.integer(covered);
                text.str(", where the mode below it ends: the modes overlap");
            }
            Self::Carry { extent } => {
                text.str("the modes add past the extent ");
                text.integer(extent);
            }
            Self::Detour { stride } => {
                text.str("the coordinates pass the end of the layout, whose last extent is a run-time 1 at stride ");
                text.integer(stride);
            }
            Self::Empty => text.str("an extent is 0: there is nothing to work on"),
            Self::NegativeStride { stride } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is negative");
            }
            Self::NegativeExtent { extent } => {
                text.str("the extent ");
                text.integer(extent);
                text.str(" is negative");
            }
            Self::Range { range } => {
                text.str("the range ");
                text.integer(range);
                text.str(" is not positive");
            }
            Self::Broadcast { extent } => {
                text.str("a tiler must not repeat elements, but has extent ");
                text.integer(extent);
                text.str(" at stride 0");
            }
            Self::Overflow { a, operator, b } => {
                text.integer(a);
                text.char(' ');
                text.char(operator);
                text.char(' ');
                text.integer(b);
                text.str(" is past ");
                text.integer(MOST);
            }
            Self::Full { limit: Limit::Leaves } => over("leaves", MAX_LEAVES, text),
            Self::Full { limit: Limit::Rank } => over("modes at one level", MAX_RANK, text),
            Self::Full { limit: Limit::Nodes } => over("leaves and tuples", MAX_NODES, text),
            Self::NoMode { index, rank } => {
                text.str("mode ");
                text.integer(index as i64);
                text.str(" is not below the rank ");
                text.integer(rank as i64);
            }
            Self::NoRange { begin, end, rank } => {
                text.str("the range ");
                text.integer(begin as i64);
                text.str("..");
                text.integer(end as i64);
                if begin >= end {
                    text.str(" is empty");
                } else {
                    text.str(" passes the rank ");
                    text.integer(rank as i64);
                }
            }
            Self::TooManyModes { modes, rank } => {
                text.integer(modes as i64);
                text.str(" modes are asked for, the layout has ");
                text.integer(rank as i64);
            }
            Self::Slice { least, greatest, origin, len } => {
                text.str("it reaches from ");
                text.integer(least);
                text.str(" to ");
                text.integer(greatest);
                text.str(" around element ");
                text.integer(origin as i64);
                text.str(" of ");
                text.integer(len as i64);
            }
            Self::PatternNesting => text.str("the nesting differs"),
            Self::PatternLeaf { expected, found } => {
                text.integer(found);
                text.str(" is not ");
                text.integer(expected);
            }
            Self::Pad { to, rank } => {
                text.str("the rank ");
                text.integer(rank as i64);
                text.str(" is already above ");
                text.integer(to as i64);
            }
            Self::Congruence
            | Self::OrderFit
            | Self::Fit
            | Self::Kept
            | Self::Bounds { .. }
            | Self::Syntax { .. } => {}
        }
    }
}

const fn over(what: &str, most: usize, text: &mut Text) {
    text.str("more than ");
    text.integer(most as i64);
    text.char(' ');
    text.str(what);
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message(), f)
    }
}

impl core::error::Error for LayoutError {}
