//! What holds for the text of every error.

use std::fmt::{Debug, Display};

/// Returns the text of the error about this input, which has one line.
pub fn one_line(input: impl Debug, error: &dyn Display) -> String {
    let said = error.to_string();
    assert!(!said.is_empty() && said.lines().count() == 1, "{input:?}: {said:?}");
    said
}
