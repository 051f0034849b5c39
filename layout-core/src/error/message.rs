//! The line of an error: introduction, sentence, hint. It is written in `const`, so that the compiler can print it.

use crate::algebra::exact::exists;
use crate::error::words::{FieldValue, fill};
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::text::Text;
use crate::number::{ceil_div, multiply};
use crate::tuple::IntTuple;

impl LayoutError {
    /// The line that `Display` prints, for `const fn`.
    pub const fn message(&self) -> Text {
        let mut text = Text::EMPTY;
        if !self.is_whole_sentence() {
            self.introduce(&mut text);
        }
        self.rule.write(self, &mut text);
        self.hint(&mut text);
        text
    }

    /// The line of an error that does not depend on unknown leaves, with `reason` instead of a sentence.
    #[doc(hidden)]
    pub const fn of_known_leaves(&self, reason: &str) -> Text {
        let mut text = Text::EMPTY;
        Self { left: self.left.pattern(), right: self.right.pattern(), ..*self }
            .introduce(&mut text);
        text.str(reason);
        text
    }

    /// [`LayoutError::message`] of a rule that does not depend on unknown leaves. They print as `?`.
    #[doc(hidden)]
    pub const fn of_nesting(&self) -> Text {
        Self { left: self.left.pattern(), right: self.right.pattern(), ..*self }.message()
    }

    /// The sentence of the rule and its hint, without the operation.
    pub(crate) const fn reason(&self) -> Text {
        let mut text = Text::EMPTY;
        self.rule.write(self, &mut text);
        self.hint(&mut text);
        text
    }

    const fn is_whole_sentence(&self) -> bool {
        let between_swizzles = matches!(self.rule, Rule::Swizzles { .. }) && !self.left.is_some();
        self.rule.is_whole_sentence() || between_swizzles
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

    /// Prints `2^end` of the swizzle of the rule: the swizzle commutes with adding its multiples.
    pub(super) const fn write_unit(&self, text: &mut Text) {
        if let Rule::Between { swizzle, .. } = self.rule {
            text.natural(1 << swizzle.end());
        }
    }

    /// Prints the coordinates of the right operand that the rule names.
    pub(super) const fn write_place(&self, text: &mut Text) {
        match self.rule {
            Rule::Shared { other, .. } => self.write_pair(other, text),
            Rule::NoFit { index, .. } => self.write_misfit(index, text),
            _ => {}
        }
    }

    /// Prints the coordinate of the right operand, and that of the linear index `other` of the left one.
    const fn write_pair(&self, other: i64, text: &mut Text) {
        let Operand::Tuple(coord) = self.right else { return };
        text.str("the coordinates ");
        coord.write(text, false);
        text.str(" and ");
        match self.left.coord(other) {
            Some(other) => other.write(text, false),
            None => text.integer(other),
        }
    }

    /// Prints the coordinate of the linear index `index` of the right operand.
    const fn write_misfit(&self, index: i64, text: &mut Text) {
        if let Operand::Layout(b) = self.right
            && let Ok(coord) = b.coord(index)
        {
            text.str("at the coordinate ");
            coord.write(text, false);
        } else {
            text.str("at the linear index ");
            text.integer(index);
            text.str(" of its tile");
        }
    }

    /// Appends the operation or the operand that would be accepted, where one is known.
    const fn hint(&self, text: &mut Text) {
        let number = match (self.operation, self.rule) {
            (Operation::TileToShape | Operation::Complement, Rule::Rest { divisor, dividend }) => {
                multiply(ceil_div(dividend, divisor), divisor)
            }
            _ => Ok(0),
        };
        let (hint, multiple) = match (self.operation, self.rule, number) {
            (Operation::ShapeDiv, Rule::Divides { divisor: 1.., .. }, _) => {
                ("; ceil_div rounds up", 0)
            }
            (Operation::Divide, Rule::Rest { .. }, _) => ("; the padded divide rounds up", 0),
            (Operation::TileToShape, Rule::Rest { .. }, Ok(multiple)) => {
                ("; the next multiple is {multiple}", multiple)
            }
            (Operation::Complement, Rule::Rest { .. }, Ok(multiple)) => {
                ("; complement_padded rounds up to {multiple}", multiple)
            }
            (Operation::Complement, Rule::Rest { .. }, Err(_)) => {
                ("; complement_padded rounds up", 0)
            }
            (Operation::Compose, Rule::Divides { .. } | Rule::Carry { .. }, _)
                if exists(&self.left, &self.right) =>
            {
                if self.left.all_known() && self.right.all_known() {
                    (
                        "; a layout exists, but not by the static rule: compose_exact of dynamic layouts",
                        0,
                    )
                } else {
                    ("; as dynamic layouts they may compose: to_dynamic()", 0)
                }
            }
            (Operation::LeftInverse, Rule::Uneven { .. } | Rule::Overlap { .. }, _) => {
                ("; an inverse from the right may exist: right_inverse", 0)
            }
            (Operation::Inverse, Rule::Gap { .. }, _) => ("; left_inverse allows that", 0),
            (Operation::Copy | Operation::Combine, Rule::Divides { .. }, _) => {
                (": the shapes have no modes in common", 0)
            }
            (Operation::Copy, Rule::Repeats { .. }, _) => (" of what is written", 0),
            _ => return,
        };
        fill(hint, &[("multiple", FieldValue::Number(multiple))], self, text);
    }
}

impl Operand {
    const fn is_some(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether a layout or a tiler has no run-time integer.
    const fn all_known(&self) -> bool {
        match self {
            Self::Layout(layout) => layout.all_known(),
            Self::Tiler(tiler) => tiler.layout.all_known(),
            _ => false,
        }
    }

    pub(super) const fn write(&self, text: &mut Text) {
        match self {
            Self::None => {}
            Self::Integer(value) => text.integer(*value),
            Self::Tuple(tuple) => tuple.write(text, false),
            Self::Layout(layout) => layout.write(text, false),
            Self::Composed(layout) => layout.write(text, false),
            Self::Tiler(tiler) => tiler.write(text),
            Self::Coord(coord) => coord.write(text),
            Self::Bits { old, new } => {
                text.integer(*old);
                text.str(" to ");
                text.integer(*new);
                text.str(" bits");
            }
            Self::Axes(count) => {
                text.natural(*count as u64);
                text.str(" axes");
            }
            Self::Pattern(layout) => layout.write_pattern(text),
            Self::ComposedPattern(layout) => layout.write_pattern(text),
            Self::TilerPattern(tiler) => tiler.write_as(text, true),
            Self::TuplePattern(tuple) => tuple.write_pattern(text),
            Self::Facts(facts) => {
                text.char('?');
                facts.write(text);
            }
            Self::CoordPattern(coord) => *text = text.then_coord(&coord.tuple, coord.kept),
        }
    }

    /// The operand with `?` for the values of unknown leaves.
    const fn pattern(self) -> Self {
        match self {
            Self::Layout(layout) => Self::Pattern(layout),
            Self::Composed(layout) => Self::ComposedPattern(layout),
            Self::Tiler(tiler) => Self::TilerPattern(tiler),
            Self::Tuple(tuple) => Self::TuplePattern(tuple),
            Self::Coord(coord) => Self::CoordPattern(coord),
            // An integer does not record whether it is known.
            Self::Integer(_) => Self::None,
            other => other,
        }
    }

    /// The natural coordinate of a linear index.
    const fn coord(&self, index: i64) -> Option<IntTuple> {
        let found = match self {
            Self::Layout(layout) | Self::Pattern(layout) => layout.coord(index),
            Self::Composed(layout) | Self::ComposedPattern(layout) => layout.coord(index),
            _ => return None,
        };
        match found {
            Ok(coord) => Some(coord),
            Err(_) => None,
        }
    }

    pub(super) const fn write_shape(&self, text: &mut Text) {
        match self {
            Self::Layout(layout) => layout.shape().write(text, false),
            Self::Composed(layout) => layout.shape().write(text, false),
            _ => self.write(text),
        }
    }
}
