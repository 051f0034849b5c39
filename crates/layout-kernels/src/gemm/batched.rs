//! Many products of one shape.

use super::operand::Operand;
use super::orient::{AutoAtom, CurrentThread, oriented};
use super::plan::BatchedProblem;
use super::product::Executor;
use super::task::agrees;
use super::update::{Blend, Set};
use super::{ProductOf, agree};
use crate::crate_only::CrateOnly;
use crate::scaled::ScaledBy;
use crate::simd::{Element, Machine, Task, dispatch};
use static_layout::{AnyLayout, View, ViewMut};

/// `C_l = alpha * A_l * B_l + beta * C_l` for each `l`: A is `(M,K,L)`, B `(K,N,L)`, C `(M,N,L)`.
///
/// The third mode may be a tuple; an operand that has stride 0 there is the same in every product.
/// As [`gemm`](fn@super::gemm) otherwise; the machine is asked once for all of them.
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
/// When extents known at run time do not agree; static ones do not compile then.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_batched<T, P, Q, I, J, A, B, C>(
    alpha: P,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: Q,
    c: &mut ViewMut<'_, T, C>,
) where
    T: ProductOf<I, J> + ScaledBy<P, Q>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::check::<A, B, C>(3) };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    T::multiply(CrateOnly, Batched, a, b, c, Blend { alpha, beta });
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
/// As [`gemm_batched`].
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn matmul_batched<T, I, J, A, B, C>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
) where
    T: ProductOf<I, J>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::check::<A, B, C>(3) };
    T::multiply(CrateOnly, Batched, a, b, c, Set);
}

/// One product after the other.
struct Batched;

impl<T: Element> Executor<T> for Batched {
    /// Whether rows, columns, depths and the numbers of matrices are equal.
    #[inline(always)]
    fn agree<P: BatchedProblem<T = T>>(problem: &P) -> bool {
        let [a, b, c] = problem.batches();
        agrees(problem) && a == c && b == c
    }
    #[inline(always)]
    fn execute<P: BatchedProblem<T = T>>(self, problem: P) {
        dispatch(Products(problem));
    }
}

/// Products, to be done by some machine.
struct Products<P>(P);

impl<P: BatchedProblem> Task for Products<P> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let products = self.0;
        let kernel = AutoAtom(P::T::vectors(machine), CurrentThread);
        // Matrices without elements may be any number.
        if products.problem().c.extents().contains(&0) {
            return;
        }
        for l in 0..products.batches()[2] {
            // SAFETY: the elements are those of views, C's is a `ViewMut`, and `agree` has
            // compared the extents.
            unsafe { oriented(kernel, products.of_batch(l)) };
        }
    }
}
