//! Products of pairs of `bf16` with AVX-512 BF16, `vdpbf16ps`, which adds two products in each lane, and with AMX, `tdpbf16ps`.

use super::{Bf16Problem, multiply_groups, update_by};
use crate::gemm::groups::tiled::{TileProductFn, Tiled, TiledLanes, bf16_by_bf16};
use crate::gemm::groups::{Groups, Lanes, Part, Side, avx512, tiles};
use crate::gemm::strided::Open;
use crate::gemm::update::{Blend, Update};
use crate::simd::{Amx, Avx512Bf16, Vectors};
use core::arch::x86_64::*;
use half::bf16;

/// Updates C, with vectors.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
pub unsafe fn multiply(proof: Avx512Bf16, problem: &Bf16Problem) {
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { multiply_groups(Pairs { proof, update: problem.update }, problem) }
}

/// Updates C, with tiles.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
pub unsafe fn multiply_tiles(amx: Amx, proof: Avx512Bf16, problem: &Bf16Problem) {
    let kernel = Pairs { proof, update: problem.update };
    let tiles = &amx.configure();
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { multiply_groups(Tiled::new(tiles, kernel), problem) }
}

/// The instructions, and the update of C.
#[derive(Clone, Copy)]
pub struct Pairs {
    pub proof: Avx512Bf16,
    pub update: Blend<f32>,
}

impl Groups for Pairs {
    type Number = bf16;
    type Sum = f32;
    const LANES: usize = avx512::LANES;
    const ROWS: usize = 6;
    const VECTORS: usize = 4;

    tiles!("avx512f,avx512vl,avx512bw,avx512dq,avx512bf16": 1 2 4 6; (1 2 3 4));

    #[inline(always)]
    unsafe fn pack(self, from: Open<bf16>, groups: usize, _: Side, to: *mut i32) {
        // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
        unsafe { avx512::pack(from, groups, 0, to) }
    }

    #[inline(always)]
    fn reads(self, part: Part) -> bool {
        update_by(self.update, part).reads()
    }
}

impl Lanes for Pairs {
    type Vector = __m512i;

    #[inline(always)]
    unsafe fn start(self, _: *const i32) -> __m512i {
        self.splat(0)
    }

    #[inline(always)]
    unsafe fn load(self, from: *const i32) -> __m512i {
        // SAFETY: the guarantee of the caller.
        unsafe { Vectors::<i32>::load(self.proof.machine(), from) }
    }

    #[inline(always)]
    fn splat(self, group: i32) -> __m512i {
        Vectors::<i32>::splat(self.proof.machine(), group)
    }

    #[inline(always)]
    fn dot(self, sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves the instructions (rule I). The types of vectors have the same bits.
        unsafe {
            let a = core::mem::transmute::<__m512i, __m512bh>(a);
            let b = core::mem::transmute::<__m512i, __m512bh>(b);
            _mm512_castps_si512(_mm512_dpbf16_ps(_mm512_castsi512_ps(sum), a, b))
        }
    }

    #[inline(always)]
    fn sets(self, part: Part) -> bool {
        self.update.alpha == 1.0 && !self.reads(part)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32, sum: __m512i) {
        // SAFETY: the guarantee of the caller.
        unsafe { Vectors::<i32>::store(self.proof.machine(), to.cast(), sum) }
    }

    #[inline(always)]
    unsafe fn write(self, part: Part, to: *mut f32, lanes: usize, sum: __m512i) {
        let (v, update) = (self.proof.machine(), update_by(self.update, part));
        // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
        unsafe {
            let old = if update.reads() { v.load_part(to, lanes) } else { Vectors::<f32>::zero(v) };
            let sum = update.apply(v, _mm512_castsi512_ps(sum), old);
            v.store_part(to, sum, lanes);
        }
    }
}

impl TiledLanes for Pairs {
    #[inline(always)]
    fn product(self) -> TileProductFn {
        bf16_by_bf16
    }
}
