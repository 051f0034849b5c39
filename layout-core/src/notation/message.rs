//! The text of refusals, written in `const`.

use crate::algebra::exact::exists;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::text::Text;
use crate::number::{MOST, ceil_div, multiply};
use crate::swizzle::bits as swizzle;
use crate::tuple::IntTuple;

impl LayoutError {
    /// The line that `Display` prints, made in `const`.
    pub const fn message(&self) -> Text {
        let mut text = Text::EMPTY;
        if !self.whole_sentence(&mut text) {
            self.introduce(&mut text);
            self.place(&mut text);
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

    /// [`LayoutError::message`] for a rule that looks at no integer: unknown leaves print as `?`.
    #[doc(hidden)]
    pub const fn of_nesting(&self) -> Text {
        Self { left: self.left.pattern(), right: self.right.pattern(), ..*self }.message()
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
            Rule::Swizzle { bits, base, shift } => {
                text.str("no swizzle ");
                swizzle::write(bits, base, shift, text);
                swizzle::refused(bits, base, shift, text);
            }
            Rule::Swizzles { .. } if !self.left.is_some() => self.rule.write(text),
            Rule::Syntax { position, expected } => {
                text.str("at byte ");
                text.natural(position as u64);
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

    /// The coordinate of the right operand that the rule speaks of.
    const fn place(&self, text: &mut Text) {
        if let (Rule::Shared { other, .. }, Operand::Tuple(coord)) = (self.rule, self.right) {
            text.str("the coordinates ");
            coord.write(text, false);
            text.str(" and ");
            match self.left.coord(other) {
                Some(other) => other.write(text, false),
                None => text.integer(other),
            }
        }
        let Rule::NoFit { index, .. } = self.rule else { return };
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

    /// The nearest fix, where there is one.
    const fn hint(&self, text: &mut Text) {
        match (self.operation, self.rule) {
            (Operation::ShapeDiv, Rule::Divides { divisor: 1.., .. }) => {
                text.str("; ceil_div rounds up")
            }
            (Operation::Divide, Rule::Rest { .. }) => text.str("; the padded divide rounds up"),
            (Operation::TileToShape, Rule::Rest { divisor, dividend }) => {
                if let Ok(multiple) = multiply(ceil_div(dividend, divisor), divisor) {
                    text.str("; the next multiple is ");
                    text.integer(multiple);
                }
            }
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
            (Operation::LeftInverse, Rule::Uneven { .. } | Rule::Overlap { .. }) => {
                text.str("; an inverse from the right may exist: right_inverse");
            }
            (Operation::Inverse, Rule::Gap { .. }) => text.str("; left_inverse allows that"),
            (Operation::Copy | Operation::Combine, Rule::Divides { .. }) => {
                text.str(": the shapes have no modes in common")
            }
            (Operation::Copy, Rule::Repeats { .. }) => text.str(" of what is written"),
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
            Self::Coshape => ("no coshape of", ""),
            Self::Coord => ("no coordinate of", "at"),
            Self::CoordOf => ("no coordinate of", "for the offset"),
            Self::Order => ("cannot order", "by"),
            Self::Flatten => ("cannot flatten", ""),
            Self::Coalesce => ("cannot coalesce", "by"),
            Self::Filter => ("cannot filter", "by"),
            Self::Group => ("cannot group modes of", ""),
            Self::Take => ("cannot take modes of", ""),
            Self::Select => ("cannot select modes of", ""),
            Self::Append => ("cannot append to", "the mode"),
            Self::Prepend => ("cannot prepend to", "the mode"),
            Self::Concat => ("cannot concatenate", "with"),
            Self::Replace => ("cannot replace a mode of", "by"),
            Self::Compose => ("cannot compose", "with"),
            Self::ComposeExact => ("no layout is", "after"),
            Self::Complement => ("no complement of", "in"),
            Self::Divide => ("cannot divide", "by"),
            Self::Product => ("cannot multiply", "by"),
            Self::Add => ("cannot add to", "the tuple"),
            Self::Subtract => ("cannot subtract from", "the tuple"),
            Self::Compare => ("cannot compare", "with"),
            Self::Scale => ("cannot scale", "by"),
            Self::Sum => ("no sum of", ""),
            Self::InnerProduct => ("no inner product of", "and"),
            Self::ProductLike => ("no sizes of", "like"),
            Self::ShapeDiv => ("cannot divide the shape", "by"),
            Self::ShapeMod => ("cannot take from the shape", "the first"),
            Self::CeilDiv => ("cannot count tiles of", "by"),
            Self::RoundUp => ("cannot round up", "to"),
            Self::Unflatten => ("cannot unflatten", "like"),
            Self::Insert => ("cannot insert into", "the mode"),
            Self::Remove => ("cannot remove a mode of", ""),
            Self::Repeat => ("cannot repeat", "with"),
            Self::RightInverse => ("no right inverse of", ""),
            Self::LeftInverse => ("no left inverse of", ""),
            Self::Inverse => ("no inverse of", ""),
            Self::Nullspace => ("no nullspace of", ""),
            Self::MaxCommon => ("no common layout of", "and"),
            Self::Injective => ("cannot tell whether offsets repeat in", ""),
            Self::Disjoint => ("cannot borrow for writing all elements of", ""),
            Self::Covers => ("cannot tell whether every offset is hit by", "in"),
            Self::TileToShape => ("cannot tile", "to the shape"),
            Self::Distribute => ("cannot distribute", "over"),
            Self::Like => ("no compact layout is like", ""),
            Self::Fragment => ("no fragment is like", ""),
            Self::Upcast => ("cannot upcast", "by"),
            Self::Downcast => ("cannot downcast", "by"),
            Self::Recast => ("cannot recast", "from"),
            Self::Permute => ("cannot permute", ""),
            Self::Sort => ("cannot sort", ""),
            Self::WithShape => ("cannot read", "with the shape"),
            Self::Dice => ("cannot dice", "at"),
            Self::Zip => ("cannot zip", ""),
            Self::Read => ("cannot read", "as"),
            Self::View => ("cannot view a slice through", ""),
            Self::Swizzle => ("no swizzle", ""),
            Self::Copy => ("cannot copy", "to"),
            Self::Combine => ("cannot combine", "with"),
            Self::Transpose => ("cannot transpose", "into"),
            Self::TransposeInPlace => ("cannot transpose in place", ""),
            Self::Array => ("no strided array is", ""),
            Self::Flat => ("no flat layout is", ""),
            Self::ReadArray => ("cannot read the array", "as"),
            Self::StrideOrder => ("no order of the axes of", ""),
            Self::Reshape => ("cannot reshape", "to"),
            Self::Broadcast => ("cannot broadcast", "to"),
            Self::MergeAxes => ("cannot merge the axes of", ""),
            Self::Squeeze => ("cannot squeeze", ""),
            Self::Unsqueeze => ("cannot add axes to", ""),
            Self::SliceAxes => ("cannot slice the axes of", ""),
            Self::Bytes => ("no bytes of", ""),
            Self::Repack => ("cannot repack", ""),
            Self::Xla => ("in an XLA shape", ""),
            Self::XlaShape => ("no XLA shape is", ""),
            Self::Print => ("no table of", ""),
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
            Self::Composed(layout) => layout.write(text, false),
            Self::Tiler(tiler) => tiler.write(text),
            Self::Coord(coord) => coord.write(text),
            Self::Bits { old, new } => {
                text.integer(*old);
                text.str(" to ");
                text.integer(*new);
                text.str(" bits");
            }
            Self::Pattern(layout) => layout.write_pattern(text),
            Self::ComposedPattern(layout) => layout.write_pattern(text),
            Self::TilerPattern(tiler) => tiler.write_as(text, true),
            Self::TuplePattern(tuple) => tuple.write_pattern(text),
            Self::CoordPattern(coord) => *text = text.then_coord(&coord.tuple, coord.kept),
        }
    }

    /// Without the values of unknown leaves.
    const fn pattern(self) -> Self {
        match self {
            Self::Layout(layout) => Self::Pattern(layout),
            Self::Composed(layout) => Self::ComposedPattern(layout),
            Self::Tiler(tiler) => Self::TilerPattern(tiler),
            Self::Tuple(tuple) => Self::TuplePattern(tuple),
            Self::Coord(coord) => Self::CoordPattern(coord),
            // Whether an integer is known is not kept.
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
