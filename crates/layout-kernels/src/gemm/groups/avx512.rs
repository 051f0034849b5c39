//! Packs groups with AVX-512, in panels of 16 lanes.

use super::numbers_of_group;
use super::portable::pack as pack_scattered;
use crate::gemm::strided::Open;
use core::arch::x86_64::*;

/// The lanes of a panel.
pub const LANES: usize = 16;

/// Packs panels of 16 lanes, one after the other, of `groups` groups, and changes the bits `sign` of each group. The lanes that the
/// last panel lacks are any numbers; the numbers that the depth lacks in the last groups are 0 before the change.
///
/// # Safety
/// There must be 1 to 64 rows valid for reads, no longer than `groups` groups, and `to` for writes of the groups of whole panels. The
/// processor must have AVX-512 F, VL, BW and DQ.
#[inline(always)]
pub unsafe fn pack<N: Copy>(from: Open<N>, groups: usize, sign: i32, to: *mut i32) {
    const { assert!(size_of::<N>() <= 2) };
    let ([count, depth], [across, along]) = (from.extents, from.strides);
    // SAFETY: the guarantee of the caller.
    unsafe {
        if along == 1 && depth > 1 {
            pack_along(from, groups, sign, to);
        } else if across != 1 && count > 1 {
            pack_scattered::<N, LANES>(from, groups, sign, to);
        } else if size_of::<N>() == 1 {
            pack_bytes_across(Open::of(from), groups, sign, to);
        } else {
            pack_words_across(Open::of(from), groups, sign, to);
        }
    }
}

/// Packs bytes of lanes that are neighbours.
///
/// # Safety
/// The requirements of [`pack`], and AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn pack_bytes_across(from: Open<u8>, groups: usize, sign: i32, to: *mut i32) {
    let [count, all] = from.extents;
    let panels = count.div_ceil(LANES);
    let mask = u64::MAX >> (64 - count);
    let sign = _mm512_set1_epi32(sign);
    // Unpacking takes four bytes of each quarter of a vector. This order puts those of 16 neighbours there.
    let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for group in 0..groups {
        let mut rows = [_mm512_setzero_si512(); numbers_of_group::<u8>()];
        for (k, row) in rows.iter_mut().enumerate() {
            let depth = numbers_of_group::<u8>() * group + k;
            // A branch in a loop of four steps, so that the compiler keeps the rows in registers.
            if depth < all {
                // SAFETY: the first `count` bytes of this depth alone are read.
                let bytes = unsafe { _mm512_maskz_loadu_epi8(mask, from.at(0, depth).cast()) };
                *row = _mm512_permutexvar_epi32(order, bytes);
            }
        }
        let [x, y, z, w] = rows;
        let (low, high) = (_mm512_unpacklo_epi8(x, y), _mm512_unpackhi_epi8(x, y));
        let (low_next, high_next) = (_mm512_unpacklo_epi8(z, w), _mm512_unpackhi_epi8(z, w));
        let packed = [
            _mm512_unpacklo_epi16(low, low_next),
            _mm512_unpackhi_epi16(low, low_next),
            _mm512_unpacklo_epi16(high, high_next),
            _mm512_unpackhi_epi16(high, high_next),
        ];
        for (panel, packed) in packed.into_iter().enumerate() {
            if panel < panels {
                let at = LANES * (panel * groups + group);
                // SAFETY: a group of each lane of a panel, which the caller guarantees to be writable.
                unsafe { _mm512_storeu_si512(to.add(at).cast(), _mm512_xor_si512(packed, sign)) };
            }
        }
    }
}

/// Packs words of lanes that are neighbours.
///
/// # Safety
/// The requirements of [`pack`], and AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn pack_words_across(from: Open<u16>, groups: usize, sign: i32, to: *mut i32) {
    let [count, all] = from.extents;
    let sign = _mm512_set1_epi32(sign);
    // Unpacking takes four words of each quarter of two vectors. This order puts those of 16 neighbours there.
    let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    for first in (0..count).step_by(2 * LANES) {
        let mask = u32::MAX >> (32 - (count - first).min(32));
        for group in 0..groups {
            let mut rows = [_mm512_setzero_si512(); numbers_of_group::<u16>()];
            for (k, row) in rows.iter_mut().enumerate() {
                let depth = numbers_of_group::<u16>() * group + k;
                // A branch in a loop of two steps, so that the compiler keeps the rows in registers.
                if depth < all {
                    let at = from.at(first, depth).cast();
                    // SAFETY: the words of the lanes of this depth alone are read.
                    let words = unsafe { _mm512_maskz_loadu_epi16(mask, at) };
                    *row = _mm512_permutexvar_epi64(order, words);
                }
            }
            let [x, y] = rows;
            let packed = [_mm512_unpacklo_epi16(x, y), _mm512_unpackhi_epi16(x, y)];
            for (panel, packed) in packed.into_iter().enumerate() {
                let lane = first + LANES * panel;
                if lane < count {
                    let at = lane * groups + LANES * group;
                    // SAFETY: a group of each lane of a panel, which the caller guarantees to be writable.
                    unsafe {
                        _mm512_storeu_si512(to.add(at).cast(), _mm512_xor_si512(packed, sign))
                    };
                }
            }
        }
    }
}

/// Packs lanes whose numbers are neighbours: transposes squares of four groups of 16 lanes.
///
/// # Safety
/// The requirements of [`pack`], and AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn pack_along<N: Copy>(from: Open<N>, groups: usize, sign: i32, to: *mut i32) {
    let count = from.extents[0];
    // In bytes.
    let all = from.extents[1] * size_of::<N>();
    let sign = _mm512_set1_epi32(sign);
    for panel in 0..count.div_ceil(LANES) {
        let mut lanes = [from.start.cast::<i8>(); LANES];
        for (lane, start) in lanes.iter_mut().enumerate() {
            *start = from.at((LANES * panel + lane).min(count - 1), 0).cast();
        }
        for group in (0..groups).step_by(4) {
            let depth = size_of::<i32>() * group;
            let mask = ((1_u32 << all.saturating_sub(depth).min(16)) - 1) as u16;
            // SAFETY: the bytes of a lane from `depth` on, at most 16 and at most those of the depth.
            let load = |lane: usize| unsafe {
                _mm_maskz_loadu_epi8(mask, lanes[lane].wrapping_add(depth))
            };
            // Lanes `j`, `4 + j`, `8 + j` and `12 + j`.
            let every_fourth = |j: usize| {
                let x = _mm512_castsi128_si512(load(j));
                let x = _mm512_inserti32x4::<1>(x, load(4 + j));
                _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(x, load(8 + j)), load(12 + j))
            };
            let [x, y] = [every_fourth(0), every_fourth(1)];
            let [z, w] = [every_fourth(2), every_fourth(3)];
            let (low, high) = (_mm512_unpacklo_epi32(x, y), _mm512_unpackhi_epi32(x, y));
            let (low_next, high_next) = (_mm512_unpacklo_epi32(z, w), _mm512_unpackhi_epi32(z, w));
            let packed = [
                _mm512_unpacklo_epi64(low, low_next),
                _mm512_unpackhi_epi64(low, low_next),
                _mm512_unpacklo_epi64(high, high_next),
                _mm512_unpackhi_epi64(high, high_next),
            ];
            for (k, packed) in packed.into_iter().enumerate() {
                if group + k < groups {
                    let at = LANES * (panel * groups + group + k);
                    // SAFETY: a group of each lane of a panel, which the caller guarantees to be writable.
                    unsafe {
                        _mm512_storeu_si512(to.add(at).cast(), _mm512_xor_si512(packed, sign));
                    }
                }
            }
        }
    }
}
