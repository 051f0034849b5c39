//! The lines of a derivation.

use std::fmt;

use layout_core::internal::{self, Notes};
use layout_core::{Layout, Operand};

/// The capacity for the notes of one operation, in bytes.
const ROOM: usize = 1 << 16;

/// A line of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The level of indentation. Deeper lines that follow belong to this one.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The modes that the step finds, in notation.
    pub found: Option<String>,
}

/// Collects the lines of a derivation.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pub(super) lines: Vec<Line>,
    pub(super) depth: usize,
}

impl Lines {
    /// Adds a line.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.lines.push(Line { depth: self.depth, text: text.into(), found: None });
    }

    /// Adds a line with the modes that it finds.
    pub(super) fn find(&mut self, text: impl Into<String>, found: impl fmt::Display) {
        let found = Some(found.to_string());
        self.lines.push(Line { depth: self.depth, text: text.into(), found });
    }

    /// Adds what the algebra notes of an operation.
    pub(super) fn steps(&mut self, operation: &str, a: &Layout, b: &Operand) {
        let mut notes = Box::new(Notes::<ROOM>::EMPTY);
        internal::steps(operation, a, b, &mut notes);
        // The levels of the lines above the next one.
        let mut above: Vec<usize> = Vec::new();
        for (level, sentence) in notes.lines() {
            above.retain(|&other| other < level);
            let (text, found) = match sentence.rsplit_once(" -> ") {
                Some((text, found)) => (text, Some(found.to_owned())),
                None => (sentence, None),
            };
            let depth = self.depth + above.len();
            self.lines.push(Line { depth, text: text.to_owned(), found });
            above.push(level);
        }
    }
}
