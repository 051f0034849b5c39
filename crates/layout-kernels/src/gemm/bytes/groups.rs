//! Products of bytes in packed groups, by instructions that add four products in each lane.
//!
//! `vpdpbusd` (VNNI) multiplies numbers without a sign by numbers with one, `sdot` and `udot` (NEON) numbers of one type. If those of
//! B have the other type, they are packed as what the instruction takes: `i8` with 128 added to each number, `u8` with 128
//! subtracted. As a byte, the sum differs from the number in the highest bit. What the 128 adds to a sum of C is the same for a
//! whole row, so sums start with its opposite:
//!
//! ```text
//! 128 added           sum[i][j] = -128 * (a[i][0] + a[i][1] + ..)
//! 128 subtracted      sum[i][j] =  128 * (a[i][0] + a[i][1] + ..)
//! ```
//!
//! Tiles (AMX) have an instruction for each pair of types: `tdpbssd`, `tdpbsud`, `tdpbusd` and `tdpbuud`.

use super::{ByteProblem, ByteUpdate, Scale, few};
use crate::gemm::groups::{self, GroupProblem, Groups, Lanes, Part, Side, tiles};
use crate::gemm::problem::Problem;
use crate::gemm::strided::Open;
use crate::simd::{FullMachine, Machine, Vectors};
#[cfg(target_arch = "aarch64")]
use crate::{gemm::groups::portable, simd::NeonDot};
#[cfg(target_arch = "x86_64")]
use crate::{
    gemm::groups::tiled::{self, TileProductFn, Tiled, TiledLanes},
    gemm::groups::{avx2, avx512},
    simd::{Amx, Avx512Vnni, AvxVnni},
};
#[cfg(target_arch = "aarch64")]
use core::arch::aarch64::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The instructions that multiply groups of bytes.
#[derive(Clone, Copy)]
pub enum ByteGroups {
    #[cfg(target_arch = "x86_64")]
    Amx(Amx, Avx512Vnni),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Vnni),
    #[cfg(target_arch = "x86_64")]
    Avx2(AvxVnni),
    #[cfg(target_arch = "aarch64")]
    Neon(NeonDot),
}

impl ByteGroups {
    /// The instructions of a machine, if the processor has them.
    #[inline(always)]
    pub fn of(machine: FullMachine) -> Option<Self> {
        match machine {
            #[cfg(target_arch = "x86_64")]
            FullMachine::Avx512(avx512) => Avx512Vnni::of(avx512).map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            FullMachine::Avx2(avx2) => AvxVnni::of(avx2).map(Self::Avx2),
            #[cfg(target_arch = "aarch64")]
            FullMachine::Neon(neon) => NeonDot::of(neon).map(Self::Neon),
            FullMachine::Portable(_) => None,
        }
    }

    /// The instructions of a machine, unless reading the matrices in place costs less than packing groups. Tiles, where they pay.
    #[inline(always)]
    pub fn for_product<M: Machine>(machine: M, problem: &ByteProblem) -> Option<Self> {
        let groups = Self::of(machine.full())?;
        if few::is_in_place(problem, groups.are_wide()) {
            return None;
        }
        #[cfg(target_arch = "x86_64")]
        if pays_in_tiles(problem)
            && let Some(tiles) = groups.in_tiles()
        {
            return Some(tiles);
        }
        Some(groups)
    }

    /// The tiles of a processor that has them next to these instructions.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn in_tiles(self) -> Option<Self> {
        let Self::Avx512(proof) = self else { return None };
        Amx::of(proof.machine()).map(|amx| Self::Amx(amx, proof))
    }

    /// The instructions that kernels may use on this processor.
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return Avx512Vnni::detect()
            .map(Self::Avx512)
            .or_else(|| AvxVnni::detect().map(Self::Avx2));
        #[cfg(target_arch = "aarch64")]
        return NeonDot::detect().map(Self::Neon);
    }

    /// Whether a vector has 64 bytes, so that packing costs little.
    #[inline(always)]
    pub fn are_wide(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return matches!(self, Self::Amx(..) | Self::Avx512(_));
        #[cfg(target_arch = "aarch64")]
        return false;
    }

    /// Computes a product whose C has elements.
    ///
    /// # Safety
    /// The requirements of [`multiply`](super::multiply).
    pub unsafe fn multiply(self, problem: &ByteProblem) {
        // SAFETY: the functions called have the requirements of this one, which the caller guarantees.
        unsafe {
            match self {
                #[cfg(target_arch = "x86_64")]
                Self::Amx(amx, proof) => with_tiles(amx, proof, problem),
                #[cfg(target_arch = "x86_64")]
                Self::Avx512(proof) => with_avx512(proof, problem),
                #[cfg(target_arch = "x86_64")]
                Self::Avx2(proof) => with_avx2(proof, problem),
                #[cfg(target_arch = "aarch64")]
                Self::Neon(proof) => with_neon(proof, problem),
            }
        }
    }
}

/// Whether tiles of 16 rows by 16 sums and 64 depths multiply faster than vectors: the extents fill most of a tile, and the numbers are
/// many enough for the configuration of the tiles.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn pays_in_tiles(problem: &ByteProblem) -> bool {
    let ([m, n], depth) = (problem.c.extents, problem.a.extents[1]);
    let [side, least, all] = if cfg!(fuzzing) { [1, 1, 64] } else { [12, 24, 40 * 40 * 40] };
    m.min(n) >= side && depth >= least && m.saturating_mul(n).saturating_mul(depth) >= all
}

/// Defines the kernel of a proof, and the function that multiplies with it.
macro_rules! kernels {
    ($($multiply:ident $kernel:ident: $proof:ident, $vector:ty, $lanes:literal lanes, $features:literal,
       tiles $rows:literal $($tiles:literal)* by $vectors:tt $most:literal;
       |$is_of_a:ident| $is_signed:expr, $dot:ident $to_floats:ident $integers:ident, $pack:path;)*) => {$(
        /// Computes a product, with vectors along the rows of C.
        ///
        /// # Safety
        /// The requirements of [`multiply`](super::multiply).
        #[inline(never)]
        unsafe fn $multiply(proof: $proof, problem: &ByteProblem) {
            let c = problem.c;
            let is_turned = groups::is_turned::<$kernel<true>>(c);
            let Problem { a, b, c, update } = if is_turned { problem.swapped() } else { *problem };
            // SAFETY: the function called has the requirements of this one, which the caller guarantees.
            unsafe {
                if update.are_signed[0] {
                    let update = $kernel::<true> { proof, update };
                    groups::multiply(&GroupProblem { a, b, c, update });
                } else {
                    let update = $kernel::<false> { proof, update };
                    groups::multiply(&GroupProblem { a, b, c, update });
                }
            }
        }

        /// The instructions for an A whose numbers have a sign (`SIGNED`) or not.
        #[derive(Clone, Copy)]
        struct $kernel<const SIGNED: bool> {
            proof: $proof,
            update: ByteUpdate,
        }

        impl<const SIGNED: bool> $kernel<SIGNED> {
            /// Whether the numbers of B have a sign, as the instruction takes them.
            const IS_B_SIGNED: bool = {
                let $is_of_a = SIGNED;
                $is_signed
            };
            /// Whether B is packed as numbers of the other type.
            #[inline(always)]
            fn changes_b(self) -> bool {
                self.update.are_signed[1] != Self::IS_B_SIGNED
            }
        }

        impl<const SIGNED: bool> Groups for $kernel<SIGNED> {
            type Number = i8;
            type Sum = i32;
            const LANES: usize = $lanes;
            const ROWS: usize = $rows;
            const VECTORS: usize = $most;

            tiles!($features: $($tiles)*; $vectors);

            #[inline(always)]
            unsafe fn pack(self, from: Open<i8>, groups: usize, side: Side, to: *mut i32) {
                let changes = side == Side::B && self.changes_b();
                // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
                unsafe { $pack(from, groups, if changes { HIGHEST_BITS } else { 0 }, to) }
            }

            #[inline(always)]
            unsafe fn start_of_sums(self, groups: usize, panel: *const i32, to: *mut i32) {
                /// Adds up the numbers of each lane, times -128 or 128.
                ///
                /// # Safety
                /// The requirements of [`Groups::start_of_sums`], and the instructions of the kernel.
                #[target_feature(enable = $features)]
                unsafe fn sum<const SIGNED: bool>(
                    kernel: $kernel<SIGNED>,
                    factor: i32,
                    groups: usize,
                    panel: *const i32,
                    to: *mut i32,
                ) {
                    let v = kernel.proof.machine();
                    let ones = kernel.splat(0x0101_0101);
                    let mut sum = kernel.splat(0);
                    for group in 0..groups {
                        // SAFETY: `group < groups`: a group of the lanes.
                        let numbers = unsafe { kernel.load(panel.add($lanes * group)) };
                        sum = kernel.dot(sum, numbers, ones);
                    }
                    let start = Vectors::<i32>::mul(v, sum, kernel.splat(factor));
                    // SAFETY: the caller guarantees as many writable sums.
                    unsafe { Vectors::<i32>::store(v, to, start) };
                }
                let factor = match self.changes_b() {
                    true if Self::IS_B_SIGNED => 128,
                    true => -128,
                    false => 0,
                };
                // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
                unsafe { sum(self, factor, groups, panel, to) }
            }

            #[inline(always)]
            fn reads(self, part: Part) -> bool {
                !part.is_first
            }
        }

        impl<const SIGNED: bool> Lanes for $kernel<SIGNED> {
            type Vector = $vector;

            #[inline(always)]
            unsafe fn start(self, at: *const i32) -> $vector {
                // SAFETY: `start_of_sums` has written the sum, which the caller guarantees to be readable.
                self.splat(unsafe { *at })
            }

            #[inline(always)]
            unsafe fn load(self, from: *const i32) -> $vector {
                // SAFETY: the guarantee of the caller.
                unsafe { Vectors::<i32>::load(self.proof.machine(), from) }
            }

            #[inline(always)]
            fn splat(self, group: i32) -> $vector {
                Vectors::<i32>::splat(self.proof.machine(), group)
            }

            #[inline(always)]
            fn dot(self, sum: $vector, a: $vector, b: $vector) -> $vector {
                // SAFETY: `self` proves the instruction (rule I).
                unsafe { $dot::<SIGNED>(sum, a, b) }
            }

            #[inline(always)]
            fn sets(self, part: Part) -> bool {
                part.is_first && (!part.is_last || matches!(self.update.scale, Scale::Integer(1)))
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut i32, sum: $vector) {
                // SAFETY: the guarantee of the caller.
                unsafe { Vectors::<i32>::store(self.proof.machine(), to, sum) }
            }

            #[inline(always)]
            unsafe fn write(self, part: Part, to: *mut i32, lanes: usize, sum: $vector) {
                let v = self.proof.machine();
                // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
                unsafe {
                    let old = if part.is_first { self.splat(0) } else { Vectors::<i32>::load_part(v, to, lanes) };
                    let sum = Vectors::<i32>::add(v, sum, old);
                    // Sums are scaled with the last part of the depth alone.
                    let scale = if part.is_last { self.update.scale } else { Scale::Integer(1) };
                    let scaled = match scale {
                        Scale::Integer(1) => sum,
                        Scale::Integer(scale) => Vectors::<i32>::mul(v, sum, self.splat(scale)),
                        Scale::Float(scale) => {
                            let scale = Vectors::<f32>::splat(v, scale);
                            $integers(Vectors::<f32>::mul(v, $to_floats(sum), scale))
                        }
                    };
                    Vectors::<i32>::store_part(v, to, scaled, lanes);
                }
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
kernels! {
    with_avx512 WithAvx512: Avx512Vnni, __m512i, 16 lanes, "avx512f,avx512vl,avx512bw,avx512dq,avx512vnni",
    tiles 6 1 2 4 6 by (1 2 3 4) 4;
    |of_a| !of_a, dot_of_avx512 _mm512_cvtepi32_ps _mm512_castps_si512, avx512::pack;
    with_avx2 WithAvx2: AvxVnni, __m256i, 8 lanes, "avx2,fma,f16c,avxvnni",
    tiles 6 1 2 4 6 by (1 2) 2;
    |of_a| !of_a, dot_of_avx2 _mm256_cvtepi32_ps _mm256_castps_si256, avx2::pack;
}
/// Computes a product in tiles.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
#[cfg(target_arch = "x86_64")]
#[inline(never)]
unsafe fn with_tiles(amx: Amx, proof: Avx512Vnni, problem: &ByteProblem) {
    let is_turned = groups::is_turned::<Tiled<'_, WithAvx512<true>>>(problem.c);
    let Problem { a, b, c, update } = if is_turned { problem.swapped() } else { *problem };
    let tiles = &amx.configure();
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe {
        if update.are_signed[0] {
            let update = Tiled::new(tiles, WithAvx512::<true> { proof, update });
            groups::multiply(&GroupProblem { a, b, c, update });
        } else {
            let update = Tiled::new(tiles, WithAvx512::<false> { proof, update });
            groups::multiply(&GroupProblem { a, b, c, update });
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl<const SIGNED: bool> TiledLanes for WithAvx512<SIGNED> {
    #[inline(always)]
    fn product(self) -> TileProductFn {
        match (SIGNED, self.update.are_signed[1]) {
            (true, true) => tiled::i8_by_i8,
            (true, false) => tiled::i8_by_u8,
            (false, true) => tiled::u8_by_i8,
            (false, false) => tiled::u8_by_u8,
        }
    }
}

#[cfg(target_arch = "aarch64")]
kernels! {
    with_neon WithNeon: NeonDot, int32x4_t, 4 lanes, "neon,dotprod",
    tiles 6 1 2 4 6 by (1 2 3 4) 4;
    |of_a| of_a, dot_of_neon vcvtq_f32_s32 vreinterpretq_s32_f32, portable::pack::<i8, 4>;
}

/// Defines functions that add four products in each lane, of an A whose numbers have a sign (`SIGNED`) or not.
#[cfg(target_arch = "x86_64")]
macro_rules! dots {
    ($($name:ident $features:literal $vector:ty, $dot:ident;)*) => {$(
        #[inline]
        #[target_feature(enable = $features)]
        fn $name<const SIGNED: bool>(sum: $vector, a: $vector, b: $vector) -> $vector {
            if SIGNED { $dot(sum, b, a) } else { $dot(sum, a, b) }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
dots! {
    dot_of_avx512 "avx512f,avx512vnni" __m512i, _mm512_dpbusd_epi32;
    dot_of_avx2 "avx2,avxvnni" __m256i, _mm256_dpbusd_avx_epi32;
}

/// Adds four products in each lane, of numbers with a sign (`SIGNED`) or without.
///
/// Assembly, because the functions of `core::arch` for these instructions are unstable.
#[cfg(target_arch = "aarch64")]
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn dot_of_neon<const SIGNED: bool>(sum: int32x4_t, a: int32x4_t, b: int32x4_t) -> int32x4_t {
    let mut sum = sum;
    macro_rules! dot {
        ($text:literal) => {
            // SAFETY: the function has the feature of the instruction, which only changes `sum`.
            unsafe {
                core::arch::asm!(
                    $text,
                    sum = inout(vreg) sum,
                    a = in(vreg) a,
                    b = in(vreg) b,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
        };
    }
    if SIGNED {
        dot!("sdot {sum:v}.4s, {a:v}.16b, {b:v}.16b");
    } else {
        dot!("udot {sum:v}.4s, {a:v}.16b, {b:v}.16b");
    }
    sum
}

/// The highest bit of each number of a group.
const HIGHEST_BITS: i32 = 0x8080_8080_u32 as i32;
