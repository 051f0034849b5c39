//! The text of refusals, written in `const`.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::exact::exists;
use crate::number::{MOST, ceil_div, multiply};
use crate::profile::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::text::Text;

impl LayoutError {
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

    /// The line for operands whose unknown leaves do not matter: what is known of them is refused,
    /// because of `reason`.
    #[doc(hidden)]
    pub const fn of_known_leaves(&self, reason: &str) -> Text {
        let mut text = Text::EMPTY;
        Self { left: self.left.pattern(), right: self.right.pattern(), ..*self }
            .introduce(&mut text);
        text.str(reason);
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
                if value < -MOST {
                    text.str(" is past the end");
                } else if value < 0 {
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

    /// The nearest fix, where there is one.
    const fn hint(&self, text: &mut Text) {
        match (self.operation, self.rule) {
            (Operation::Divide, Rule::Rest { .. }) => text.str("; the padded divide rounds up"),
            (Operation::Complement, Rule::Rest { divisor, dividend }) => {
                text.str("; complement_padded rounds up");
                if let Ok(range) = multiply(ceil_div(dividend, divisor), divisor) {
                    text.str(" to ");
                    text.integer(range);
                }
            }
            (Operation::Compose, Rule::Divides { .. } | Rule::Carry { .. })
                if exists(&self.left, &self.right) =>
            {
                text.str("; a layout exists, but not by the static rule: compose_exact");
            }
            _ => {}
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
            Self::ComposeExact => ("no layout is", "after"),
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
            Self::TilerPattern(tiler) => tiler.write_as(text, true),
        }
    }

    /// Without the values of unknown leaves.
    const fn pattern(self) -> Self {
        match self {
            Self::Layout(layout) => Self::Pattern(layout),
            Self::Tiler(tiler) => Self::TilerPattern(tiler),
            // Whether an integer is known is not kept.
            Self::Integer(_) => Self::None,
            other => other,
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
            Self::NoFit { index, expected, found } => {
                text.str("at the linear index ");
                text.integer(index);
                text.str(" the offset is ");
                text.integer(found);
                text.str(", not ");
                text.integer(expected);
            }
            Self::TooLarge { size, most } => {
                text.integer(size);
                text.str(" elements are more than the ");
                text.integer(most);
                text.str(" that are looked at");
            }
            Self::NegativeStride { stride } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is negative");
            }
            Self::Integer => {
                text.str("an integer is past ");
                text.integer(MOST);
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
                text.natural(origin as u64);
                text.str(" of ");
                text.natural(len as u64);
            }
            Self::PatternNesting => text.str("the nesting differs"),
            Self::PatternLeaf { expected, found } => {
                text.integer(found);
                text.str(" is not ");
                text.integer(expected);
            }
            Self::PatternSign { found } => {
                text.str("the type has no place for the sign of ");
                text.integer(found);
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
