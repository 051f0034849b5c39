//! Packs groups of four depths.

use super::tile::dot;
use super::{FOUR, LANES, Vnni};
use crate::gemm::strided::Open;
use core::arch::x86_64::*;

/// Packs panels of 16 lanes, one after the other, and adds `sign`, 0 or -128, to each number. The lanes that the last panel lacks
/// are any numbers; what the last group lacks is `sign`.
///
/// # Safety
/// There must be 1 to 64 rows valid for reads, and `to` for writes of the groups of whole panels.
#[inline(always)]
pub unsafe fn pack(_: Vnni, from: Open<i8>, sign: i8, to: *mut i32) {
    let ([count, depth], [across, along]) = (from.extents, from.strides);
    // SAFETY: the guarantee of the caller. The token proves the instructions (rule I).
    unsafe {
        if along == 1 && depth > 1 {
            pack_along(from, sign, to);
        } else if across == 1 || count == 1 {
            pack_across(from, sign, to);
        } else {
            pack_scattered(from, sign, to);
        }
    }
}

/// Packs lanes that are neighbours.
///
/// # Safety
/// The requirements of [`pack`], and AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn pack_across(from: Open<i8>, sign: i8, to: *mut i32) {
    let [count, all] = from.extents;
    let (groups, panels) = (all.div_ceil(FOUR), count.div_ceil(LANES));
    let mask = u64::MAX >> (64 - count);
    let sign = _mm512_set1_epi8(sign);
    // Unpacking takes four bytes of each quarter of a vector. This order puts those of 16 neighbours there.
    let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for group in 0..groups {
        let mut rows = [_mm512_setzero_si512(); FOUR];
        for (k, row) in rows.iter_mut().enumerate() {
            let depth = FOUR * group + k;
            // A branch in a loop of four steps, so that the compiler keeps the rows in registers.
            if depth < all {
                // SAFETY: the first `count` bytes of this depth alone are read.
                let bytes = unsafe { _mm512_maskz_loadu_epi8(mask, from.at(0, depth)) };
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

/// Packs lanes whose numbers are neighbours: transposes squares of four groups of 16 lanes.
///
/// # Safety
/// The requirements of [`pack`], and AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn pack_along(from: Open<i8>, sign: i8, to: *mut i32) {
    let [count, all] = from.extents;
    let groups = all.div_ceil(FOUR);
    let sign = _mm512_set1_epi8(sign);
    for panel in 0..count.div_ceil(LANES) {
        let mut lanes = [from.start; LANES];
        for (lane, start) in lanes.iter_mut().enumerate() {
            *start = from.at((LANES * panel + lane).min(count - 1), 0);
        }
        for group in (0..groups).step_by(FOUR) {
            let depth = FOUR * group;
            let mask = u16::MAX >> (16 - (all - depth).min(16));
            // SAFETY: the bytes of a lane from `depth` on, at most 16 and at most those of the depth.
            let load = |lane: usize| unsafe { _mm_maskz_loadu_epi8(mask, lanes[lane].add(depth)) };
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

/// Packs lanes of any strides.
///
/// # Safety
/// The requirements of [`pack`].
unsafe fn pack_scattered(from: Open<i8>, sign: i8, to: *mut i32) {
    let [count, all] = from.extents;
    let groups = all.div_ceil(FOUR);
    for lane in 0..count.next_multiple_of(LANES) {
        for group in 0..groups {
            let mut bytes = [sign; FOUR];
            if lane < count {
                for (byte, depth) in bytes.iter_mut().zip(FOUR * group..all) {
                    // SAFETY: a lane and a depth of the rows.
                    *byte = unsafe { *from.at(lane, depth) } ^ sign;
                }
            }
            let at = LANES * (lane / LANES * groups + group) + lane % LANES;
            // SAFETY: a group of a lane of a panel, which the caller guarantees to be writable.
            unsafe { to.add(at).write(i32::from_le_bytes(bytes.map(|byte| byte as u8))) };
        }
    }
}

/// Writes where the sums of the rows of a panel of A start: at -128 or 128 times the sum of each lane if both A and B are of `i8`
/// or of `u8`, at 0 otherwise.
///
/// # Safety
/// `panel` must have the groups of 16 lanes, and `to` be valid for writes of 16 sums.
#[inline(always)]
pub unsafe fn start_of_sums(
    _: Vnni,
    [of_a, of_b]: [bool; 2],
    groups: usize,
    panel: *const i32,
    to: *mut i32,
) {
    // SAFETY: the guarantee of the caller. The token proves the instructions (rule I).
    unsafe { sum_panel(of_a, if of_a == of_b { groups } else { 0 }, panel, to) }
}

/// [`start_of_sums`] of a panel whose numbers have a sign or not.
///
/// # Safety
/// The requirements of [`start_of_sums`], and AVX-512 VNNI.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vnni")]
unsafe fn sum_panel(is_signed: bool, groups: usize, panel: *const i32, to: *mut i32) {
    let ones = _mm512_set1_epi8(1);
    let mut sum = _mm512_setzero_si512();
    for group in 0..groups {
        // SAFETY: `group < groups`: a group of 16 lanes.
        let numbers = unsafe { _mm512_loadu_si512(panel.add(LANES * group).cast()) };
        sum = dot(is_signed, sum, numbers, ones);
    }
    let sum = _mm512_slli_epi32::<7>(sum);
    let start = if is_signed { _mm512_sub_epi32(_mm512_setzero_si512(), sum) } else { sum };
    // SAFETY: the caller guarantees 16 writable sums.
    unsafe { _mm512_storeu_si512(to.cast(), start) };
}
