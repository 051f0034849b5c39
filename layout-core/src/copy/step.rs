//! [`CopyStep`]: what the inner loops of a copy do, in words that plans of processors and of devices share.

/// The step of a copy: what its inner loops do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyStep {
    /// Moves vectors: neighbours in the source are neighbours in the destination.
    Run,
    /// Transposes square tiles in registers, or a tile in shared memory: one loop has its neighbours in the destination, another
    /// one in the source.
    Transpose,
    /// Repeats an element of the source in neighbours of the destination.
    Splat,
    /// Moves elements one by one.
    Each,
}

impl CopyStep {
    /// The words before `elements of 4 bytes`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Run => "move vectors of ",
            Self::Transpose => "transpose tiles of ",
            Self::Splat => "repeat ",
            Self::Each => "move one by one ",
        }
    }
}
