//! What the machine has, asked once.

use super::{Avx2, Avx512};

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
#[derive(Clone, Copy, PartialEq, PartialOrd)]
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

#[inline(always)]
fn has(level: Level) -> bool {
    ENABLED as u8 >= level as u8 || detected() >= level as u8
}

/// What the machine has, looked up once and kept: the first look asks for nine features.
#[cfg(feature = "std")]
#[inline(always)]
fn detected() -> u8 {
    use core::sync::atomic::{AtomicU8, Ordering};
    use std::is_x86_feature_detected as detected;

    static LEVEL: AtomicU8 = AtomicU8::new(0);
    #[cold]
    #[inline(never)]
    fn look() -> u8 {
        let level = if avx512!(detected) {
            Level::Avx512
        } else if avx2!(detected) {
            Level::Avx2
        } else {
            Level::Portable
        };
        // Everyone who looks finds the same, so no order is needed.
        LEVEL.store(level as u8, Ordering::Relaxed);
        level as u8
    }
    match LEVEL.load(Ordering::Relaxed) {
        0 => look(),
        level => level,
    }
}
#[cfg(not(feature = "std"))]
#[inline(always)]
fn detected() -> u8 {
    ENABLED as u8
}

impl Avx512 {
    /// A token if the machine has AVX-512 F, VL, DQ and BW, and what [`Avx2`] promises.
    ///
    /// ```
    /// use static_layout::simd::{Avx2, Avx512};
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
    /// use static_layout::simd::{Avx2, Machine};
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
