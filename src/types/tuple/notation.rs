//! Printing tuples.

use layout_core as value;

/// Prints a tuple.
#[derive(Clone, Copy)]
pub(super) struct Notation(value::IntTuple);

impl Notation {
    pub(super) fn of(tuple: value::IntTuple) -> Self {
        Notation(tuple)
    }
}

impl core::fmt::Display for Notation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if f.alternate() { f.write_str(self.0.marked().as_str()) } else { self.0.fmt(f) }
    }
}
