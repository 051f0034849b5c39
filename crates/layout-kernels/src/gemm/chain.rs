//! A product of three matrices with a function between: `D = f(A B) C`, by panels of rows of `A B`.
//!
//! ```text
//! for each panel of rows of A:
//!     panel = rows of A * B           `strided::multiply`
//!     f of each row of the panel
//!     rows of D = panel * C           `strided::multiply`
//! ```

use super::agree;
use super::in_strides::{in_strides, room, with_strides};
use super::operand::{Matrix, Operand};
use super::problem::Problem;
use super::strided::{self, Open, StridedProblem};
use super::update::Set;
use crate::simd::{Element, Machine, Task, dispatch};
use crate::views::{Readable, Writable};
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;
use static_layout::internal::{self, Form};

/// `D = f(A * B) * C`, where `f` changes the rows of `A * B` in place.
///
/// A is `(M,K)`, B `(K,N)`, C `(N,P)`, D `(M,P)`, of any layouts. `f(i, row)` is called once for each row of `A * B`, in ascending order,
/// with the `N` elements of row `i` as a slice: it may apply a function to each, or normalize the row. The product `A * B` is not stored
/// as a whole: a panel of its rows is computed, changed and multiplied by C before the next one. A panel has 64 to 128 rows where
/// `K` and `P` are at most 128, and stays in a second cache of 1 MiB for `N` up to 2048 of `f32`; otherwise it has at least 512 rows.
/// CUTLASS: back-to-back GEMM.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul_chain;
/// let (a, b, c, mut d) = ([1.0, -1.0], [1.0, 2.0, 3.0], [1.0, 1.0, 1.0], [0.0; 2]);
/// matmul_chain(
///     View::new(&a, layout!((2, 1):col))?,
///     View::new(&b, layout!((1, 3):row))?,
///     |_, row| row.iter_mut().for_each(|x| *x = f32::max(*x, 0.0)),
///     View::new(&c, layout!((3, 1):col))?,
///     &mut ViewMut::new(&mut d, layout!((2, 1):col))?,
/// );
/// assert_eq!(d, [6.0, 0.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// Where D has no element, `f` is not called. If it panics, D has the rows of the panels before, or none if no two strides describe D.
///
/// # Panics
/// If run-time extents disagree, or if a run-time layout of D maps two coordinates to one element. The rows in work, and each matrix
/// that no two strides describe, are in memory of their own: the function panics if there is none.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have two modes, or if a static layout of D maps two coordinates to one element:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::matmul_chain;
/// let (x, mut y) = ([0.0; 15], [0.0; 9]);
/// let a = View::new(&x, layout!((3, 5):col)).unwrap();
/// let mut d = ViewMut::new(&mut y, layout!((3, 3):col)).unwrap();
/// // cannot multiply (3,5):(1,3) by (3,5):(1,3) by (3,5):(1,3) into (3,3):(1,3): A has 5 columns and B has 3 rows
/// matmul_chain(a, a, |_, _| {}, a, &mut d);
/// ```
#[layout_macros::at_caller]
#[track_caller]
pub fn matmul_chain<T, A, B, C, D>(a: A, b: B, f: impl FnMut(usize, &mut [T]), c: C, d: &mut D)
where
    T: Element,
    A: Readable<Element = T>,
    B: Readable<Element = T>,
    C: Readable<Element = T>,
    D: Writable<Element = T>,
{
    let (a, b, c, d) = (a.readable(), b.readable(), c.readable(), &mut d.writable());
    const { agree::check_chain::<A::Layout, B::Layout, C::Layout, D::Layout>() };
    agree::chain(a.layout(), b.layout(), c.layout(), d.layout());
    if let Err(error) = internal::try_disjoint(d.layout()) {
        agree::refuse_repeated(error);
    }
    // The first three are only read.
    let read = |start: *const T| start.cast_mut();
    let a = Matrix::new(read(a.as_ptr()), a.layout());
    let b = Matrix::new(read(b.as_ptr()), b.layout());
    let c = Matrix::new(read(c.as_ptr()), c.layout());
    // SAFETY: three views and a `ViewMut`, which is D, have all elements, and `agree::chain` has compared the extents.
    unsafe { multiply(a, b, f, c, Matrix::new(d.as_mut_ptr(), d.layout())) }
}

/// [`matmul_chain`] of matrices.
///
/// # Safety
/// All elements must be valid for reads, and the elements of D for writes. D shares no element with another matrix, and no two
/// coordinates of D have one offset. The extents must agree.
unsafe fn multiply<T: Element, A: Form, B: Form, C: Form, D: Form>(
    a: Matrix<T, A>,
    b: Matrix<T, B>,
    mut f: impl FnMut(usize, &mut [T]),
    c: Matrix<T, C>,
    d: Matrix<T, D>,
) {
    // SAFETY: the caller's guarantee, and the room of the panel, whose elements are written before they are read.
    unsafe {
        with_strides(a, c, d, false, |a, c, d| {
            let mut copy = Vec::new();
            let b = in_strides(b, &mut copy);
            let ([m, depth], [n, p]) = (a.extents(), c.extents());
            let height = height::<T>([m, n], depth.max(p) <= SHALLOW);
            let mut room = room::<T>(height.saturating_mul(n));
            let start = room.as_mut_ptr();
            for first in (0..m).step_by(height) {
                let rows = height.min(m - first);
                let sums = Open { start, extents: [rows, n], strides: [n as isize, 1] };
                product(a.part([first, 0], [rows, depth]), b, sums);
                // The room has `rows * n` elements, each of which the product has written.
                let panel = slice::from_raw_parts_mut(start, rows * n);
                dispatch(EachRow { rows: first..first + rows, panel, f: &mut f });
                product(sums, c, d.part([first, 0], [rows, p]));
            }
        });
    }
}

/// `C = A * B`.
///
/// # Safety
/// The contract of [`strided::multiply`].
pub(super) unsafe fn product<T: Element>(a: Open<T>, b: Open<T>, c: Open<T>) {
    let problem: StridedProblem<T> = strided::of(Problem { a, b, c, update: Set });
    // SAFETY: the caller's contract.
    unsafe { strided::multiply(&problem) }
}

/// The bytes of a panel: half of a second cache of 1 MiB, which also has parts of B or C.
const PANEL: usize = 512 << 10;
/// The greatest depth of the first product, and number of columns of the second, for which a panel of few rows reads B and C in place
/// without loss.
const SHALLOW: usize = 128;

/// The rows of a panel of `n` columns.
pub(super) fn height<T>([m, n]: [usize; 2], is_shallow: bool) -> usize {
    let rows = PANEL / n.saturating_mul(size_of::<T>()).max(1);
    let rows = if cfg!(fuzzing) {
        4
    } else if is_shallow {
        rows.clamp(64, 128)
    } else {
        // Each panel packs B and C, which fewer rows would not pay for.
        rows.max(512)
    };
    rows.min(m).max(1)
}

/// Calls a function for each row of a panel, with the vectors of the machine if the function is inlined.
struct EachRow<'p, T, F> {
    rows: Range<usize>,
    panel: &'p mut [T],
    f: &'p mut F,
}

impl<T, F: FnMut(usize, &mut [T])> Task for EachRow<'_, T, F> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let (first, len) = (self.rows.start, self.panel.len() / self.rows.len());
        for i in self.rows {
            (self.f)(i, &mut self.panel[(i - first) * len..][..len]);
        }
    }
}
