//! [`DistError`].

use std::fmt;

use layout_core::LayoutError;

/// The result of an operation on many ranks.
pub type Result<T, E = DistError> = std::result::Result<T, E>;

/// The reason for which an operation did not end. Its text names the ranks and the numbers.
///
/// After an error the communicator is of no more use: its operations return the first error again.
#[derive(Clone, PartialEq, Eq)]
pub struct DistError {
    kind: DistErrorKind,
    message: String,
}

/// What callers distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DistErrorKind {
    /// A rank ended, by an error of its own or by a signal.
    Gone,
    /// A rank did not answer in time.
    Timeout,
    /// The ranks called different operations, or one operation on different shapes, shardings or elements.
    Disagreement,
    /// A sharding, a mesh or a local layout that the operation does not take.
    Layout,
    /// A message of another length than the operation has.
    Message,
    /// The elements of a rank do not fit into its memory.
    Memory,
    /// A file that a rank does not read or write.
    File,
}

impl DistError {
    pub(crate) fn new(kind: DistErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn layout(message: impl Into<String>) -> Self {
        Self::new(DistErrorKind::Layout, message)
    }

    /// What callers distinguish.
    pub fn kind(&self) -> DistErrorKind {
        self.kind
    }
}

impl From<LayoutError> for DistError {
    fn from(error: LayoutError) -> Self {
        Self::layout(error.to_string())
    }
}

impl fmt::Display for DistError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

// `unwrap` and `main() -> Result<(), DistError>` print `Debug`.
impl fmt::Debug for DistError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for DistError {}
