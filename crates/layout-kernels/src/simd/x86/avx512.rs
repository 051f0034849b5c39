//! AVX-512: 32 registers of 64 bytes, with a mask for every instruction, also on shorter vectors (AVX-512VL).

use super::avx2::{store_words, store_words_of_half};
use super::short::{vectors_of_16, vectors_of_32};
use crate::simd::token::{machine, vectors};
use crate::simd::{FullMachine, Machine, Task, TaskOfParts, Vectors};
use core::arch::x86_64::*;
use typenum::{U2, U4, U8, U16};

machine! {
    /// Proof of AVX-512, with vectors of 64 bytes.
    Avx512, "AVX-512", "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,f16c", full Avx512
}
machine! {
    /// Proof of AVX-512, with vectors of 32 bytes.
    Avx512Half, "AVX-512, 32 bytes", "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,f16c", full Avx512
}
machine! {
    /// Proof of AVX-512, with vectors of 16 bytes.
    Avx512Quarter, "AVX-512, 16 bytes", "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,f16c", full Avx512
}

/// The mask of the first `n` lanes.
#[inline(always)]
fn first(n: usize) -> u32 {
    (1 << n) - 1
}

/// Writes the first `n` lanes of 4 bytes, and nothing else.
///
/// # Safety
/// The processor must have AVX-512, and `to` must be valid for writes of `n` lanes.
#[inline(always)]
unsafe fn store_words_of_all(to: *mut i32, vector: __m512i, n: usize) {
    assert!(n <= 16, "a part is at most a vector");
    // SAFETY: the caller promises AVX-512. Each piece ends at lane `n` or before, and the caller promises that these lanes
    // may be written.
    unsafe {
        let low = _mm512_castsi512_si256(vector);
        if n >= 8 {
            _mm256_storeu_si256(to.cast(), low);
            store_words(to.add(8), _mm512_extracti32x8_epi32::<1>(vector), n - 8);
        } else {
            store_words(to, low, n);
        }
    }
}

vectors! {
    Avx512: f32, __m512, U16, 32 registers, half Avx512Half;
    splat _mm512_set1_ps, load _mm512_loadu_ps, store _mm512_storeu_ps,
    add _mm512_add_ps, mul _mm512_mul_ps,
    min _mm512_min_ps, max _mm512_max_ps, mul_add _mm512_fmadd_ps,
    load_part |from, n| _mm512_maskz_loadu_ps(first(n) as __mmask16, from),
    store_part |to, vector, n| _mm512_mask_storeu_ps(to, first(n) as __mmask16, vector),
    store_pieces |to, vector, n| store_words_of_all(to.cast(), _mm512_castps_si512(vector), n),
    exchange |x, y| {
        8 => (_mm512_shuffle_f32x4::<0x44>(x, y), _mm512_shuffle_f32x4::<0xEE>(x, y)),
        4 => (
            _mm512_permutex2var_ps(x, indices([0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27]), y),
            _mm512_permutex2var_ps(x, indices([4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31]), y)
        ),
        2 => (
            _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(x), _mm512_castps_pd(y))),
            _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(x), _mm512_castps_pd(y)))
        ),
        1 => (
            _mm512_mask_moveldup_ps(x, 0xAAAA, y),
            _mm512_mask_movehdup_ps(y, 0x5555, x)
        ),
    },
    low _mm512_castps512_ps256, with_low _mm512_castps256_ps512
}

/// The indices of a permutation of two vectors of 16 lanes.
#[inline(always)]
fn indices(lanes: [i32; 16]) -> __m512i {
    // SAFETY: both types have 64 bytes, and every bit pattern is a value of `__m512i`.
    unsafe { core::mem::transmute(lanes) }
}

/// The indices of a permutation of two vectors of 8 lanes of 4 bytes.
#[inline(always)]
fn short_indices(lanes: [i32; 8]) -> __m256i {
    // SAFETY: both types have 32 bytes, and every bit pattern is a value of `__m256i`.
    unsafe { core::mem::transmute(lanes) }
}

vectors! {
    Avx512: f64, __m512d, U8, 32 registers, half Avx512Half;
    splat _mm512_set1_pd, load _mm512_loadu_pd, store _mm512_storeu_pd,
    add _mm512_add_pd, mul _mm512_mul_pd,
    min _mm512_min_pd, max _mm512_max_pd, mul_add _mm512_fmadd_pd,
    load_part |from, n| _mm512_maskz_loadu_pd(first(n) as __mmask8, from),
    store_part |to, vector, n| _mm512_mask_storeu_pd(to, first(n) as __mmask8, vector),
    store_pieces |to, vector, n| store_words_of_all(to.cast(), _mm512_castpd_si512(vector), 2 * n),
    exchange |x, y| {
        4 => (_mm512_shuffle_f64x2::<0x44>(x, y), _mm512_shuffle_f64x2::<0xEE>(x, y)),
        2 => (
            _mm512_permutex2var_pd(x, long_indices([0, 1, 8, 9, 4, 5, 12, 13]), y),
            _mm512_permutex2var_pd(x, long_indices([2, 3, 10, 11, 6, 7, 14, 15]), y)
        ),
        1 => (_mm512_unpacklo_pd(x, y), _mm512_unpackhi_pd(x, y)),
    },
    low _mm512_castpd512_pd256, with_low _mm512_castpd256_pd512
}

/// The indices of a permutation of two vectors of 8 lanes of 8 bytes.
#[inline(always)]
fn long_indices(lanes: [i64; 8]) -> __m512i {
    // SAFETY: both types have 64 bytes, and every bit pattern is a value of `__m512i`.
    unsafe { core::mem::transmute(lanes) }
}

vectors! {
    Avx512: i32, __m512i, U16, 32 registers, half Avx512Half;
    splat _mm512_set1_epi32, load _mm512_loadu_si512, store _mm512_storeu_si512,
    add _mm512_add_epi32, mul _mm512_mullo_epi32,
    min _mm512_min_epi32, max _mm512_max_epi32,
    mul_add |x, y, sum| _mm512_add_epi32(_mm512_mullo_epi32(x, y), sum),
    load_part |from, n| _mm512_maskz_loadu_epi32(first(n) as __mmask16, from),
    store_part |to, vector, n| _mm512_mask_storeu_epi32(to, first(n) as __mmask16, vector),
    store_pieces |to, vector, n| store_words_of_all(to, vector, n),
    exchange |x, y| {
        8 => (_mm512_shuffle_i32x4::<0x44>(x, y), _mm512_shuffle_i32x4::<0xEE>(x, y)),
        4 => (
            _mm512_permutex2var_epi32(x, indices([0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27]), y),
            _mm512_permutex2var_epi32(x, indices([4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31]), y)
        ),
        2 => (_mm512_unpacklo_epi64(x, y), _mm512_unpackhi_epi64(x, y)),
        1 => (
            _mm512_mask_shuffle_epi32::<{ EVEN_TWICE }>(x, 0xAAAA, y),
            _mm512_mask_shuffle_epi32::<{ ODD_TWICE }>(y, 0x5555, x)
        ),
    }
}

/// Selects lanes 0 and 2 of four, each twice.
const EVEN_TWICE: i32 = 0b10_10_00_00;
/// Selects lanes 1 and 3 of four, each twice.
const ODD_TWICE: i32 = 0b11_11_01_01;

vectors_of_32! {
    Avx512Half, 32 registers, half Avx512Quarter;
    f32 {
        load_part |from, n| _mm256_maskz_loadu_ps(first(n) as __mmask8, from),
        store_part |to, vector, n| _mm256_mask_storeu_ps(to, first(n) as __mmask8, vector),
        store_pieces |to, vector, n| store_words(to.cast(), _mm256_castps_si256(vector), n),
    } {} {
        transpose_halves |x, y| (
            _mm256_permutex2var_ps(x, short_indices([0, 4, 8, 12, 1, 5, 9, 13]), y),
            _mm256_permutex2var_ps(x, short_indices([2, 6, 10, 14, 3, 7, 11, 15]), y)
        )
    }
    f64 {
        load_part |from, n| _mm256_maskz_loadu_pd(first(n) as __mmask8, from),
        store_part |to, vector, n| _mm256_mask_storeu_pd(to, first(n) as __mmask8, vector),
        store_pieces |to, vector, n| store_words(to.cast(), _mm256_castpd_si256(vector), 2 * n),
    }
    i32 {
        load_part |from, n| _mm256_maskz_loadu_epi32(first(n) as __mmask8, from),
        store_part |to, vector, n| _mm256_mask_storeu_epi32(to, first(n) as __mmask8, vector),
        store_pieces |to, vector, n| store_words(to, vector, n),
        exchange |x, y| {
            4 => (_mm256_permute2x128_si256::<0x20>(x, y), _mm256_permute2x128_si256::<0x31>(x, y)),
            2 => (_mm256_unpacklo_epi64(x, y), _mm256_unpackhi_epi64(x, y)),
            1 => (
                _mm256_mask_shuffle_epi32::<{ EVEN_TWICE }>(x, 0xAA, y),
                _mm256_mask_shuffle_epi32::<{ ODD_TWICE }>(y, 0x55, x)
            ),
        }
    }
}

vectors_of_16! {
    Avx512Quarter, 32 registers;
    f32 {
        load_part |from, n| _mm_maskz_loadu_ps(first(n) as __mmask8, from),
        store_part |to, vector, n| _mm_mask_storeu_ps(to, first(n) as __mmask8, vector),
        store_pieces |to, vector, n| store_words_of_half(to.cast(), _mm_castps_si128(vector), n),
    }
    f64 {
        load_part |from, n| _mm_maskz_loadu_pd(first(n) as __mmask8, from),
        store_part |to, vector, n| _mm_mask_storeu_pd(to, first(n) as __mmask8, vector),
        store_pieces |to, vector, n| store_words_of_half(to.cast(), _mm_castpd_si128(vector), 2 * n),
    }
    i32 {
        load_part |from, n| _mm_maskz_loadu_epi32(first(n) as __mmask8, from),
        store_part |to, vector, n| _mm_mask_storeu_epi32(to, first(n) as __mmask8, vector),
        store_pieces |to, vector, n| store_words_of_half(to, vector, n),
        exchange |x, y| {
            2 => (_mm_unpacklo_epi64(x, y), _mm_unpackhi_epi64(x, y)),
            1 => (
                _mm_mask_shuffle_epi32::<{ EVEN_TWICE }>(x, 0b1010, y),
                _mm_mask_shuffle_epi32::<{ ODD_TWICE }>(y, 0b0101, x)
            ),
        }
    }
}
