//! Products of elements that are converted, of matrices that extents and strides describe: compiled with this crate.
//!
//! ```text
//! for each part of the depth
//!     for each block of rows of C             A is copied as elements of C, to the stack or, of large products, to a buffer
//!         for each block of columns of C      and B
//!             C += A * B                      `strided`
//! ```
//!
//! A program passes a function for each type of elements, and builds no loop.

use super::input::Input;
#[cfg(feature = "alloc")]
use super::large::Buffer;
use super::operand::Operand;
use super::problem::{AnyProblem, Problem};
use super::strided::{self, Open, StridedProblem};
use super::update::Blend;
use crate::compiled::compiled;
use crate::simd::{Element, reserve_frame};
#[cfg(any(feature = "alloc", feature = "half"))]
use crate::simd::{Machine, Task, dispatch};
use core::mem::MaybeUninit;

/// The elements of a block of A or B.
pub const ELEMENTS: usize = 4096;
/// The rows and columns of a block, if A and B have as many.
const WIDTH: usize = 64;
/// The products of numbers up to which small blocks are read from the caches without loss, and the elements and the depth of the
/// blocks of larger problems.
#[cfg(feature = "alloc")]
const MOST_ON_STACK: usize = 1 << 26;
#[cfg(feature = "alloc")]
const LARGE: usize = 1 << 18;
#[cfg(feature = "alloc")]
const LARGE_DEPTH: usize = 256;

/// Copies elements of another type, whose first is at `from`, as elements of `T`: rows after rows if only columns have stride 1,
/// otherwise columns after columns.
///
/// # Safety
/// `from` must be valid for reads of elements of these extents and strides, `to` for writes of as many.
pub type CopyFn<T> = unsafe fn(from: Open<T>, first: [usize; 2], extents: [usize; 2], to: *mut T);

/// A product of matrices whose elements may have other types.
#[derive(Clone, Copy)]
pub struct Converted<T> {
    /// The starts of A and B point to elements of those types, and their strides count such elements.
    pub problem: StridedProblem<T>,
    /// How A and B are copied, unless they have the elements of C.
    pub copies: [Option<CopyFn<T>>; 2],
}

/// A problem with the functions that convert its elements.
#[inline(always)]
pub fn of<P: AnyProblem>(problem: P) -> Converted<P::T> {
    let copies = [
        <<P::A as Operand>::Element as Input<P::T>>::COPY,
        <<P::B as Operand>::Element as Input<P::T>>::COPY,
    ];
    Converted { problem: strided::of_any(problem), copies }
}

compiled! {
    /// Updates C with the product, on the widest vectors of this machine.
    ///
    /// # Safety
    /// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may overlap one of A or
    /// B. The extents must agree, and the functions must copy the elements of A and B.
    pub multiply<T>: [unsafe fn](converted: &Converted<T>) = multiply_here;
}

/// The body of [`multiply`].
#[inline(always)]
unsafe fn multiply_here<T: Element>(converted: &Converted<T>) {
    reserve_frame();
    let Problem { c, .. } = converted.problem;
    let [m, n] = c.extents;
    // If one extent of C is 0, the other may be any number, and a loop over it would not end soon.
    if m == 0 || n == 0 {
        return;
    }
    #[cfg(feature = "alloc")]
    if is_large(converted) {
        let mut room = Buffer::<T>::new(2 * LARGE);
        // SAFETY: the buffer has two blocks. The rest is the guarantee of the caller.
        return unsafe {
            let of_a = room.as_mut_ptr();
            in_blocks(converted, LARGE_DEPTH, LARGE, [of_a, of_a.add(LARGE)])
        };
    }
    let (mut of_a, mut of_b) =
        (MaybeUninit::<[T; ELEMENTS]>::uninit(), MaybeUninit::<[T; ELEMENTS]>::uninit());
    // Few rows and columns leave room for a greater depth.
    let deep = ELEMENTS / m.max(n).min(WIDTH);
    // SAFETY: two blocks. The rest is the guarantee of the caller.
    unsafe {
        in_blocks(converted, deep, ELEMENTS, [of_a.as_mut_ptr().cast(), of_b.as_mut_ptr().cast()]);
    }
}

/// Whether larger blocks pay.
#[cfg(feature = "alloc")]
fn is_large<T: Element>(converted: &Converted<T>) -> bool {
    let Problem { a, c, .. } = converted.problem;
    let ([m, n], depth) = (c.extents, a.extents[1]);
    m.min(n).min(depth) >= WIDTH && m.saturating_mul(n).saturating_mul(depth) > MOST_ON_STACK
}

/// Computes a product in blocks of at most `deep` depths and `elements` elements, which is at least `deep`.
///
/// # Safety
/// The requirements of [`multiply`]. Both buffers must be valid for writes of `elements` elements, and C have some.
unsafe fn in_blocks<T: Element>(
    converted: &Converted<T>,
    deep: usize,
    elements: usize,
    [of_a, of_b]: [*mut T; 2],
) {
    let Converted { problem: Problem { a, b, c, update }, copies: [copy_a, copy_b] } = *converted;
    let ([m, n], depth) = (c.extents, a.extents[1]);
    let deep = depth.clamp(1, deep);
    let wide = elements / deep;
    let Blend { alpha, mut beta } = update;
    let mut k = 0;
    loop {
        let len = deep.min(depth - k);
        for i in (0..m).step_by(wide) {
            let rows = wide.min(m - i);
            // SAFETY: these rows and depths are in A, and the buffer has room for `wide * deep` elements.
            let a = unsafe { copied(a, copy_a, [i, k], [rows, len], of_a) };
            for j in (0..n).step_by(wide) {
                let columns = wide.min(n - j);
                // SAFETY: these depths and columns are in B, the buffer has room for `deep * wide` elements, and rows and columns are
                // in C. The rest is the guarantee of the caller.
                unsafe {
                    let b = copied(b, copy_b, [k, j], [len, columns], of_b);
                    let c = c.part([i, j], [rows, columns]);
                    let update = Blend { alpha, beta };
                    strided::multiply(&strided::of(Problem { a, b, c, update }));
                }
            }
        }
        (k, beta) = (k + len, T::ONE);
        if k == depth {
            return;
        }
    }
}

/// A part of a matrix, copied to `to` if its elements have another type.
///
/// # Safety
/// The part must be in the matrix, whose elements `copy` must read, and `to` have room for it.
#[inline(always)]
unsafe fn copied<T: Element>(
    matrix: Open<T>,
    copy: Option<CopyFn<T>>,
    first: [usize; 2],
    extents: [usize; 2],
    to: *mut T,
) -> Open<T> {
    let Some(copy) = copy else { return matrix.part(first, extents) };
    // SAFETY: the guarantee of the caller.
    unsafe { copy(matrix, first, extents, to) };
    let strides = if by_rows(matrix) { [extents[1] as isize, 1] } else { [1, extents[0] as isize] };
    Open { start: to, extents, strides }
}

/// Whether a copy has rows after rows.
#[inline(always)]
fn by_rows<T>(matrix: Open<T>) -> bool {
    matrix.strides[0] != 1 && matrix.strides[1] == 1
}

/// Copies a part of a matrix of `I`, as a [`CopyFn`] does.
///
/// # Safety
/// The requirements of a [`CopyFn`], of elements `I`.
#[cfg(any(feature = "alloc", feature = "half"))]
#[inline(always)]
pub(super) unsafe fn copy_of<T: Element, I: Copy>(
    matrix: Open<T>,
    [row, column]: [usize; 2],
    [rows, columns]: [usize; 2],
    to: *mut T,
    widen: impl Fn(I) -> T,
) {
    let from = matrix.start.cast_const().cast::<I>().wrapping_offset(matrix.offset(row, column));
    let [down, across] = matrix.strides;
    // SAFETY: the guarantee of the caller.
    dispatch(if by_rows(matrix) {
        CopyTask { from, strides: [down, across], extents: [rows, columns], to, widen }
    } else {
        CopyTask { from, strides: [across, down], extents: [columns, rows], to, widen }
    });
}

/// Copies vectors of elements, whose extents and strides are those of the vectors and of their elements, and converts each. Its
/// creator guarantees that they can be read, and as many elements written.
#[cfg(any(feature = "alloc", feature = "half"))]
struct CopyTask<T, I, F> {
    from: *const I,
    strides: [isize; 2],
    extents: [usize; 2],
    to: *mut T,
    widen: F,
}

#[cfg(any(feature = "alloc", feature = "half"))]
impl<T: Element, I: Copy, F: Fn(I) -> T> Task for CopyTask<T, I, F> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { from, strides: [across, along], extents: [mut vectors, mut len], to, widen } =
            self;
        if along == 1 && across == len as isize {
            // Vectors without gaps are one.
            (vectors, len) = (1, vectors * len);
        }
        for vector in 0..vectors {
            let (from, to) =
                (from.wrapping_offset(vector as isize * across), to.wrapping_add(vector * len));
            // SAFETY: `vector < vectors` and `at < len`: an element that the creator guarantees, and its place.
            unsafe {
                if along == 1 {
                    // Neighbours, for which the compiler uses vectors.
                    (0..len).for_each(|at| to.add(at).write(widen(*from.add(at))));
                } else {
                    (0..len).for_each(|at| {
                        to.add(at).write(widen(*from.offset(at as isize * along)));
                    });
                }
            }
        }
    }
}
