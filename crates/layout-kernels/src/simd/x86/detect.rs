//! What the machine has, asked once.

use super::{Avx2, Avx512};
use crate::simd::{Machine, Portable, Task};
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicU8, Ordering};

/// Everything that the 256-bit tokens promise.
macro_rules! avx2 {
    ($is_there:ident) => {
        $is_there!("avx2") && $is_there!("fma") && $is_there!("f16c")
    };
}
/// Everything that the AVX-512 tokens promise: the parts that all processors since Skylake-X have.
macro_rules! avx512 {
    ($is_there:ident) => {
        avx2!($is_there)
            && $is_there!("avx512f")
            && $is_there!("avx512vl")
            && $is_there!("avx512dq")
            && $is_there!("avx512bw")
    };
}
macro_rules! enabled {
    ($feature:literal) => {
        cfg!(target_feature = $feature)
    };
}

/// The instructions up to those of this level are there.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Level {
    Portable = 1,
    Avx2,
    Avx512,
}

/// What the whole program is compiled for.
const ENABLED: Level = if avx512!(enabled) {
    Level::Avx512
} else if avx2!(enabled) {
    Level::Avx2
} else {
    Level::Portable
};

/// Whether it is known by now that these instructions are there.
#[inline(always)]
fn is_known(level: Level) -> bool {
    ENABLED as u8 >= level as u8 || found() >= level as u8
}

/// Whether these instructions are there.
#[inline(always)]
fn has(level: Level) -> bool {
    is_known(level) || found() == 0 && look() as u8 >= level as u8
}

/// The level that was found, or 0 if nobody has looked.
#[cfg(feature = "std")]
#[inline(always)]
fn found() -> u8 {
    LEVEL.load(Ordering::Relaxed)
}
#[cfg(not(feature = "std"))]
#[inline(always)]
fn found() -> u8 {
    ENABLED as u8
}

/// What the machine has, looked up once and kept.
#[cfg(feature = "std")]
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// The first look: at nine features.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
fn look() -> Level {
    use std::is_x86_feature_detected as detected;
    let level = if avx512!(detected) {
        Level::Avx512
    } else if avx2!(detected) {
        Level::Avx2
    } else {
        Level::Portable
    };
    // Every thread detects the same machine, so no memory order is needed.
    LEVEL.store(level as u8, Ordering::Relaxed);
    level
}
#[cfg(not(feature = "std"))]
fn look() -> Level {
    ENABLED
}

/// Runs a task with the widest instructions.
#[inline(always)]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    if is_known(Level::Avx512) { Avx512(()).run(task) } else { dispatch_others(task) }
}

/// [`dispatch`] where it is not AVX-512, or nobody has looked yet: apart, so that no copies of the task
/// are made before its receiver is known.
#[inline(never)]
fn dispatch_others<T: Task>(task: T) -> T::Output {
    if has(Level::Avx512) {
        Avx512(()).run(task)
    } else if has(Level::Avx2) {
        Avx2(()).run(task)
    } else {
        Portable.run(task)
    }
}

impl Avx512 {
    /// A token if the machine has AVX-512 F, VL, DQ and BW, and what [`Avx2`] promises.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Avx2, Avx512};
    /// assert!(Avx512::detect().is_none() || Avx2::detect().is_some());
    /// ```
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        has(Level::Avx512).then_some(Avx512(()))
    }
}

impl Avx2 {
    /// A token if the machine has AVX2, FMA and F16C.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Avx2, Machine};
    /// if Avx2::detect().is_some() {
    ///     assert_eq!(Avx2::NAME, "AVX2");
    /// }
    /// ```
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        has(Level::Avx2).then_some(Avx2(()))
    }
}

impl From<Avx512> for Avx2 {
    /// What AVX-512 promises includes it.
    #[inline(always)]
    fn from(_: Avx512) -> Self {
        Avx2(())
    }
}
