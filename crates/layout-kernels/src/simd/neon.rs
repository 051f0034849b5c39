//! NEON: 32 registers of 16 bytes, part of the base instructions of aarch64.

use crate::simd::token::{machine, vectors};
use crate::simd::{FullMachine, Machine, Task, TaskOfParts, Vectors};
use core::arch::aarch64::*;
use typenum::{U2, U4};

machine! {
    /// Proof of NEON, with vectors of 16 bytes.
    Neon, "NEON", "neon", full Neon
}

impl Neon {
    /// A token if the program is compiled for NEON, as for each aarch64 target of `std`.
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        cfg!(target_feature = "neon").then_some(Neon(()))
    }
}

/// The first `n` elements, then zeros, on the stack: NEON has no masks.
///
/// # Safety
/// `from` must be valid for reads of `n <= N` elements.
#[inline(always)]
unsafe fn first<T: Copy + Default, const N: usize>(from: *const T, n: usize) -> [T; N] {
    let mut lanes = [T::default(); N];
    for (lane, x) in lanes.iter_mut().enumerate().take(n) {
        // SAFETY: `lane < n`: an element that the caller guarantees to be readable.
        *x = unsafe { *from.add(lane) };
    }
    lanes
}

/// Writes the first `n` lanes.
///
/// # Safety
/// `to` must be valid for writes of `n <= N` elements.
#[inline(always)]
unsafe fn put_first<T: Copy, const N: usize>(to: *mut T, lanes: [T; N], n: usize) {
    for (lane, x) in lanes.into_iter().enumerate().take(n) {
        // SAFETY: `lane < n`: an element that the caller guarantees to be writable.
        unsafe { *to.add(lane) = x };
    }
}

vectors! {
    Neon: f32, float32x4_t, U4, 32 registers, half Neon;
    splat vdupq_n_f32, load vld1q_f32, store vst1q_f32, add vaddq_f32, mul vmulq_f32,
    min vminq_f32, max vmaxq_f32,
    mul_add |x, y, sum| vfmaq_f32(sum, x, y),
    load_part |from, n| vld1q_f32(first::<f32, 4>(from, n).as_ptr()),
    store_part |to, vector, n| {
        let mut lanes = [0.0_f32; 4];
        vst1q_f32(lanes.as_mut_ptr(), vector);
        put_first(to, lanes, n)
    },
    exchange |x, y| {
        2 => (
            vreinterpretq_f32_f64(vtrn1q_f64(vreinterpretq_f64_f32(x), vreinterpretq_f64_f32(y))),
            vreinterpretq_f32_f64(vtrn2q_f64(vreinterpretq_f64_f32(x), vreinterpretq_f64_f32(y)))
        ),
        1 => (vtrn1q_f32(x, y), vtrn2q_f32(x, y)),
    }
}

vectors! {
    Neon: f64, float64x2_t, U2, 32 registers, half Neon;
    splat vdupq_n_f64, load vld1q_f64, store vst1q_f64, add vaddq_f64, mul vmulq_f64,
    min vminq_f64, max vmaxq_f64,
    mul_add |x, y, sum| vfmaq_f64(sum, x, y),
    load_part |from, n| vld1q_f64(first::<f64, 2>(from, n).as_ptr()),
    store_part |to, vector, n| {
        let mut lanes = [0.0_f64; 2];
        vst1q_f64(lanes.as_mut_ptr(), vector);
        put_first(to, lanes, n)
    },
    exchange |x, y| {
        1 => (vtrn1q_f64(x, y), vtrn2q_f64(x, y)),
    }
}

vectors! {
    Neon: i32, int32x4_t, U4, 32 registers, half Neon;
    splat vdupq_n_s32, load vld1q_s32, store vst1q_s32, add vaddq_s32, mul vmulq_s32,
    min vminq_s32, max vmaxq_s32,
    mul_add |x, y, sum| vmlaq_s32(sum, x, y),
    load_part |from, n| vld1q_s32(first::<i32, 4>(from, n).as_ptr()),
    store_part |to, vector, n| {
        let mut lanes = [0; 4];
        vst1q_s32(lanes.as_mut_ptr(), vector);
        put_first(to, lanes, n)
    },
    exchange |x, y| {
        2 => (
            vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(x), vreinterpretq_s64_s32(y))),
            vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(x), vreinterpretq_s64_s32(y)))
        ),
        1 => (vtrn1q_s32(x, y), vtrn2q_s32(x, y)),
    }
}
