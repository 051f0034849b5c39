//! The limit of `gemm`: multiply-adds on registers, in chains enough to hide their latency.

use crate::measure::Side;

/// Independent chains: more than latency times units on any machine that is known to us.
const CHAINS: usize = 24;
/// Steps of each chain a time.
const STEPS: usize = 64;

/// The side named `peak`, on one thread; none where no instructions for it are known.
#[cfg(target_arch = "x86_64")]
pub(crate) fn side<T: Peak>(threads: usize) -> Option<Side<'static>> {
    let (lanes, run) = if crate::native::has_avx512() {
        (64 / size_of::<T>(), T::WIDE)
    } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        (32 / size_of::<T>(), T::NARROW)
    } else {
        return None;
    };
    // Long enough that waking the other threads does not count.
    let repeats = if threads == 1 { 1 } else { 1 << 12 };
    let work = (threads * repeats * CHAINS * STEPS * lanes * 2) as f64;
    Some(Side::limit("peak", work, move |times| {
        // SAFETY: the features were detected above.
        let run = || unsafe { run(times * repeats) };
        if threads == 1 { run() } else { rayon::broadcast(|_| run()).truncate(0) }
    }))
}

/// Nothing is known.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn side<T: Peak>(_: usize) -> Option<Side<'static>> {
    None
}

/// An element with multiply-adds.
pub(crate) trait Peak {
    /// So many times all steps of all chains, in AVX-512.
    #[cfg(target_arch = "x86_64")]
    const WIDE: unsafe fn(usize);
    /// The same in AVX2.
    #[cfg(target_arch = "x86_64")]
    const NARROW: unsafe fn(usize);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::hint::black_box;

    use super::*;

    macro_rules! peak {
        ($element:ty, $wide:ident $wide_splat:ident, $narrow:ident $narrow_splat:ident) => {
            impl Peak for $element {
                const WIDE: unsafe fn(usize) = {
                    #[target_feature(enable = "avx512f")]
                    unsafe fn run(times: usize) {
                        chains!(times, $wide, $wide_splat, CHAINS)
                    }
                    run
                };
                const NARROW: unsafe fn(usize) = {
                    #[target_feature(enable = "avx2,fma")]
                    unsafe fn run(times: usize) {
                        // Sixteen registers: half the chains, twice.
                        chains!(2 * times, $narrow, $narrow_splat, CHAINS / 2)
                    }
                    run
                };
            }
        };
    }
    macro_rules! chains {
        ($times:expr, $mul_add:ident, $splat:ident, $chains:expr) => {{
            let (factor, summand) = ($splat(black_box(0.5)), $splat(black_box(1.0)));
            let mut sums = [$splat(black_box(1.0)); $chains];
            for _ in 0..$times * STEPS {
                for sum in &mut sums {
                    *sum = $mul_add(*sum, factor, summand);
                }
            }
            black_box(sums);
        }};
    }
    peak!(f32, _mm512_fmadd_ps _mm512_set1_ps, _mm256_fmadd_ps _mm256_set1_ps);
    peak!(f64, _mm512_fmadd_pd _mm512_set1_pd, _mm256_fmadd_pd _mm256_set1_pd);
}
