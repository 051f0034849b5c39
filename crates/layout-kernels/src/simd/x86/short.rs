//! Vectors of 16 and of 32 bytes of the tokens of AVX2 and of AVX-512: most of their instructions are those of AVX2.

/// Implements [`Vectors`](crate::simd::Vectors) for vectors of 16 bytes. The caller names what differs: how a part is loaded and
/// stored, and how lanes of `i32` are exchanged.
macro_rules! vectors_of_16 {
    (
        $token:ident, $registers:literal registers;
        f32 { $($f32:tt)* }
        f64 { $($f64:tt)* }
        i32 { $($i32:tt)* }
    ) => {
        vectors! {
            $token: f32, __m128, U4, $registers registers, half $token;
            splat _mm_set1_ps, load _mm_loadu_ps, store _mm_storeu_ps,
            add _mm_add_ps, mul _mm_mul_ps,
            min _mm_min_ps, max _mm_max_ps, mul_add _mm_fmadd_ps,
            $($f32)*
            exchange |x, y| {
                2 => (_mm_movelh_ps(x, y), _mm_movehl_ps(y, x)),
                1 => (
                    _mm_blend_ps::<0b1010>(x, _mm_moveldup_ps(y)),
                    _mm_blend_ps::<0b1010>(_mm_movehdup_ps(x), y)
                ),
            }
        }
        vectors! {
            $token: f64, __m128d, U2, $registers registers, half $token;
            splat _mm_set1_pd, load _mm_loadu_pd, store _mm_storeu_pd,
            add _mm_add_pd, mul _mm_mul_pd,
            min _mm_min_pd, max _mm_max_pd, mul_add _mm_fmadd_pd,
            $($f64)*
            exchange |x, y| { 1 => (_mm_unpacklo_pd(x, y), _mm_unpackhi_pd(x, y)), }
        }
        vectors! {
            $token: i32, __m128i, U4, $registers registers, half $token;
            splat _mm_set1_epi32, load _mm_loadu_si128, store _mm_storeu_si128,
            add _mm_add_epi32, mul _mm_mullo_epi32,
            min _mm_min_epi32, max _mm_max_epi32,
            mul_add |x, y, sum| _mm_add_epi32(_mm_mullo_epi32(x, y), sum),
            $($i32)*
        }
    };
}
pub(super) use vectors_of_16;

/// Implements [`Vectors`](crate::simd::Vectors) for vectors of 32 bytes. The caller names what differs: how a part is loaded and
/// stored, how lanes of `i32` are exchanged, and how halves of `f32` are transposed.
macro_rules! vectors_of_32 {
    (
        $token:ident, $registers:literal registers, half $half:ident;
        f32 { $($f32:tt)* } { $($f32_of_low:tt)* } { $($f32_of_halves:tt)* }
        f64 { $($f64:tt)* }
        i32 { $($i32:tt)* }
    ) => {
        vectors! {
            $token: f32, __m256, U8, $registers registers, half $half;
            splat _mm256_set1_ps, load _mm256_loadu_ps, store _mm256_storeu_ps,
            add _mm256_add_ps, mul _mm256_mul_ps,
            min _mm256_min_ps, max _mm256_max_ps, mul_add _mm256_fmadd_ps,
            $($f32)*
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
            }
            $($f32_of_low)*,
            load_halves |low, high| {
                _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high))
            },
            splat_in_halves |x| {
                0 => _mm256_permute_ps::<0x00>(x),
                1 => _mm256_permute_ps::<0x55>(x),
                2 => _mm256_permute_ps::<0xAA>(x),
                3 => _mm256_permute_ps::<0xFF>(x),
            },
            $($f32_of_halves)*,
            sums_of_halves |x| {
                let first = _mm256_add_ps(_mm256_unpacklo_ps(x[0], x[1]), _mm256_unpackhi_ps(x[0], x[1]));
                let second = _mm256_add_ps(_mm256_unpacklo_ps(x[2], x[3]), _mm256_unpackhi_ps(x[2], x[3]));
                let (first, second) = (_mm256_castps_pd(first), _mm256_castps_pd(second));
                _mm256_add_ps(
                    _mm256_castpd_ps(_mm256_unpacklo_pd(first, second)),
                    _mm256_castpd_ps(_mm256_unpackhi_pd(first, second)),
                )
            }
        }
        vectors! {
            $token: f64, __m256d, U4, $registers registers, half $half;
            splat _mm256_set1_pd, load _mm256_loadu_pd, store _mm256_storeu_pd,
            add _mm256_add_pd, mul _mm256_mul_pd,
            min _mm256_min_pd, max _mm256_max_pd, mul_add _mm256_fmadd_pd,
            $($f64)*
            exchange |x, y| {
                2 => (_mm256_permute2f128_pd::<0x20>(x, y), _mm256_permute2f128_pd::<0x31>(x, y)),
                1 => (_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y)),
            }
        }
        vectors! {
            $token: i32, __m256i, U8, $registers registers, half $half;
            splat _mm256_set1_epi32, load _mm256_loadu_si256, store _mm256_storeu_si256,
            add _mm256_add_epi32, mul _mm256_mullo_epi32,
            min _mm256_min_epi32, max _mm256_max_epi32,
            mul_add |x, y, sum| _mm256_add_epi32(_mm256_mullo_epi32(x, y), sum),
            $($i32)*
        }
    };
}
pub(super) use vectors_of_32;
