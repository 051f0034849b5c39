//! Kernels on each machine token of this processor, compared with the definition: odd extents, gaps, negative strides.
//!
//! One test, in a program of its own: a limit of the instructions holds for the whole program. On aarch64, products of `bf16` alone:
//! the processor is emulated.
#![cfg(feature = "std")]
#![cfg(any(target_arch = "x86_64", all(feature = "half", target_arch = "aarch64")))]

#[cfg(feature = "half")]
#[path = "machines/bf16.rs"]
mod bf16;
#[cfg(target_arch = "x86_64")]
#[path = "machines/bytes.rs"]
mod bytes;
#[cfg(target_arch = "x86_64")]
#[path = "machines/convolutions.rs"]
mod convolutions;
#[cfg(target_arch = "x86_64")]
#[path = "machines/elements.rs"]
mod elements;
#[cfg(target_arch = "x86_64")]
#[path = "machines/plans.rs"]
mod plans;
#[cfg(target_arch = "x86_64")]
#[path = "machines/products.rs"]
mod products;
#[cfg(target_arch = "x86_64")]
#[path = "machines/transposes.rs"]
mod transposes;
#[cfg(target_arch = "x86_64")]
#[path = "machines/vectors.rs"]
mod vectors;

#[cfg(target_arch = "x86_64")]
use static_layout_kernels::simd::{Avx2, Avx512, limit_machine};

#[cfg(target_arch = "aarch64")]
#[test]
fn the_token_computes_products_of_bf16() {
    bf16::all(false);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn each_token_computes_the_definition() {
    // The widest last, so that the limit is gone at the end.
    for most in 1..=4 {
        let limit = limit_machine(most);
        assert_eq!(limit == 4, most == 4 && has_amx());
        assert!(most > 2 || Avx512::detect().is_none() || cfg!(target_feature = "avx512f"));
        assert!(most > 1 || Avx2::detect().is_none() || cfg!(target_feature = "avx2"));
        #[cfg(feature = "half")]
        bf16::all(limit == 4);
        bytes::all();
        convolutions::all();
        elements::all();
        plans::all();
        products::all();
        transposes::all();
        vectors::all();
    }
}

/// Whether Linux has found AMX, and AVX-512 is there.
#[cfg(target_arch = "x86_64")]
fn has_amx() -> bool {
    cfg!(target_os = "linux")
        && std::fs::read_to_string("/proc/cpuinfo").is_ok_and(|text| text.contains(" amx_bf16"))
        && Avx512::detect().is_some()
}

/// A pseudo-random number below `n`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Absolute strides of the extents in a random order, with random gaps; the offset of the first coordinate if mode 1 is
/// reversed; and the number of elements.
pub(crate) fn strided<const N: usize>(
    random: &mut Random,
    extents: [usize; N],
) -> ([usize; N], usize, usize) {
    let mut order: Vec<usize> = (0..N).collect();
    for k in 0..N {
        order.swap(k, k + random.below(N - k));
    }
    let (mut next, mut origin, mut strides) = (1, 0, [0; N]);
    for k in order {
        strides[k] = next;
        if k == 1 {
            origin = (extents[k] - 1) * next;
        }
        next = next * extents[k] + random.below(3) * random.below(2);
    }
    (strides, origin, next)
}

/// Small whole numbers, so that sums do not depend on their order.
#[cfg(target_arch = "x86_64")]
pub(crate) fn numbers(n: usize) -> Vec<f32> {
    (0..n).map(|i| ((i * 37 + 11) % 13) as f32 - 6.0).collect()
}
