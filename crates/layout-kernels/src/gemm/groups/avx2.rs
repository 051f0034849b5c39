//! Packs groups of bytes with AVX2, in panels of 8 lanes.

use super::numbers_of_group;
use super::portable::pack as pack_scattered;
use crate::gemm::strided::Open;
use core::arch::x86_64::*;

/// The lanes of a panel.
const LANES: usize = 8;
/// The bytes of a lane that are read at once.
const BYTES: usize = 16;

/// Packs panels of 8 lanes, one after the other, of `groups` groups, and changes the bits `sign` of each group. The lanes that the
/// last panel lacks are any numbers; the numbers that the depth lacks in the last groups are 0 before the change.
///
/// # Safety
/// There must be rows valid for reads, no longer than `groups` groups, and `to` for writes of the groups of whole panels. The
/// processor must have AVX2.
#[inline(always)]
pub unsafe fn pack(from: Open<i8>, groups: usize, sign: i32, to: *mut i32) {
    let ([count, depth], [across, along]) = (from.extents, from.strides);
    // SAFETY: the guarantee of the caller.
    unsafe {
        if along == 1 && depth > 1 {
            pack_along(from, groups, sign, to);
        } else if across == 1 || count == 1 {
            pack_across(from, groups, sign, to);
        } else {
            pack_scattered::<i8, LANES>(from, groups, sign, to);
        }
    }
}

/// Loads the first `len` of 16 bytes; the others are 0.
///
/// # Safety
/// `from` must be valid for reads of `len` bytes, at most 16.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_part(from: *const i8, len: usize) -> __m128i {
    let mut bytes = [0_i8; BYTES];
    let from = if len < BYTES {
        // SAFETY: the caller's bytes, fewer than the buffer has.
        unsafe { bytes.as_mut_ptr().copy_from_nonoverlapping(from, len) };
        bytes.as_ptr()
    } else {
        from
    };
    // SAFETY: 16 bytes, of the buffer or of the caller.
    unsafe { _mm_loadu_si128(from.cast()) }
}

/// Packs lanes that are neighbours.
///
/// # Safety
/// The requirements of [`pack`], and AVX2.
#[target_feature(enable = "avx2")]
unsafe fn pack_across(from: Open<i8>, groups: usize, sign: i32, to: *mut i32) {
    const FOUR: usize = numbers_of_group::<i8>();
    let [count, all] = from.extents;
    let sign = _mm256_set1_epi32(sign);
    for panel in 0..count.div_ceil(LANES) {
        let first = LANES * panel;
        let lanes = LANES.min(count - first);
        for group in 0..groups {
            let mut rows = [_mm_setzero_si128(); FOUR];
            for (k, row) in rows.iter_mut().enumerate() {
                let depth = FOUR * group + k;
                if depth < all {
                    let at = from.at(first, depth);
                    // SAFETY: the bytes of the lanes of this depth alone are read.
                    *row = unsafe {
                        if lanes == LANES {
                            _mm_loadl_epi64(at.cast())
                        } else {
                            load_part(at, lanes)
                        }
                    };
                }
            }
            let [x, y, z, w] = rows;
            let (low, high) = (_mm_unpacklo_epi8(x, y), _mm_unpacklo_epi8(z, w));
            let packed = _mm256_inserti128_si256::<1>(
                _mm256_castsi128_si256(_mm_unpacklo_epi16(low, high)),
                _mm_unpackhi_epi16(low, high),
            );
            let at = LANES * (panel * groups + group);
            // SAFETY: a group of each lane of a panel, which the caller guarantees to be writable.
            unsafe { _mm256_storeu_si256(to.add(at).cast(), _mm256_xor_si256(packed, sign)) };
        }
    }
}

/// Packs lanes whose numbers are neighbours: transposes four groups of 8 lanes.
///
/// # Safety
/// The requirements of [`pack`], and AVX2.
#[target_feature(enable = "avx2")]
unsafe fn pack_along(from: Open<i8>, groups: usize, sign: i32, to: *mut i32) {
    const FOUR: usize = numbers_of_group::<i8>();
    let [count, all] = from.extents;
    let sign = _mm256_set1_epi32(sign);
    for panel in 0..count.div_ceil(LANES) {
        let mut lanes = [from.start; LANES];
        for (lane, start) in lanes.iter_mut().enumerate() {
            *start = from.at((LANES * panel + lane).min(count - 1), 0);
        }
        for group in (0..groups).step_by(4) {
            let depth = FOUR * group;
            let len = BYTES.min(all.saturating_sub(depth));
            // SAFETY: the bytes of a lane from `depth` on, at most 16 and at most those of the depth.
            let load = |lane: usize| unsafe { load_part(lanes[lane].wrapping_add(depth), len) };
            // Lanes `j` and `4 + j`.
            let every_fourth = |j: usize| {
                _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(load(j)), load(4 + j))
            };
            let [x, y] = [every_fourth(0), every_fourth(1)];
            let [z, w] = [every_fourth(2), every_fourth(3)];
            let (low, high) = (_mm256_unpacklo_epi32(x, y), _mm256_unpackhi_epi32(x, y));
            let (low_next, high_next) = (_mm256_unpacklo_epi32(z, w), _mm256_unpackhi_epi32(z, w));
            let packed = [
                _mm256_unpacklo_epi64(low, low_next),
                _mm256_unpackhi_epi64(low, low_next),
                _mm256_unpacklo_epi64(high, high_next),
                _mm256_unpackhi_epi64(high, high_next),
            ];
            for (k, packed) in packed.into_iter().enumerate() {
                if group + k < groups {
                    let at = LANES * (panel * groups + group + k);
                    // SAFETY: a group of each lane of a panel, which the caller guarantees to be writable.
                    unsafe {
                        _mm256_storeu_si256(to.add(at).cast(), _mm256_xor_si256(packed, sign))
                    };
                }
            }
        }
    }
}
