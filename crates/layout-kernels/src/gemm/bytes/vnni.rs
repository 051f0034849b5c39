//! Products of bytes with VNNI: `vpdpbusd` adds four products in each lane.
//!
//! The instruction multiplies numbers without a sign by numbers with one. If A and B are of the same type, B is packed as the other
//! type: `i8` with 128 added to each number, `u8` with 128 subtracted. As a byte, the sum differs from the number in the highest
//! bit. What the 128 adds to a sum of C is the same for a whole row, so sums start with its opposite:
//!
//! ```text
//! i8 by i8        sum[i][j] = -128 * (a[i][0] + a[i][1] + ..)
//! u8 by u8        sum[i][j] =  128 * (a[i][0] + a[i][1] + ..)
//! ```

use super::{ByteProblem, ByteUpdate, Scale, few};
use crate::gemm::groups::{self, GroupProblem, Groups, Part, Side, avx512, tiles};
use crate::gemm::problem::Problem;
use crate::gemm::strided::Open;
use crate::simd::{Avx512Vnni, FullMachine, Machine, Vectors};
use core::arch::x86_64::*;

/// A function that computes a product of bytes whose C has elements.
type MultiplyFn = unsafe fn(&ByteProblem);

/// The function for this machine, if its processor has VNNI, unless reading the matrices in place costs less than packing groups.
///
/// The function has the requirements of [`multiply`](super::multiply).
#[inline(always)]
pub fn for_product<M: Machine>(machine: M, problem: &ByteProblem) -> Option<MultiplyFn> {
    for_machine(machine.full()).filter(|_| !few::is_in_place(problem))
}

/// Whether [`for_machine`] has a function for the machine that kernels use.
#[inline(always)]
pub fn is_there() -> bool {
    Avx512Vnni::detect().is_some()
}

/// The function for a machine, if its processor has VNNI.
#[inline(always)]
fn for_machine(machine: FullMachine) -> Option<MultiplyFn> {
    match machine {
        FullMachine::Avx512(avx512) => Avx512Vnni::of(avx512).map(|_| with_avx512 as MultiplyFn),
        FullMachine::Avx2(_) | FullMachine::Portable(_) => None,
    }
}

/// Defines the kernel of a proof, and the function that multiplies with it.
macro_rules! kernels {
    ($($multiply:ident $kernel:ident: $proof:ident, $vector:ty, $lanes:literal lanes, $features:literal,
       tiles $rows:literal $($tiles:literal)* by $vectors:tt $most:literal;
       $dot:ident $to_floats:ident $integers:ident, $pack:path;)*) => {$(
        /// Computes a product, with vectors along the rows of C.
        ///
        /// # Safety
        /// The requirements of [`multiply`](super::multiply), and the processor must have the instructions of the proof.
        #[inline(never)]
        unsafe fn $multiply(problem: &ByteProblem) {
            let c = problem.c;
            let is_turned = groups::is_turned::<$kernel<true>>(c);
            let Problem { a, b, c, update } = if is_turned { problem.swapped() } else { *problem };
            let Some(proof) = $proof::detect() else { unreachable!("the caller has the proof") };
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

        impl<const SIGNED: bool> Groups for $kernel<SIGNED> {
            type Number = i8;
            type Sum = i32;
            type Vector = $vector;
            const LANES: usize = $lanes;
            const ROWS: usize = $rows;
            const VECTORS: usize = $most;

            tiles!($features: $($tiles)*; $vectors);

            #[inline(always)]
            unsafe fn pack(self, from: Open<i8>, side: Side, to: *mut i32) {
                let changes = side == Side::B && self.update.are_of_one_type();
                // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
                unsafe { $pack(from, if changes { HIGHEST_BITS } else { 0 }, to) }
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
                    let start = Vectors::<i32>::mul(v, sum, kernel.splat(if SIGNED { -128 } else { 128 }));
                    // SAFETY: the caller guarantees as many writable sums.
                    unsafe { Vectors::<i32>::store(v, to, start) };
                }
                let groups = if self.update.are_of_one_type() { groups } else { 0 };
                // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
                unsafe { sum(self, groups, panel, to) }
            }

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
                let (unsigned, signed) = if SIGNED { (b, a) } else { (a, b) };
                // SAFETY: `self` proves the instruction (rule I).
                unsafe { $dot(sum, unsigned, signed) }
            }

            #[inline(always)]
            fn reads(self, part: Part) -> bool {
                !part.is_first
            }

            #[inline(always)]
            unsafe fn write(self, part: Part, to: *mut i32, lanes: usize, sum: $vector) {
                let v = self.proof.machine();
                let is_plain = part.is_first && (!part.is_last || matches!(self.update.scale, Scale::Integer(1)));
                // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
                unsafe {
                    if is_plain && lanes == $lanes {
                        return Vectors::<i32>::store(v, to, sum);
                    }
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
kernels! {
    with_avx512 WithAvx512: Avx512Vnni, __m512i, 16 lanes, "avx512f,avx512vl,avx512bw,avx512dq,avx512vnni",
    tiles 6 1 2 4 6 by (1 2 3 4) 4;
    _mm512_dpbusd_epi32 _mm512_cvtepi32_ps _mm512_castps_si512, avx512::pack;
}

/// The highest bit of each number of a group.
const HIGHEST_BITS: i32 = 0x8080_8080_u32 as i32;

impl ByteUpdate {
    /// Whether the numbers of A and B both have a sign, or both none.
    fn are_of_one_type(self) -> bool {
        self.are_signed[0] == self.are_signed[1]
    }
}

#[cfg(test)]
#[path = "groups_tests.rs"]
mod tests;
