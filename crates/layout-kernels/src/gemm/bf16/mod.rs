//! Products of `bf16` whose sums are `f32`, by the processor's instruction for them: compiled with this crate.
//!
//! ```text
//! few numbers, one row or column       converted to f32, as of `gemm`
//! AMX                                  packed pairs of depths (`groups`), `tdpbf16ps`
//! AVX-512 BF16 without AMX             packed pairs of depths (`groups`), `vdpbf16ps`
//! NEON with FEAT_BF16                  packed fours of depths (`groups`), `bfmmla`
//! others                               converted to f32, as of `gemm`
//! ```

#[cfg(target_arch = "x86_64")]
mod pairs;
#[cfg(target_arch = "aarch64")]
mod squares;
#[cfg(all(test, any(target_arch = "aarch64", target_arch = "x86_64")))]
mod tests;

use super::agree;
use super::converted::{self, Converted};
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::groups::{self, GroupProblem, Groups, Part};
use super::in_strides::with_strides;
use super::input::Input;
use super::operand::{Matrix, Operand};
use super::problem::Problem;
use super::run::{Dispatched, ProductOf};
use super::strided::Open;
use super::update::Blend;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::update::SetOrBlend;
use crate::crate_only::CrateOnly;
#[cfg(target_arch = "aarch64")]
use crate::simd::NeonBf16;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Amx, Avx512Bf16};
use crate::views::{Readable, Writable};
use half::bf16;
use static_layout::internal::Form;

/// `C = alpha * A * B + beta * C` of `bf16` into `f32`, by the instruction of the processor for such products.
///
/// A is `(M,K)`, B `(K,N)`, C `(M,N)`, of any layouts; see [the module](super). If `beta` is 0, C is not read. The results of
/// [`gemm`](fn@super::gemm) differ in the last bits: it converts `bf16` to `f32` exactly, and keeps subnormal numbers. oneDNN:
/// `matmul` of `bf16` into `f32`.
///
/// # Rounding
/// A processor with AVX-512 BF16 adds the products of two depths at once (`vdpbf16ps`, Intel's *Software Developer's Manual*,
/// volume 2):
///
/// ```text
/// t   = round(sum + a[i, k + 1] * b[k + 1, j])
/// sum = round(t + a[i, k] * b[k, j])                  k = 0, 2, 4, ..
/// ```
///
/// A processor with AMX adds the products of 32 depths to a sum at once (`tdpbf16ps`): the even depths and the odd ones apart, each in
/// ascending order.
///
/// ```text
/// even = round(even + a[i, k] * b[k, j])              from 0 on, k = 0, 2, .. 30
/// odd  = round(odd + a[i, k + 1] * b[k + 1, j])       from 0 on
/// sum  = round(sum + round(even + odd))
/// ```
///
/// A processor of aarch64 with FEAT_BF16 adds the products of two depths to each other, then to the sum (`bfmmla`, *Arm Architecture
/// Reference Manual*, `BFDotAdd`):
///
/// ```text
/// pair = odd(a[i, k] * b[k, j] + a[i, k + 1] * b[k + 1, j])       k = 0, 2, 4, ..
/// sum  = odd(sum + pair)
/// ```
///
/// * `round` rounds to the nearest `f32`, to even if two are as near. `odd` takes the one of the two nearest `f32` whose last bit is 1,
///   unless the number is an `f32`; past the largest it is infinite. Neither depends on the rounding mode of the program. A product is
///   not rounded before the addition, but counts as 0 or as infinite in `odd` where an `f32` of its magnitude does.
/// * Subnormal numbers of A, B and of the sums count as 0, and so does a pair that is subnormal. A NaN that `odd` returns is the
///   default one.
/// * Sums of at most 256 depths (1024 with AMX), each from 0 on, are multiplied by `alpha` and added to C as `f32`.
///
/// Without `alpha` and `beta`, the error of an element of C is at most `(K + K / 256) * 2^-24` times the sum of the magnitudes of
/// its products, to first order, and `K * 2^-126` more where numbers are subnormal. With `bfmmla`, K is rounded up to an even number.
///
/// A program that sets the bit EBF of the register FPCR, on a processor with FEAT_EBF16, gets other roundings from `bfmmla`: `pair` is
/// rounded once, and both additions as the register says. The bit is 0 when a program starts.
///
/// Other processors compute what [`gemm`](fn@super::gemm) computes. So do all of them for one row or column, a depth of
/// at most 4, and products of few numbers, because packing costs more than it saves.
///
/// # System
/// The registers of AMX belong to a process that asks Linux for them. The first product on a processor with AMX asks, once
/// (`arch_prctl`, `ARCH_REQ_XCOMP_PERM`). The frame of a signal then needs 8 KiB more: Linux refuses a smaller `sigaltstack` from then
/// on, and refuses the registers where a thread has one. A product returns the registers to their initial state before it ends.
///
/// ```
/// use half::bf16;
/// use static_layout::*;
/// use static_layout_kernels::gemm_bf16;
/// let numbers: Vec<bf16> = (0..64 * 64).map(|i| bf16::from_f32((i % 7) as f32)).collect();
/// let square = layout!((64, 64):row);
/// let a = View::new(&numbers, square)?;
/// let mut c = vec![1.0; 64 * 64];
/// gemm_bf16(0.5, a, a.transpose(), -1.0, &mut ViewMut::new(&mut c, square)?);
/// let products = (0..64).map(|k| numbers[k] * numbers[k]).map(f32::from);
/// // Sums of small whole numbers are exact in any order.
/// assert_eq!(c[0], 0.5 * products.sum::<f32>() - 1.0);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element. A matrix that no two strides
/// describe is copied, which panics if memory runs out.
///
/// # Compile errors
/// As [`gemm`](fn@super::gemm): if static extents disagree, if a layout does not have two modes, or if a static layout of C maps two
/// coordinates to one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_bf16<A: Form, B: Form, C: Form>(
    alpha: f32,
    a: impl Readable<Element = bf16, Layout = A>,
    b: impl Readable<Element = bf16, Layout = B>,
    beta: f32,
    c: &mut impl Writable<Element = f32, Layout = C>,
) {
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A, B, C>(2) };
    let update = Blend { alpha, beta };
    if const { is_known_as_few::<A, C>() } {
        // Loops for the types, where the extents are static.
        return f32::multiply_views(CrateOnly, Dispatched, a, b, c, update);
    }
    let Problem { a, b, c, .. } = Problem::of_views(a, b, c, (), Problem::agrees);
    // SAFETY: `of_views` has the elements of these views, and has compared their extents.
    unsafe {
        with_strides(a, b, c, beta != 0.0, |a, b, c| multiply(&Problem { a, b, c, update }));
    }
}

/// A product of matrices as extents and strides.
type Bf16Problem = Problem<Open<bf16>, Open<bf16>, Open<f32>, Blend<f32>>;

/// The most products of numbers for which packing costs more than converting them.
const FEW: usize = if cfg!(fuzzing) { 64 } else { 16 * 16 * 16 };

/// The most products of numbers for which the configuration of tiles costs more than they save.
#[cfg(target_arch = "x86_64")]
const FEW_IN_TILES: usize = if cfg!(fuzzing) { FEW } else { 20 * 20 * 20 };

/// Whether a product has few numbers, one row or column, or little depth.
#[inline(always)]
const fn is_few([m, n, k]: [usize; 3]) -> bool {
    m <= 1 || n <= 1 || k <= 4 || m.saturating_mul(n).saturating_mul(k) <= FEW
}

/// Whether the extents are static, and the product [`is_few`].
const fn is_known_as_few<A: Form, C: Form>() -> bool {
    let of_c = <Matrix<f32, C> as Operand>::FORM.extents;
    let of_a = <Matrix<bf16, A> as Operand>::FORM.extents;
    match (of_c, of_a) {
        ([Some(m), Some(n)], [_, Some(k)]) => is_few([m, n, k]),
        _ => false,
    }
}

/// Updates C, which has elements.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may overlap one of A or B.
/// The extents must agree.
#[inline(never)]
unsafe fn multiply(problem: &Bf16Problem) {
    let Problem { a, b, c, update } = *problem;
    #[cfg(target_arch = "aarch64")]
    if !is_few([c.extents[0], c.extents[1], a.extents[1]])
        && let Some(bf16) = NeonBf16::detect()
    {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        return unsafe { squares::multiply(bf16, problem) };
    }
    #[cfg(target_arch = "x86_64")]
    {
        let ([m, n], k) = (c.extents, a.extents[1]);
        if !is_few([m, n, k])
            && let Some(bf16) = Avx512Bf16::detect()
        {
            let many = m.saturating_mul(n).saturating_mul(k) > FEW_IN_TILES;
            // SAFETY: the functions called have the requirements of this one, which the caller guarantees.
            unsafe {
                if many && let Some(amx) = Amx::of(bf16.machine()) {
                    return pairs::multiply_tiles(amx, bf16, problem);
                }
                // Otherwise conversion takes less time.
                if !Amx::is_in_processor(bf16.machine()) {
                    return pairs::multiply(bf16, problem);
                }
            }
        }
    }
    let problem = Problem { a: Open::of(a), b: Open::of(b), c, update };
    let copies = [<bf16 as Input<f32>>::COPY; 2];
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { converted::multiply(&Converted { problem, copies }) }
}

/// Updates C by a kernel of packed groups, with vectors along its rows.
///
/// # Safety
/// The requirements of [`multiply`].
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[inline(always)]
unsafe fn multiply_groups<K>(update: K, problem: &Bf16Problem)
where
    K: Groups<Number = bf16, Sum = f32>,
{
    let Problem { a, b, c, .. } = *problem;
    let (a, b, c) = if groups::is_turned::<K>(c) {
        (b.transposed(), a.transposed(), c.transposed())
    } else {
        (a, b, c)
    };
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { groups::multiply(&GroupProblem { a, b, c, update }) }
}

/// The update of C by the sums of a part of the depth.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[inline(always)]
fn update_by(Blend { alpha, beta }: Blend<f32>, part: Part) -> SetOrBlend<f32> {
    SetOrBlend::new(Blend { alpha, beta: if part.is_first { beta } else { 1.0 } })
}
