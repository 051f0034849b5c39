//! Measures the limit of `gemm`: multiply-adds on registers, in enough independent chains to hide their latency.

use crate::measure::Contender;

/// The number of independent chains: more than latency times execution units on current x86 processors.
#[cfg(target_arch = "x86_64")]
const CHAINS: usize = 24;
/// The steps of each chain in one run.
#[cfg(target_arch = "x86_64")]
const STEPS: usize = 64;

/// The contenders `peak` of all machine tokens on `threads` threads. None without AVX2.
#[cfg(target_arch = "x86_64")]
pub(crate) fn sides<T: Peak>(threads: usize) -> Vec<Contender<'static>> {
    use static_layout_kernels::simd::{Avx2, Avx512, Machine};
    let wide = Avx512::detect().map(|_| side::<T>(Avx512::NAME, 64, T::WIDE, threads));
    let narrow = Avx2::detect().map(|_| side::<T>(Avx2::NAME, 32, T::NARROW, threads));
    wide.into_iter().chain(narrow).collect()
}

/// There is no contender, because the loops are for x86.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn sides<T: Peak>(_: usize) -> Vec<Contender<'static>> {
    Vec::new()
}

/// The contender `peak` of a machine token, with vectors of that many bytes.
#[cfg(target_arch = "x86_64")]
fn side<T: Peak>(
    machine: &'static str,
    bytes: usize,
    run: unsafe fn(usize),
    threads: usize,
) -> Contender<'static> {
    // A run on all threads is long, so waking them takes a negligible part.
    let repeats = if threads == 1 { 1 } else { 1 << 12 };
    let work = (threads * repeats * CHAINS * STEPS * (bytes / size_of::<T>()) * 2) as f64;
    Contender::limit("peak", machine, work, move |times| {
        // SAFETY: `sides` has detected the features that `run` is compiled for.
        let run = || unsafe { run(times * repeats) };
        if threads == 1 { run() } else { rayon::broadcast(|_| run()).truncate(0) }
    })
}

/// An element type with vector multiply-adds.
pub(crate) trait Peak {
    /// Runs all steps of all chains as often as given, with AVX-512.
    #[cfg(target_arch = "x86_64")]
    const WIDE: unsafe fn(usize);
    /// Runs all steps of all chains as often as given, with AVX2.
    #[cfg(target_arch = "x86_64")]
    const NARROW: unsafe fn(usize);
}

#[cfg(not(target_arch = "x86_64"))]
impl Peak for f32 {}
#[cfg(not(target_arch = "x86_64"))]
impl Peak for f64 {}

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
                        // AVX2 has 16 registers, so half the chains run twice.
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
