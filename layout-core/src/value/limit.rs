//! Capacities. They are fixed, so that every type is `Copy` and works in `const`.

/// The maximum number of leaves of a tuple.
pub const MAX_LEAVES: usize = 32;
/// The maximum number of elements at one level, as in Rust's traits of tuples.
pub const MAX_RANK: usize = 12;
/// The maximum number of leaves and tuples together.
pub const MAX_NODES: usize = 64;

/// The maximum number of axes of a strided array, cuda.core's and NumPy's.
pub const MAX_AXES: usize = 64;

/// The capacity that a result would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`MAX_LEAVES`].
    Leaves,
    /// [`MAX_RANK`].
    Rank,
    /// [`MAX_NODES`].
    Nodes,
    /// [`MAX_AXES`].
    Axes,
    /// 8 levels of a basis vector such as `1@1@0`, and 12 indices at each.
    Path,
}

/// [`low_bits`] without a call, which `const` evaluation would make for each layout.
macro_rules! low_mask {
    ($n:expr) => {
        if $n >= 32 { u32::MAX } else { (1 << $n) - 1 }
    };
}
pub(crate) use low_mask;

/// A mask of the `n` lowest bits.
pub(crate) const fn low_bits(n: usize) -> u32 {
    low_mask!(n)
}
