//! Prefetches.

/// Hints that the cache line at `at` will be read soon. `at` may be any address. Nothing happens on processors other than x86-64.
///
/// ```
/// static_layout_kernels::simd::prefetch(&[1, 2, 3]);
/// ```
#[inline(always)]
pub fn prefetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: an instruction of SSE, which every x86-64 processor has (rule I). A prefetch faults at no address,
        // and has no effect that the program can observe.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}
