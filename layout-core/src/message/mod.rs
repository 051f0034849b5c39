//! The line of an error: introduction, sentence, hint. It is written in `const`, so that the compiler can print it.
//!
//! An error has a rule with its numbers, and the operands as data; the words of the rule are a row of `error`. This room
//! stands above the notation, draws the operands, and fills the places of the sentence.

#[cfg(feature = "miette")]
mod diagnostic;
mod help;
mod unknown;

use core::fmt;

use crate::algebra::exact::exists;
use crate::error::words::{FieldValue, Sentence, same, split};
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::{ceil_div, multiply};
use crate::swizzle::bits::WIDTH;
use crate::value::limit::{MAX_AXES, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::value::{IntTuple, MOST, Text};

impl LayoutError {
    /// The line that `Display` prints, for `const fn`.
    pub const fn message(&self) -> Text {
        let mut text = Text::EMPTY;
        if !self.is_whole_sentence() {
            self.introduce(&mut text);
        }
        self.write_reason(&mut text);
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

    /// Whether no leaf of the operands is `i64::MIN`, the code for "no integer".
    #[doc(hidden)]
    pub const fn is_of_integers(&self) -> bool {
        self.left.are_integers() && self.right.are_integers()
    }

    /// The sentence of the rule and its hint, without the operation.
    pub(crate) const fn reason(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write_reason(&mut text);
        text
    }

    const fn write_reason(&self, text: &mut Text) {
        let Sentence { template, fields } = self.rule.sentence();
        self.fill(template, &fields, text);
        self.hint(text);
    }

    /// Prints a template with the values of its places.
    const fn fill(&self, template: &str, fields: &[(&str, FieldValue)], text: &mut Text) {
        let mut rest = template;
        while let Some((words, name, after)) = split(rest) {
            text.str(words);
            self.write_field(name, fields, text);
            rest = after;
        }
        text.str(rest);
    }

    const fn write_field(&self, name: &str, fields: &[(&str, FieldValue)], text: &mut Text) {
        let mut k = 0;
        while k < fields.len() {
            if same(fields[k].0, name) {
                return match fields[k].1 {
                    FieldValue::Hidden => {}
                    FieldValue::Number(number) => text.integer(number),
                    FieldValue::Count(count) => text.natural(count as u64),
                    FieldValue::Sign(sign) => text.char(sign),
                    FieldValue::Words(words) => text.str(words),
                    FieldValue::Basis(basis) => basis.write(text),
                    FieldValue::Swizzle(swizzle) => swizzle.write(text),
                    FieldValue::Name(name) => text.str(name.as_str()),
                };
            }
            k += 1;
        }
        self.write_constant(name, text);
    }

    /// Prints a place that is not a field: an operand of the error, or a constant.
    const fn write_constant(&self, name: &str, text: &mut Text) {
        match name.as_bytes() {
            b"LEFT" => self.left.write(text),
            b"RIGHT" => self.right.write(text),
            b"SHAPE" => self.left.write_shape(text),
            b"PLACE" => self.write_place(text),
            b"UNIT" => self.write_unit(text),
            b"MOST" => text.integer(MOST),
            b"WIDTH" => text.integer(WIDTH),
            b"MAX_LEAVES" => text.natural(MAX_LEAVES as u64),
            b"MAX_RANK" => text.natural(MAX_RANK as u64),
            b"MAX_NODES" => text.natural(MAX_NODES as u64),
            b"MAX_AXES" => text.natural(MAX_AXES as u64),
            // Unreachable: `words::check` refuses every other name.
            _ => {}
        }
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
    const fn write_unit(&self, text: &mut Text) {
        if let Rule::Between { swizzle, .. } = self.rule {
            text.natural(1 << swizzle.end());
        }
    }

    /// Prints the coordinates of the right operand that the rule names.
    const fn write_place(&self, text: &mut Text) {
        match self.rule {
            Rule::Shared { other, .. } | Rule::SharedByte { other, .. } => {
                self.write_pair(other, text)
            }
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
                        "; such a layout exists, but the static rule does not find it: use compose_exact of dynamic layouts",
                        0,
                    )
                } else {
                    ("; they may compose as dynamic layouts: call to_dynamic()", 0)
                }
            }
            (Operation::LeftInverse, Rule::Uneven { .. } | Rule::Overlap { .. }, _) => {
                ("; a right inverse may exist: try right_inverse", 0)
            }
            (Operation::Inverse, Rule::Gap { .. }, _) => ("; left_inverse allows that", 0),
            (Operation::Copy | Operation::Combine, Rule::Divides { .. }, _) => {
                (": the shapes have no modes in common", 0)
            }
            (Operation::Copy, Rule::Repeats { .. }, _) => (" of the destination", 0),
            _ => return,
        };
        self.fill(hint, &[("multiple", FieldValue::Number(multiple))], text);
    }
}

impl Operand {
    const fn are_integers(&self) -> bool {
        match self {
            Self::Layout(layout) | Self::Pattern(layout) => layout.are_integers(),
            Self::Composed(layout) | Self::ComposedPattern(layout) => layout.plain().are_integers(),
            Self::Tiler(tiler) | Self::TilerPattern(tiler) => tiler.are_integers(),
            Self::Tuple(tuple) | Self::TuplePattern(tuple) => tuple.are_integers(),
            _ => true,
        }
    }

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

    const fn write(&self, text: &mut Text) {
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

    const fn write_shape(&self, text: &mut Text) {
        match self {
            Self::Layout(layout) => layout.shape().write(text, false),
            Self::Composed(layout) => layout.shape().write(text, false),
            _ => self.write(text),
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message(), f)
    }
}

crate::value::text::debug_as_display!(LayoutError);

impl core::error::Error for LayoutError {}
