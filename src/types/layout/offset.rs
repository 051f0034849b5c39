//! The integer types of offsets, and the offset of a static coordinate.

use super::Walk;
use crate::types::num::branch;
use crate::types::num::int::Int;
use crate::types::tuple::IntTuple;

/// An offset in elements: `usize`, or `isize` for a layout with a negative stride.
///
/// ```
/// use static_layout::*;
/// let _: usize = layout!(4:2).index(3);
/// let _: isize = layout!(4:-2).index(3);
/// ```
///
/// [`narrow`](crate::narrow) has layouts whose offsets are `i32`, `u32`, `i64` or `u64`.
pub trait Offset: Copy + Ord + core::fmt::Debug + crate::sealed::Sealed + 'static {
    /// The least offset.
    const LEAST: i64;
    /// The greatest offset, at most `i64::MAX`.
    const MOST: i64;
    #[doc(hidden)]
    fn from_word(word: usize) -> Self;
    #[doc(hidden)]
    fn word(self) -> usize;
}
macro_rules! offsets {
    ($($t:ty, $least:expr, $most:expr;)*) => {$(
        impl Offset for $t {
            const LEAST: i64 = $least;
            const MOST: i64 = $most;
            #[inline(always)]
            fn from_word(word: usize) -> Self {
                // By way of the sign, which 32 bits do not keep in 64.
                word as isize as $t
            }
            #[inline(always)]
            fn word(self) -> usize {
                self as usize
            }
        }
    )*};
}
offsets! {
    usize, 0, isize::MAX as i64;
    isize, isize::MIN as i64, isize::MAX as i64;
    i32, i32::MIN as i64, i32::MAX as i64;
    u32, 0, u32::MAX as i64;
    i64, i64::MIN, i64::MAX;
    u64, 0, i64::MAX;
}

branch! {
    /// Whether a stride is negative, or each offset is known to have 32 bits.
    pub trait OffsetBranch {
        /// If a stride is negative: the type of offsets.
        type Offset: Offset {
            Yes => isize,
            No | Unknown => usize,
        }
        /// If a stride is negative: the integer of 32 bits.
        type Narrow: Offset {
            Yes => i32,
            No | Unknown => u32,
        }
        /// If a stride is negative: the integer of 64 bits.
        type Wide: Offset {
            Yes => i64,
            No | Unknown => u64,
        }
        /// If each offset has 32 bits: the integer of offsets with the sign `G`.
        type Index<G: OffsetBranch>: Offset {
            Yes => G::Narrow,
            No | Unknown => G::Wide,
        }
    }
}

/// The offset of a coordinate. Static if it depends only on static leaves.
pub type OffsetIn<S, D, C> =
    <<C as IntTuple>::List as Walk>::Dot<<S as IntTuple>::List, <D as IntTuple>::List>;
/// The offset of a static coordinate.
pub type OffsetIndex<S, D, C> = <OffsetIn<S, D, C> as Int>::Leaf;
