//! Products of matrices of `i8` or `u8`, whose sums are `i32`, compiled with this crate.
//!
//! A program passes pointers, extents and strides. What these do not describe, layouts of several strides or with a swizzle, is
//! copied before and after. Pointers to `u8` are passed as pointers to `i8`, and [`ByteUpdate`] tells which bytes have a sign.
//!
//! ```text
//! known    few static extents: loops for their types
//! few      at most four rows or columns: the other matrix is read in place
//! i32      few numbers: copied as `i32`, and multiplied as those (`converted`)
//! groups   AMX, VNNI, dot products of NEON: packed groups of four depths
//! pairs    others: packed pairs of depths
//! ```

mod few;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod groups;
mod known;
mod pairs;
#[cfg(all(test, any(target_arch = "aarch64", target_arch = "x86_64")))]
mod tests;

use super::agree;
use super::converted::{self, Converted, CopyFn, ELEMENTS, copy_of};
use super::in_strides::{self, room};
use super::operand::Matrix;
use super::problem::Problem;
use super::strided::Open;
use super::update::Blend;
use crate::simd::{Machine, Task, dispatch, dispatch_parts};
use crate::views::{Readable, Writable};
use known::KnownTask;
use static_layout::internal::Form;
use static_layout::{View, ViewMut};

/// An element of A or B of [`gemm_i8`]: `i8` or `u8`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not multiplied as a byte",
    label = "A and B are of `i8` or `u8`"
)]
pub trait Byte: Copy + Default + Into<i32> + sealed::Sealed {
    /// Whether the highest bit is a sign.
    #[doc(hidden)]
    const IS_SIGNED: bool;
}

#[diagnostic::do_not_recommend]
impl Byte for i8 {
    const IS_SIGNED: bool = true;
}

#[diagnostic::do_not_recommend]
impl Byte for u8 {
    const IS_SIGNED: bool = false;
}

/// An element of the result of [`gemm_i8`]: `i32` or `f32`.
#[diagnostic::on_unimplemented(
    message = "a product of bytes is not written as `{Self}`",
    label = "C is of `i32` or `f32`"
)]
pub trait ByteSum: Copy + sealed::Sealed {
    /// The number as a factor of sums.
    #[doc(hidden)]
    fn as_scale(self) -> Scale;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for f32 {}
    impl Sealed for i8 {}
    impl Sealed for u8 {}
}

#[diagnostic::do_not_recommend]
impl ByteSum for i32 {
    #[inline(always)]
    fn as_scale(self) -> Scale {
        Scale::Integer(self)
    }
}

#[diagnostic::do_not_recommend]
impl ByteSum for f32 {
    #[inline(always)]
    fn as_scale(self) -> Scale {
        Scale::Float(self)
    }
}

/// The factor of sums, of the type of the elements of C.
#[derive(Clone, Copy, Debug)]
pub enum Scale {
    Integer(i32),
    Float(f32),
}

impl Scale {
    /// The bits of `scale * sum`.
    #[inline(always)]
    fn apply(self, sum: i32) -> i32 {
        match self {
            Self::Integer(scale) => scale.wrapping_mul(sum),
            Self::Float(scale) => (scale * sum as f32).to_bits() as i32,
        }
    }
}

/// `C = scale * A * B` of matrices of 8-bit integers, `i8` or `u8` each, into `i32` or `f32`.
///
/// ```text
/// c[i, j] = scale * (a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + ..)
/// ```
///
/// A is `(M,K)`, B `(K,N)`, C `(M,N)`, of any layouts; see [the module](super). The sums are `i32`, which wrap around. They are
/// exact up to a depth of 131,071 of `i8` by `i8`, 65,793 of `u8` by `i8`, and 33,025 of `u8` by `u8`. A sum is rounded to `f32`
/// before it is multiplied by the scale. oneDNN: `dnnl_gemm_s8s8s32`, `dnnl_gemm_u8s8s32`.
///
/// A processor with AVX-512 VNNI or AVX-VNNI adds four products at once (`vpdpbusd`), one with the dot products of NEON as well
/// (`sdot`, `udot`); others with AVX2 multiply two and add (`vpmaddwd`). With AMX and many numbers, it adds 64 products to each of 256
/// sums (`tdpbssd`); see `gemm_bf16` (feature `half`) about Linux. Matrices that no two strides describe are copied.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm_i8;
/// let (a, b) = ([1_i8, -2, 3, -4, 5, -6], [100_i8, 50, -100, 25, 10, -128]);
/// let (a, b) = (View::new(&a, layout!((2, 3):row))?, View::new(&b, layout!((3, 2):row))?);
/// let (mut sums, mut scaled) = ([0_i32; 4], [0.0_f32; 4]);
/// gemm_i8(1, a, b, &mut ViewMut::new(&mut sums, layout!((2, 2):row))?);
/// gemm_i8(0.5, a, b, &mut ViewMut::new(&mut scaled, layout!((2, 2):row))?);
/// assert_eq!(sums, [330, -384, -960, 693]);
/// assert_eq!(scaled, [165.0, -192.0, -480.0, 346.5]);
/// // Unsigned activations by signed weights.
/// let (x, w) = ([255_u8, 200], [-128_i8, 127]);
/// let (x, w) = (View::new(&x, layout!((1, 2):row))?, View::new(&w, layout!((2, 1):row))?);
/// let mut sum = [0; 1];
/// gemm_i8(1, x, w, &mut ViewMut::new(&mut sum, layout!((1, 1):row))?);
/// assert_eq!(sum, [255 * -128 + 200 * 127]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If run-time extents disagree, if a run-time layout of C maps two coordinates to one element, or if there is no memory for
/// the packed B, of `2 * K * N` bytes, or for a copy.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have two modes, or if a static layout of C maps two coordinates to one
/// element:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::gemm_i8;
/// let x = View::new(&[0_i8; 6], layout!((2, 3):row)).unwrap();
/// // cannot multiply (2,3):(3,1) by (2,3):(3,1) into (2,3):(3,1): A has 3 columns and B has 2 rows
/// gemm_i8(1, x, x, &mut ViewMut::new(&mut [0; 6], layout!((2, 3):row)).unwrap());
/// ```
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_i8<T: ByteSum, A: Form, B: Form, C: Form>(
    scale: T,
    a: impl Readable<Element: Byte, Layout = A>,
    b: impl Readable<Element: Byte, Layout = B>,
    c: &mut impl Writable<Element = T, Layout = C>,
) {
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A, B, C>(2) };
    let (a, b, c) = matrices(a, b, c);
    let scale = scale.as_scale();
    if const { known::is_known::<A, B, C>() } {
        return dispatch_parts(KnownTask { a, b, c, scale });
    }
    // SAFETY: `matrices` has the elements of these views, and has compared their extents.
    unsafe { with_strides(scale, a, b, c, |problem| multiply(&problem)) };
}

/// [`gemm_i8`] with the instructions of `machine`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm::gemm_i8_on;
/// use static_layout_kernels::simd::Portable;
/// let (x, mut y) = ([1_i8, 2, 3, 4], [0_i32; 4]);
/// let square = layout!((2, 2):row);
/// let a = View::new(&x, square)?;
/// gemm_i8_on(Portable, -1, a, a, &mut ViewMut::new(&mut y, square)?);
/// assert_eq!(y, [-7, -10, -15, -22]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm_i8`].
///
/// # Compile errors
/// As [`gemm_i8`].
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_i8_on<M: Machine, T: ByteSum, A: Form, B: Form, C: Form>(
    machine: M,
    scale: T,
    a: impl Readable<Element: Byte, Layout = A>,
    b: impl Readable<Element: Byte, Layout = B>,
    c: &mut impl Writable<Element = T, Layout = C>,
) {
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A, B, C>(2) };
    let (a, b, c) = matrices(a, b, c);
    // SAFETY: `matrices` has the elements of these views.
    unsafe { with_strides(scale.as_scale(), a, b, c, |problem| machine.run(ByteTask(&problem))) };
}

/// A product of bytes, whose sums are scaled. The elements of C are `i32`, or the `f32` of the scale; those of A and B are `u8` if
/// they have no sign.
type ByteProblem = Problem<Open<i8>, Open<i8>, Open<i32>, ByteUpdate>;

/// How the bytes of A and of B are read, and what becomes of the sums.
#[derive(Clone, Copy, Debug)]
struct ByteUpdate {
    are_signed: [bool; 2],
    scale: Scale,
}

impl ByteProblem {
    /// The transposed problem.
    #[inline(always)]
    fn swapped(self) -> Self {
        let Self { a, b, c, update: ByteUpdate { are_signed: [of_a, of_b], scale } } = self;
        let update = ByteUpdate { are_signed: [of_b, of_a], scale };
        Self { a: b.transposed(), b: a.transposed(), c: c.transposed(), update }
    }
}

/// The matrices of three views. Checks run-time extents, and that C has an element for each coordinate.
#[inline(always)]
#[track_caller]
fn matrices<X: Byte, Y: Byte, T: ByteSum, A: Form, B: Form, C: Form>(
    a: View<'_, X, A>,
    b: View<'_, Y, B>,
    c: &mut ViewMut<'_, T, C>,
) -> (Matrix<X, A>, Matrix<Y, B>, Matrix<i32, C>) {
    const { assert!(size_of::<T>() == size_of::<i32>() && align_of::<T>() == align_of::<i32>()) };
    let Problem { a, b, c, .. } = Problem::of_views(a, b, c, (), Problem::agrees);
    (a, b, c.cast())
}

/// Calls `multiply` with the problem in extents and strides, of the elements of the matrices or of copies, if C has elements.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes.
#[inline(always)]
unsafe fn with_strides<X: Byte, Y: Byte, A: Form, B: Form, C: Form>(
    scale: Scale,
    a: Matrix<X, A>,
    b: Matrix<Y, B>,
    c: Matrix<i32, C>,
    multiply: impl FnOnce(ByteProblem),
) {
    let update = ByteUpdate { are_signed: [X::IS_SIGNED, Y::IS_SIGNED], scale };
    // SAFETY: the guarantee of the caller.
    unsafe {
        in_strides::with_strides(a, b, c, false, |a, b, c| {
            multiply(ByteProblem { a: Open::of(a), b: Open::of(b), c, update });
        });
    }
}

/// Computes a product whose C has elements.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may overlap one of A or B.
/// The extents must agree.
#[inline(always)]
unsafe fn multiply(problem: &ByteProblem) {
    #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
    let are_wide = groups::ByteGroups::detect().map(groups::ByteGroups::are_wide);
    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
    let are_wide = None;
    if is_small(problem, are_wide) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { multiply_small(problem) }
    } else {
        multiply_in_place_or_packed(problem);
    }
}

/// Computes a product whose C has elements. Its caller guarantees the requirements of [`multiply`].
#[inline(never)]
fn multiply_in_place_or_packed(problem: &ByteProblem) {
    dispatch(ByteTask(problem));
}

/// Whether packing costs more than converting each number to `i32`: of few products of numbers, or a depth that fills no group.
/// Vectors multiply twice as many pairs, and four times as many numbers of groups, which are packed fastest with 64 bytes.
#[inline(always)]
fn is_small(problem: &ByteProblem, are_wide: Option<bool>) -> bool {
    let ([m, n], [_, depth]) = (problem.c.extents, problem.a.extents);
    let (most, shallow) = match are_wide {
        Some(true) => (6 * 6 * 6, 3),
        Some(false) => (23 * 23 * 23, 8),
        None => (32 * 32 * 32, 8),
    };
    let numbers = m.max(n).saturating_mul(depth);
    m.min(n) > few::FEW
        && numbers <= ELEMENTS
        && (depth <= shallow || numbers.saturating_mul(m.min(n)) <= most)
}

/// Computes a product of `i32`, then scales it in C.
///
/// # Safety
/// The requirements of [`multiply`].
#[inline(always)]
unsafe fn multiply_small(problem: &ByteProblem) {
    let ByteProblem { a, b, c, update: ByteUpdate { are_signed, scale } } = *problem;
    let alpha = if let Scale::Integer(scale) = scale { scale } else { 1 };
    let update = Blend { alpha, beta: 0 };
    let problem = Converted {
        problem: Problem { a: Open::of(a), b: Open::of(b), c, update },
        copies: are_signed
            .map(|is_signed| Some::<CopyFn<i32>>(if is_signed { copy_i8 } else { copy_u8 })),
    };
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe {
        converted::multiply(&problem);
        if let Scale::Float(_) = scale {
            scale_sums(scale, c);
        }
    }
}

/// Scales the sums that C holds.
///
/// # Safety
/// The elements must be valid for reads and writes.
#[inline(never)]
unsafe fn scale_sums(scale: Scale, c: Open<i32>) {
    let ([m, n], [down, across]) = (c.extents, c.strides);
    // Neighbours in the inner loop.
    let is_turned = across == 1 && down != 1;
    let ([m, n], [down, across]) =
        if is_turned { ([m, n], [down, across]) } else { ([n, m], [across, down]) };
    for i in 0..m {
        let row = c.start.wrapping_offset(i as isize * down);
        for j in 0..n {
            let at = row.wrapping_offset(if is_turned { j as isize } else { j as isize * across });
            // SAFETY: an element of C, which holds a sum.
            unsafe { at.write(scale.apply(*at)) };
        }
    }
}

/// Defines functions that copy bytes as `i32`.
macro_rules! copies {
    ($($name:ident: $byte:ty;)*) => {$(
        /// Copies bytes as `i32`.
        ///
        /// # Safety
        /// The requirements of a [`CopyFn`].
        #[inline(never)]
        unsafe fn $name(from: Open<i32>, first: [usize; 2], extents: [usize; 2], to: *mut i32) {
            let widen = |x: $byte| i32::from(x);
            // SAFETY: the function called has the requirements of this one, which the caller guarantees.
            unsafe { copy_of(from, first, extents, to, widen) }
        }
    )*};
}
copies! {
    copy_i8: i8;
    copy_u8: u8;
}

/// A product of bytes. Its creator guarantees the requirements of [`multiply`].
struct ByteTask<'p>(&'p ByteProblem);

impl Task for ByteTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let Self(problem) = self;
        #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
        let _ = machine;
        // SAFETY: the requirements are those of the creator of this task.
        unsafe {
            #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
            if let Some(groups) = groups::ByteGroups::for_product(machine, problem) {
                // A depth along which both strides are 0 may be longer than all memory, and a product than all time.
                if problem.a.strides[1] == 0 && problem.b.strides[0] == 0 {
                    drop(room::<i8>(problem.a.extents[1]));
                }
                return groups.multiply(problem);
            }
            if few::is_few(problem) {
                few::multiply(problem);
            } else {
                pairs::multiply::<M>(problem);
            }
        }
    }
}
