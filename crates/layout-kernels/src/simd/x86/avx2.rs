//! AVX2 with FMA: 16 registers of 32 bytes.
//!
//! Part of a vector is loaded under a mask, and stored in pieces of 16, 8 and 4 bytes: AMD's processors run a masked
//! store of AVX2 from microcode, in more than ten cycles. With a static number of lanes the pieces have no branches.

use super::short::{vectors_of_16, vectors_of_32};
use crate::simd::token::{machine, vectors};
use crate::simd::{FullMachine, Machine, Task, TaskOfParts, Vectors};
use core::arch::x86_64::*;
use typenum::{U2, U4, U8};

machine! {
    /// Proof of AVX2, FMA and F16C, with vectors of 32 bytes.
    Avx2, "AVX2", "avx2,fma,f16c", full Avx2
}
machine! {
    /// Proof of AVX2, FMA and F16C, with vectors of 16 bytes.
    Avx2Half, "AVX2, 16 bytes", "avx2,fma,f16c", full Avx2
}

/// Eight lanes of ones, then eight of zeros. The lanes from `8 - n` on are a mask of `n` lanes.
static ONES_THEN_ZEROS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

/// The mask of the first `n` of 8 lanes of 4 bytes, or of `n / 2` lanes of 8.
#[inline(always)]
fn first(n: usize) -> __m256i {
    assert!(n <= 8, "a part is at most a vector");
    // SAFETY: `n <= 8`, so that 8 lanes follow lane `8 - n`, in an array of 16. The read needs no alignment.
    unsafe { ONES_THEN_ZEROS.as_ptr().add(8 - n).cast::<__m256i>().read_unaligned() }
}

/// The mask of the first `n` of 4 lanes of 4 bytes, or of `n / 2` lanes of 8.
#[inline(always)]
fn first_of_half(n: usize) -> __m128i {
    assert!(n <= 4, "a part is at most a vector");
    // SAFETY: `n <= 4`, so that 4 lanes follow lane `8 - n`, in an array of 16. The read needs no alignment.
    unsafe { ONES_THEN_ZEROS.as_ptr().add(8 - n).cast::<__m128i>().read_unaligned() }
}

/// Writes the first `n` lanes of 4 bytes, and nothing else.
///
/// # Safety
/// The processor must have AVX2, and `to` must be valid for writes of `n` lanes.
#[inline(always)]
pub(super) unsafe fn store_words(to: *mut i32, vector: __m256i, n: usize) {
    assert!(n <= 8, "a part is at most a vector");
    // SAFETY: the caller promises AVX2. Each piece ends at lane `n` or before, and the caller promises that these lanes
    // may be written.
    unsafe {
        if n == 8 {
            _mm256_storeu_si256(to.cast(), vector);
        } else if n >= 4 {
            _mm_storeu_si128(to.cast(), _mm256_castsi256_si128(vector));
            store_words_of_half(to.add(4), _mm256_extracti128_si256::<1>(vector), n - 4);
        } else {
            store_words_of_half(to, _mm256_castsi256_si128(vector), n);
        }
    }
}

/// Writes the first `n` lanes of 4 bytes, and nothing else.
///
/// # Safety
/// `to` must be valid for writes of `n` lanes.
#[inline(always)]
pub(super) unsafe fn store_words_of_half(to: *mut i32, vector: __m128i, n: usize) {
    assert!(n <= 4, "a part is at most a vector");
    // SAFETY: every x86-64 processor has SSE2. Each piece ends at lane `n` or before, and the caller promises that these
    // lanes may be written.
    unsafe {
        if n == 4 {
            return _mm_storeu_si128(to.cast(), vector);
        }
        if n & 2 != 0 {
            _mm_storel_epi64(to.cast(), vector);
        }
        if n & 1 != 0 {
            let last = if n == 3 { _mm_unpackhi_epi64(vector, vector) } else { vector };
            _mm_storeu_si32(to.add(n - 1).cast(), last);
        }
    }
}

/// The indices that alternate between the lanes of the two halves.
// SAFETY: both types have 32 bytes, and every bit pattern is a value of `__m256i`.
const HALVES_WOVEN: __m256i = unsafe { core::mem::transmute([0_i32, 4, 1, 5, 2, 6, 3, 7]) };

vectors_of_32! {
    Avx2, 16 registers, half Avx2Half;
    f32 {
        load_part |from, n| _mm256_maskload_ps(from, first(n)),
        store_part |to, vector, n| store_words(to.cast(), _mm256_castps_si256(vector), n),
    } { , low _mm256_castps256_ps128, with_low _mm256_castps128_ps256 } {
        transpose_halves |x, y| (
            _mm256_permutevar8x32_ps(_mm256_unpacklo_ps(x, y), HALVES_WOVEN),
            _mm256_permutevar8x32_ps(_mm256_unpackhi_ps(x, y), HALVES_WOVEN)
        )
    }
    f64 {
        load_part |from, n| _mm256_maskload_pd(from, first(2 * n)),
        store_part |to, vector, n| store_words(to.cast(), _mm256_castpd_si256(vector), 2 * n),
    }
    i32 {
        load_part |from, n| _mm256_maskload_epi32(from, first(n)),
        store_part |to, vector, n| store_words(to, vector, n),
        exchange |x, y| {
            4 => (_mm256_permute2x128_si256::<0x20>(x, y), _mm256_permute2x128_si256::<0x31>(x, y)),
            2 => (_mm256_unpacklo_epi64(x, y), _mm256_unpackhi_epi64(x, y)),
            1 => (
                _mm256_blend_epi32::<0xAA>(x, _mm256_slli_epi64::<32>(y)),
                _mm256_blend_epi32::<0xAA>(_mm256_srli_epi64::<32>(x), y)
            ),
        },
        low _mm256_castsi256_si128, with_low _mm256_castsi128_si256
    }
}

vectors_of_16! {
    Avx2Half, 16 registers;
    f32 {
        load_part |from, n| _mm_maskload_ps(from, first_of_half(n)),
        store_part |to, vector, n| store_words_of_half(to.cast(), _mm_castps_si128(vector), n),
    }
    f64 {
        load_part |from, n| _mm_maskload_pd(from, first_of_half(2 * n)),
        store_part |to, vector, n| store_words_of_half(to.cast(), _mm_castpd_si128(vector), 2 * n),
    }
    i32 {
        load_part |from, n| _mm_maskload_epi32(from, first_of_half(n)),
        store_part |to, vector, n| store_words_of_half(to, vector, n),
        exchange |x, y| {
            2 => (_mm_unpacklo_epi64(x, y), _mm_unpackhi_epi64(x, y)),
            1 => (
                _mm_blend_epi32::<0b1010>(x, _mm_slli_epi64::<32>(y)),
                _mm_blend_epi32::<0b1010>(_mm_srli_epi64::<32>(x), y)
            ),
        }
    }
}
