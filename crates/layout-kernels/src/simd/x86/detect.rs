//! Detects the instructions of this machine, once.

use super::{Avx2, Avx512};
use crate::simd::{Machine, Portable, Task, TaskOfParts, reserve_frame};
use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the instructions that the 32-byte tokens prove are there.
macro_rules! avx2 {
    ($is_there:ident) => {
        $is_there!("avx2") && $is_there!("fma") && $is_there!("f16c")
    };
}
/// Whether the instructions that the AVX-512 tokens prove are there: the parts that every processor since Skylake-X
/// has.
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

/// The sets of instructions. Each includes those before it.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Level {
    Portable = 1,
    Avx2,
    Avx512,
}

/// The level that the whole program is compiled for.
const ENABLED: Level = if avx512!(enabled) {
    Level::Avx512
} else if avx2!(enabled) {
    Level::Avx2
} else {
    Level::Portable
};

/// Whether these instructions are known to be there, without detection.
#[inline(always)]
fn is_known(level: Level) -> bool {
    ENABLED as u8 >= level as u8 || found() >= level as u8
}

/// Whether these instructions are there. Detects them at the first call.
#[inline(always)]
fn has(level: Level) -> bool {
    is_known(level) || found() == 0 && look() as u8 >= level as u8
}

/// The detected level, or 0 before the detection.
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

/// The detected level, or 0 before the detection.
#[cfg(feature = "std")]
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// Detects the level. Cold: runs once, and reads several features.
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

/// Lets [`dispatch`] and the `detect` of tokens use at most 1: no vectors, 2: AVX2, 3: AVX-512, 4: AMX as well, where the machine
/// has them, in the whole program, and returns the limit. Tests, fuzzers and benchmarks run every kernel on each machine this way. A
/// level that the program is compiled for stays.
#[cfg(feature = "std")]
#[doc(hidden)]
pub fn limit_machine(most: u8) -> u8 {
    let level = most.clamp(Level::Portable as u8, look() as u8);
    LEVEL.store(level, Ordering::Relaxed);
    super::amx::allow(most > Level::Avx512 as u8);
    level + u8::from(Avx512::detect().and_then(super::Amx::of).is_some())
}

/// 0 before the first call of [`has_whole_vectors`], then 1 or, if it is true, 2.
static WHOLE: AtomicU8 = AtomicU8::new(0);

/// Whether this processor executes a vector of 64 bytes as a whole. Zen 4 and the small processors of Zen 5 execute it as two
/// halves, which takes twice as long.
#[inline(always)]
pub fn has_whole_vectors() -> bool {
    match WHOLE.load(Ordering::Relaxed) {
        0 => look_for_whole_vectors(),
        found => found == 2,
    }
}

/// Reads the family and the model, because no feature tells. Cold: runs once.
#[cold]
#[inline(never)]
fn look_for_whole_vectors() -> bool {
    // SAFETY: each processor of x86-64 has the instruction, and these two leaves of it.
    #[allow(unused_unsafe, reason = "the function is safe in later versions of the compiler")]
    let (vendor, version) = unsafe { (__cpuid(0).ebx, __cpuid(1).eax) };
    let is_whole = are_vectors_whole(vendor.to_le_bytes(), version);
    WHOLE.store(1 + u8::from(is_whole), Ordering::Relaxed);
    is_whole
}

/// [`has_whole_vectors`] of the vendor whose name begins so, with family and model as `cpuid` gives them in `eax` of leaf 1.
fn are_vectors_whole(vendor: [u8; 4], version: u32) -> bool {
    let family = (version >> 8 & 0xF) + (version >> 20 & 0xFF);
    let model = version >> 4 & 0xF | version >> 12 & 0xF0;
    match &vendor {
        b"Genu" => true,
        // Zen 5 (family 26): the servers, and the desktop processors with their large sisters.
        b"Auth" => family > 26 || family == 26 && matches!(model, ..0x20 | 0x40..0x50 | 0x70..0x80),
        _ => false,
    }
}

/// Runs a task on the widest instructions of this machine.
#[inline(always)]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    if const { ENABLED as u8 >= Level::Avx512 as u8 } {
        return Avx512(()).run(task);
    }
    // One call, which takes the task from where the caller has made it. With three calls, the compiler copies the task for two
    // of them, with registers wider than the last stores, and the loads wait for those stores. The same happens with a second
    // call that is inlined, in programs compiled for AVX2.
    let run = match found() {
        level if level == Level::Avx512 as u8 => on_avx512,
        level if level == Level::Avx2 as u8 => on_avx2,
        _ => dispatch_others,
    };
    run(task)
}

/// [`dispatch`] where AVX-512 was found.
#[inline(never)]
fn on_avx512<T: Task>(task: T) -> T::Output {
    Avx512(()).run(task)
}

/// [`dispatch`] where AVX2 was found.
#[inline(never)]
fn on_avx2<T: Task>(task: T) -> T::Output {
    Avx2(()).run(task)
}

/// [`dispatch`] without vectors, or before the detection.
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

/// A function that runs a task of parts.
type PartsFn<T> = unsafe fn(
    <T as TaskOfParts>::A,
    <T as TaskOfParts>::B,
    <T as TaskOfParts>::C,
    <T as TaskOfParts>::D,
) -> <T as Task>::Output;

/// Runs a task of parts on the widest instructions of this machine.
#[inline(always)]
pub fn dispatch_parts<T: TaskOfParts>(task: T) -> T::Output {
    if const { ENABLED as u8 >= Level::Avx512 as u8 } {
        return if const { T::IS_SHORT } { task.run(Avx512(())) } else { Avx512(()).run(task) };
    }
    if const { T::IS_SHORT && ENABLED as u8 >= Level::Avx2 as u8 } {
        return task.run(Avx2(()));
    }
    let (a, b, c, d) = task.into_parts();
    // One call, for the reason given in `dispatch`.
    let run: PartsFn<T> = match found() {
        level if level == Level::Avx512 as u8 => parts_on_avx512::<T>,
        level if level == Level::Avx2 as u8 => parts_on_avx2::<T>,
        _ => dispatch_other_parts::<T>,
    };
    // SAFETY: `found` proves the instructions of the function (rule I).
    unsafe { run(a, b, c, d) }
}

/// Defines functions that run a task of parts with the instructions of a token.
macro_rules! of_parts {
    ($($(#[$enable:meta])? $name:ident: $token:expr;)*) => {$(
        $(#[$enable])?
        #[inline(never)]
        fn $name<T: TaskOfParts>(a: T::A, b: T::B, c: T::C, d: T::D) -> T::Output {
            if const { T::HAS_LARGE_FRAME } {
                reserve_frame();
            }
            T::from_parts(a, b, c, d).run($token)
        }
    )*};
}
of_parts! {
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,f16c")]
    parts_on_avx512: Avx512(());
    #[target_feature(enable = "avx2,fma,f16c")]
    parts_on_avx2: Avx2(());
    parts_without_vectors: Portable;
}

/// [`dispatch_parts`] without vectors, or before the detection.
#[inline(never)]
fn dispatch_other_parts<T: TaskOfParts>(a: T::A, b: T::B, c: T::C, d: T::D) -> T::Output {
    // SAFETY: `has` proves the instructions of the two functions (rule I).
    unsafe {
        if has(Level::Avx512) {
            parts_on_avx512::<T>(a, b, c, d)
        } else if has(Level::Avx2) {
            parts_on_avx2::<T>(a, b, c, d)
        } else {
            parts_without_vectors::<T>(a, b, c, d)
        }
    }
}

impl Avx512 {
    /// A token if the machine has AVX-512 F, VL, DQ and BW, AVX2, FMA and F16C.
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
    /// Makes a token of AVX2, whose instructions AVX-512 includes.
    #[inline(always)]
    fn from(_: Avx512) -> Self {
        Avx2(())
    }
}

#[cfg(test)]
mod tests {
    use super::are_vectors_whole;

    #[test]
    fn vectors_of_64_bytes_by_family_and_model() {
        // `eax` of leaf 1: Zen 4 (Genoa), Zen 5 (Turin, Granite Ridge, Strix Point), Sapphire Rapids.
        let is_whole = |version| are_vectors_whole(*b"Auth", version);
        assert!(!is_whole(0x00A1_0F11));
        assert!(is_whole(0x00B0_0F21) && is_whole(0x00B4_0F40) && !is_whole(0x00B2_0F40));
        assert!(
            are_vectors_whole(*b"Genu", 0x000C_06F2) && !are_vectors_whole(*b"Hygo", 0x00B0_0F21)
        );
    }
}
