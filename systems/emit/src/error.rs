//! [`EmitError`], the reasons why a layout has no function.

use std::fmt;

use layout_core::LayoutError;

/// The reason why a layout has no function as text.
#[derive(Clone, PartialEq)]
pub struct EmitError(Reason);

#[derive(Clone, Debug, PartialEq)]
enum Reason {
    /// The text is not a layout.
    Syntax {
        position: usize,
        expected: String,
    },
    /// The integers are not a layout.
    Layout(LayoutError),
    Other(String),
}

impl EmitError {
    pub(crate) fn syntax(position: usize, expected: impl Into<String>) -> Self {
        Self(Reason::Syntax { position, expected: expected.into() })
    }

    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(Reason::Other(message.into()))
    }

    /// The byte of the notation at which something else was expected.
    pub fn position(&self) -> Option<usize> {
        match &self.0 {
            Reason::Syntax { position, .. } => Some(*position),
            _ => None,
        }
    }
}

impl From<LayoutError> for EmitError {
    fn from(error: LayoutError) -> Self {
        Self(Reason::Layout(error))
    }
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Syntax { position, expected } => {
                write!(f, "at byte {position}: expected {expected}")
            }
            Reason::Layout(error) => error.fmt(f),
            Reason::Other(message) => f.write_str(message),
        }
    }
}

// `unwrap` and `main() -> Result<(), EmitError>` print `Debug`.
impl fmt::Debug for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for EmitError {}
