//! Layouts with `?`: what a type that has run-time leaves says of a layout.

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
