//! The element types of a product, and where it runs.

use super::Atom;
use super::constants::{BatchedProblem, Multiplication};
use super::converted::{self, is_converted};
use super::input::Input;
use super::strided::{self, is_strided};
use super::task::{ProductBy, ProductTask, agrees, problem};
use super::tiled::{Repeats, TiledMma};
use super::update::Update;
use super::vector::{self, VectorProblem, may_be_vector};
use crate::crate_only::CrateOnly;
use crate::simd::{Element, Machine, Vectors, dispatch_parts};
use static_layout::{AnyLayout, View, ViewMut};

/// An element type of C, for elements `I` of A and `J` of B: each [`Element`] is a `ProductOf` two of its [`Input`]s.
///
/// One bound covers all three types, so that the compiler reports a mismatch once.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul;
/// use static_layout_kernels::gemm::ProductOf;
/// fn square<T: ProductOf<I, I>, I>(x: View<'_, I, Layout!((2, 2):row)>) -> [T; 4] {
///     let mut out = [T::ZERO; 4];
///     matmul(x, x, &mut ViewMut::new(&mut out, layout!((2, 2):row)).unwrap());
///     out
/// }
/// let x = [1, 1, 0, 1];
/// assert_eq!(square::<i32, _>(View::new(&x, layout!((2, 2):row)).unwrap()), [1, 2, 0, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{I}` times `{J}` is not summed up in `{Self}`",
    label = "C is of `f32`, `f64` or `i32`, A and B as C; for `f32` also of `bf16` and `f16`",
    note = "`gemm_i8(1, a, b, &mut c)` multiplies `i8` into `i32` or `f32`"
)]
pub trait ProductOf<I, J>: Element {
    /// Multiplies two views into a third, whose static extents the caller has checked.
    #[doc(hidden)]
    #[track_caller]
    fn multiply_views<
        E: Executor<Self>,
        U: Update<Self>,
        A: AnyLayout,
        B: AnyLayout,
        C: AnyLayout,
    >(
        _: CrateOnly,
        executor: E,
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, Self, C>,
        update: U,
    );
}

#[diagnostic::do_not_recommend]
impl<T: Element, I: Input<T>, J: Input<T>> ProductOf<I, J> for T {
    #[inline(always)]
    #[track_caller]
    fn multiply_views<E: Executor<T>, U: Update<T>, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
        _: CrateOnly,
        executor: E,
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, T, C>,
        update: U,
    ) {
        executor.execute(problem(a, b, c, update, E::agree))
    }
}

/// The threads and the machine that compute a product.
pub trait Executor<T: Element> {
    /// Whether the extents of A, B and C agree.
    #[inline(always)]
    fn agree<P: BatchedProblem<T = T>>(problem: &P) -> bool {
        agrees(problem)
    }
    /// Computes the product.
    fn execute<P: BatchedProblem<T = T>>(self, problem: P);
}

/// Computes on the current thread, with the widest vectors of this machine.
pub struct Dispatched;
impl<T: Element> Executor<T> for Dispatched {
    #[inline(always)]
    fn execute<P: BatchedProblem<T = T>>(self, problem: P) {
        (const { function_of::<P>() })(problem);
    }
}

/// Chooses the function of a product by its types, in `const`, so that the compiler builds no other.
const fn function_of<P: Multiplication>() -> fn(P) {
    if is_strided::<P>() {
        execute_strided
    } else if may_be_vector::<P>() {
        execute_vector
    } else if is_converted::<P>() {
        execute_converted
    } else {
        execute_matrices
    }
}

/// Computes a product of run-time extents, which is compiled with this crate.
#[inline(always)]
fn execute_strided<P: Multiplication>(problem: P) {
    // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents.
    unsafe { strided::multiply(&strided::strided(problem)) };
}

/// Computes a product whose elements are converted, which is compiled with this crate.
#[inline(always)]
fn execute_converted<P: Multiplication>(problem: P) {
    // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents. The functions are those
    // of the types of the elements.
    unsafe { converted::multiply(&converted::converted(problem)) };
}

/// Computes a product that may be one of a matrix and a vector.
#[inline(always)]
fn execute_vector<P: Multiplication>(problem: P) {
    match VectorProblem::of(problem) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents. `of` has found
        // the mode of neighbours.
        Some(vector) => unsafe { vector::multiply(&vector) },
        None => execute_matrices(problem),
    }
}

/// Computes a product in loops for its types.
#[inline(always)]
fn execute_matrices<P: Multiplication>(problem: P) {
    dispatch_parts(ProductTask(problem.problem()));
}

/// Computes on the current thread, with the vectors of a given machine.
pub struct OnMachine<M>(pub M);
impl<M: Machine, T: Element> Executor<T> for OnMachine<M> {
    #[inline(always)]
    fn execute<P: BatchedProblem<T = T>>(self, problem: P) {
        self.0.run_parts(ProductTask(problem.problem()));
    }
}

/// Computes on the current thread, with the vectors of the atom.
impl<X: Atom<T>, R: Repeats, T: Element> Executor<T> for TiledMma<X, R> {
    #[inline(always)]
    fn execute<P: BatchedProblem<T = T>>(self, problem: P) {
        self.atom().vectors().machine().run(ProductBy(self, problem));
    }
}

/// Computes on all threads of the current rayon pool.
#[cfg(feature = "rayon")]
pub struct Shared;
#[cfg(feature = "rayon")]
impl<T: Element> Executor<T> for Shared {
    #[inline(always)]
    fn execute<P: BatchedProblem<T = T>>(self, problem: P) {
        (const { if is_strided::<P>() { share_strided::<P> } else { share_matrices::<P> } })(
            problem,
        );
    }
}

/// Computes a product of run-time extents, which is compiled with this crate, on several threads.
#[cfg(feature = "rayon")]
#[inline(always)]
fn share_strided<P: Multiplication>(problem: P) {
    // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents and checked that C has
    // an element for each coordinate.
    unsafe { super::shared::multiply_strided(&strided::strided(problem)) };
}

/// Computes a product in loops for its types, on several threads.
#[cfg(feature = "rayon")]
#[inline(always)]
fn share_matrices<P: Multiplication>(problem: P) {
    crate::simd::dispatch(super::task::SharedProduct(problem));
}
