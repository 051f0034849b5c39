//! AVX2 with FMA: 16 registers of 32 bytes.
//!
//! Part of a vector is loaded under a mask, and stored in pieces of 16, 8 and 4 bytes: AMD's processors run a masked
//! store of AVX2 from microcode, in more than ten cycles. With a static number of lanes the pieces have no branches.

use super::halves::sums_of_halves;
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

vectors! {
    Avx2: f32, __m256, U8, 16 registers, half Avx2Half;
    splat _mm256_set1_ps, load _mm256_loadu_ps, store _mm256_storeu_ps,
    add _mm256_add_ps, mul _mm256_mul_ps,
    min _mm256_min_ps, max _mm256_max_ps, mul_add _mm256_fmadd_ps,
    load_part |from, n| _mm256_maskload_ps(from, first(n)),
    store_part |to, vector, n| store_words(to.cast(), _mm256_castps_si256(vector), n),
    exchange |x, y| {
        4 => (_mm256_permute2f128_ps::<0x20>(x, y), _mm256_permute2f128_ps::<0x31>(x, y)),
        2 => (
            _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(x), _mm256_castps_pd(y))),
            _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(x), _mm256_castps_pd(y)))
        ),
        1 => (
            _mm256_blend_ps::<0xAA>(x, _mm256_moveldup_ps(y)),
            _mm256_blend_ps::<0xAA>(_mm256_movehdup_ps(x), y)
        ),
    },
    low _mm256_castps256_ps128, with_low _mm256_castps128_ps256,
    load_halves |low, high| _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high)),
    splat_in_halves |x| {
        0 => _mm256_permute_ps::<0x00>(x),
        1 => _mm256_permute_ps::<0x55>(x),
        2 => _mm256_permute_ps::<0xAA>(x),
        3 => _mm256_permute_ps::<0xFF>(x),
    },
    transpose_halves |x, y| (
        _mm256_permutevar8x32_ps(_mm256_unpacklo_ps(x, y), HALVES_WOVEN),
        _mm256_permutevar8x32_ps(_mm256_unpackhi_ps(x, y), HALVES_WOVEN)
    ),
    sums_of_halves |x| sums_of_halves!(x)
}

/// The indices that alternate between the lanes of the two halves.
// SAFETY: both types have 32 bytes, and every bit pattern is a value of `__m256i`.
const HALVES_WOVEN: __m256i = unsafe { core::mem::transmute([0_i32, 4, 1, 5, 2, 6, 3, 7]) };

vectors! {
    Avx2Half: f32, __m128, U4, 16 registers, half Avx2Half;
    splat _mm_set1_ps, load _mm_loadu_ps, store _mm_storeu_ps,
    add _mm_add_ps, mul _mm_mul_ps,
    min _mm_min_ps, max _mm_max_ps, mul_add _mm_fmadd_ps,
    load_part |from, n| _mm_maskload_ps(from, first_of_half(n)),
    store_part |to, vector, n| store_words_of_half(to.cast(), _mm_castps_si128(vector), n),
    exchange |x, y| {
        2 => (_mm_movelh_ps(x, y), _mm_movehl_ps(y, x)),
        1 => (
            _mm_blend_ps::<0b1010>(x, _mm_moveldup_ps(y)),
            _mm_blend_ps::<0b1010>(_mm_movehdup_ps(x), y)
        ),
    }
}

vectors! {
    Avx2: f64, __m256d, U4, 16 registers, half Avx2Half;
    splat _mm256_set1_pd, load _mm256_loadu_pd, store _mm256_storeu_pd,
    add _mm256_add_pd, mul _mm256_mul_pd,
    min _mm256_min_pd, max _mm256_max_pd, mul_add _mm256_fmadd_pd,
    load_part |from, n| _mm256_maskload_pd(from, first(2 * n)),
    store_part |to, vector, n| store_words(to.cast(), _mm256_castpd_si256(vector), 2 * n),
    exchange |x, y| {
        2 => (_mm256_permute2f128_pd::<0x20>(x, y), _mm256_permute2f128_pd::<0x31>(x, y)),
        1 => (_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y)),
    }
}

vectors! {
    Avx2Half: f64, __m128d, U2, 16 registers, half Avx2Half;
    splat _mm_set1_pd, load _mm_loadu_pd, store _mm_storeu_pd,
    add _mm_add_pd, mul _mm_mul_pd,
    min _mm_min_pd, max _mm_max_pd, mul_add _mm_fmadd_pd,
    load_part |from, n| _mm_maskload_pd(from, first_of_half(2 * n)),
    store_part |to, vector, n| store_words_of_half(to.cast(), _mm_castpd_si128(vector), 2 * n),
    exchange |x, y| {
        1 => (_mm_unpacklo_pd(x, y), _mm_unpackhi_pd(x, y)),
    }
}

vectors! {
    Avx2: i32, __m256i, U8, 16 registers, half Avx2Half;
    splat _mm256_set1_epi32, load _mm256_loadu_si256, store _mm256_storeu_si256,
    add _mm256_add_epi32, mul _mm256_mullo_epi32,
    min _mm256_min_epi32, max _mm256_max_epi32,
    mul_add |x, y, sum| _mm256_add_epi32(_mm256_mullo_epi32(x, y), sum),
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

vectors! {
    Avx2Half: i32, __m128i, U4, 16 registers, half Avx2Half;
    splat _mm_set1_epi32, load _mm_loadu_si128, store _mm_storeu_si128,
    add _mm_add_epi32, mul _mm_mullo_epi32,
    min _mm_min_epi32, max _mm_max_epi32,
    mul_add |x, y, sum| _mm_add_epi32(_mm_mullo_epi32(x, y), sum),
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
