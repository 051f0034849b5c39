//! [`GpuError`].

use std::fmt;

use layout_core::LayoutError;
use static_layout_emit::EmitError;

/// The reason for which an operation on the device did not run. Its text names the numbers.
#[derive(Clone, PartialEq)]
pub struct GpuError {
    kind: GpuErrorKind,
    message: String,
}

/// What callers distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuErrorKind {
    /// No adapter, or none that gives a device.
    NoAdapter,
    /// The device is lost, as the first operation that waits for it finds: every later one fails.
    Lost,
    /// More memory than the device has, or than a buffer may have.
    Memory,
    /// What the device does not have: a tile, a number of workgroups or of tensors beyond its limits, elements of `f16`.
    Limit,
    /// A layout beyond its buffer, sizes or extents that differ, a layout that operations on the device do not have, a buffer
    /// without the usages that a tensor needs, or a target in the buffer of another operand.
    Layout,
    /// A tensor of another [`Gpu`](crate::Gpu), or a buffer of another device.
    Foreign,
    /// A shader that does not compile, with the expression or the kernel of a caller, or one of too many tokens.
    Shader,
}

impl GpuError {
    pub(crate) fn new(kind: GpuErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn layout(message: impl Into<String>) -> Self {
        Self::new(GpuErrorKind::Layout, message)
    }

    /// What callers distinguish.
    pub fn kind(&self) -> GpuErrorKind {
        self.kind
    }
}

impl From<LayoutError> for GpuError {
    fn from(error: LayoutError) -> Self {
        Self::layout(error.to_string())
    }
}

impl From<EmitError> for GpuError {
    fn from(error: EmitError) -> Self {
        Self::layout(error.to_string())
    }
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

// `unwrap` and `main() -> Result<(), GpuError>` print `Debug`.
impl fmt::Debug for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for GpuError {}
