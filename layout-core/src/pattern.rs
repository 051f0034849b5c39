//! What typed code asks of a layout: whether it fits a pattern with `?`, or a slice.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::text::Text;
use crate::tuple::{IntTuple, low_bits};

impl Layout {
    /// Whether this layout is nested as `pattern` and has its known leaves.
    #[doc(hidden)]
    pub const fn matches(&self, pattern: &Self) -> Result<(), LayoutError> {
        let rule = if !self.profile.equals(&pattern.profile) {
            Some(Rule::PatternNesting)
        } else {
            match mismatch(&self.shape(), &pattern.shape()) {
                None => mismatch(&self.stride(), &pattern.stride()),
                some => some,
            }
        };
        match rule {
            None => Ok(()),
            Some(rule) => Err(LayoutError {
                operation: Operation::Read,
                left: Operand::Layout(*self),
                right: Operand::Pattern(*pattern),
                rule,
            }),
        }
    }

    /// The refusal of a slice of `len` elements, offset 0 being element `origin`.
    #[doc(hidden)]
    pub const fn too_long_for(&self, len: usize, origin: usize) -> LayoutError {
        let (mut least, mut k) = (0, 0);
        while k < self.modes.len {
            if self.modes.strides[k] < 0 {
                least += (self.modes.extents[k] - 1) * self.modes.strides[k];
            }
            k += 1;
        }
        let greatest = least + self.cosize() - 1;
        LayoutError {
            operation: Operation::View,
            left: Operand::Layout(*self),
            right: Operand::None,
            rule: Rule::Slice { least, greatest, origin, len },
        }
    }

    pub(crate) const fn write_as(&self, text: &mut Text, pattern: bool) {
        if pattern { self.write_pattern(text) } else { self.write(text, false) }
    }

    pub(crate) const fn write_pattern(&self, text: &mut Text) {
        write_pattern(&self.shape(), text);
        text.char(':');
        write_pattern(&self.stride(), text);
    }
}

const fn mismatch(tuple: &IntTuple, pattern: &IntTuple) -> Option<Rule> {
    let mut k = 0;
    while k < tuple.leaf_count() {
        let (found, expected) = (tuple.value(k), pattern.value(k));
        if pattern.is_known(k) && found != expected {
            return Some(Rule::PatternLeaf { expected, found });
        }
        // An unknown leaf of a pattern is 0 or, where none is positive, negative.
        if !pattern.is_known(k) && found != 0 && (found < 0) != (expected < 0) {
            return Some(Rule::PatternSign { found });
        }
        k += 1;
    }
    None
}

const fn write_pattern(tuple: &IntTuple, text: &mut Text) {
    let unknown = low_bits(tuple.leaf_count()) & !tuple.known;
    let from = text.len();
    text.tuple(&tuple.profile, &tuple.values, unknown, 0);
    text.replace(from, b'_', b'?');
}
