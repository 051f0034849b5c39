//! Operations on halves of vectors of 32 bytes. They use instructions of AVX, which AVX2 and AVX-512 include.

/// The sums of the halves of four vectors of `f32`. A macro, so that the instructions are in the function that has the
/// token.
macro_rules! sums_of_halves {
    ($vectors:ident) => {{
        let x = $vectors;
        let first = _mm256_add_ps(_mm256_unpacklo_ps(x[0], x[1]), _mm256_unpackhi_ps(x[0], x[1]));
        let second = _mm256_add_ps(_mm256_unpacklo_ps(x[2], x[3]), _mm256_unpackhi_ps(x[2], x[3]));
        let (first, second) = (_mm256_castps_pd(first), _mm256_castps_pd(second));
        _mm256_add_ps(
            _mm256_castpd_ps(_mm256_unpacklo_pd(first, second)),
            _mm256_castpd_ps(_mm256_unpackhi_pd(first, second)),
        )
    }};
}
pub(super) use sums_of_halves;
