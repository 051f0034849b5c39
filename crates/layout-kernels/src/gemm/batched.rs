//! Batches of products of one shape.

use super::operand::Operand;
use super::problem::ProblemOfViews;
use super::run::{AutoAtom, CurrentThread, Executor, oriented};
use super::update::{Blend, Set};
use super::{ProductOf, agree};
use crate::crate_only::CrateOnly;
use crate::scaled::ScaledBy;
use crate::simd::{Element, Machine, Task, dispatch};
use crate::views::{Readable, Writable};

/// `C_l = alpha * A_l * B_l + beta * C_l` for each `l`: A is `(M,K,L)`, B `(K,N,L)`, C `(M,N,L)`.
///
/// The third mode may be a tuple. An operand with stride 0 in it takes part in every product. The machine is selected
/// once for all products; each product is computed as by [`gemm`](fn@super::gemm). NumPy: `matmul` of arrays with three modes.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm_batched;
/// let (x, y, mut z) = ([1, 2, 3, 4], [1, 1, 0, 1, 1, 0, 0, 2], [0; 8]);
/// gemm_batched(
///     1,
///     View::new(&x, layout!((2, 2, 2):(2, 1, 0)))?, // one matrix, twice
///     View::new(&y, layout!((2, 2, 2):(2, 1, 4)))?,
///     0,
///     &mut ViewMut::new(&mut z, layout!((2, 2, 2):(2, 1, 4)))?,
/// );
/// assert_eq!(z, [1, 3, 3, 7, 1, 4, 3, 8]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have three modes, or if a static layout of C maps two coordinates to
/// one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_batched<T, P, Q, A: Readable, B: Readable, C: Writable<Element = T>>(
    alpha: P,
    a: A,
    b: B,
    beta: Q,
    c: &mut C,
) where
    T: ProductOf<A::Element, B::Element> + ScaledBy<P, Q>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(3) };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    T::multiply_views(CrateOnly, Batched, a, b, c, Blend { alpha, beta });
}

/// `C_l = A_l * B_l` for each `l`: [`gemm_batched`] with `alpha` 1 and `beta` 0.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul_batched;
/// let (x, mut y) = ([1.0_f32, 2.0, 3.0, 4.0], [0.0; 4]);
/// // The squares of numbers, as products of matrices of one element.
/// let numbers = layout!((1, 1, 4):(0, 0, 1));
/// let x = View::new(&x, numbers)?;
/// matmul_batched(x, x, &mut ViewMut::new(&mut y, numbers)?);
/// assert_eq!(y, [1.0, 4.0, 9.0, 16.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have three modes, or if a static layout of C maps two coordinates to
/// one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn matmul_batched<T, A: Readable, B: Readable, C: Writable<Element = T>>(a: A, b: B, c: &mut C)
where
    T: ProductOf<A::Element, B::Element>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(3) };
    T::multiply_views(CrateOnly, Batched, a, b, c, Set);
}

/// Computes the products one after the other on the current thread.
pub struct Batched;

impl<T: Element> Executor<T> for Batched {
    /// Whether rows, columns, depths and the numbers of matrices are equal.
    #[inline(always)]
    fn agree<P: ProblemOfViews<T = T>>(problem: &P) -> bool {
        let [a, b, c] = problem.batches();
        problem.problem().agrees() && a == c && b == c
    }
    #[inline(always)]
    fn execute<P: ProblemOfViews<T = T>>(self, problem: P) {
        dispatch(Products(problem));
    }
}

/// The products of a batch on the current thread.
struct Products<P>(P);

impl<P: ProblemOfViews> Task for Products<P> {
    type Output = ();
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let products = self.0;
        let kernel = AutoAtom(P::T::vectors(machine), CurrentThread);
        // If the matrices have no elements, the batch may have any length, and a loop over it would not end soon.
        if products.problem().c.extents().contains(&0) {
            return;
        }
        for l in 0..products.batches()[2] {
            // SAFETY: the elements are those of views, C's is a `ViewMut`, and `agree` has compared the extents.
            unsafe { oriented(kernel, products.of_batch(l)) };
        }
    }
}
