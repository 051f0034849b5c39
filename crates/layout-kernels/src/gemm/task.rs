//! Products as tasks, which [`simd`](crate::simd) compiles for a machine: small products, or large ones in packed blocks.

use super::agree;
use super::atom::Atom;
use super::constants::{Multiplication, OfViews, Problem};
#[cfg(feature = "alloc")]
use super::large;
use super::operand::{Matrix, Operand};
use super::orient::{AutoAtom, CurrentThread, Runner, is_short, may_pack, oriented};
#[cfg(feature = "rayon")]
use super::shared::Threads;
use super::tiled::{Repeats, TiledMma};
use crate::simd::{Element, Machine, Task, TaskOfParts};
use static_layout::internal::{self};
use static_layout::{AnyLayout, View, ViewMut};

/// Makes the problem of three views.
///
/// The caller has checked static extents in `const`, so that the compiler points at the user's line.
///
/// # Panics
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
#[inline(always)]
#[track_caller]
pub fn problem<T, I, J, A, B, C, U>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
    update: U,
    agree: impl Fn(&OfViews<I, A, J, B, T, C, U>) -> bool,
) -> OfViews<I, A, J, B, T, C, U>
where
    I: Copy,
    J: Copy,
    T: Copy,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    let problem = Problem {
        // A and B are only read.
        a: Matrix::new(a.as_ptr().cast_mut(), a.layout()),
        b: Matrix::new(b.as_ptr().cast_mut(), b.layout()),
        c: Matrix::new(c.as_mut_ptr(), c.layout()),
        update,
    };
    if !agree(&problem) {
        agree::refuse(a.layout(), b.layout(), c.layout());
    }
    if let Err(error) = internal::try_disjoint(c.layout()) {
        agree::refuse_repeated(error);
    }
    problem
}

/// Whether A and C have the same rows, B and C the same columns, and A the columns that B has rows.
#[inline(always)]
pub fn agrees<P: Multiplication>(problem: &P) -> bool {
    let Problem { a, b, c, .. } = problem.problem();
    let [[m, k], [inner, n]] = [a.extents(), b.extents()];
    k == inner && c.extents() == [m, n]
}

/// A product on the current thread.
pub struct ProductTask<P>(pub P);

#[layout_macros::at_caller]
impl<P: Multiplication> Task for ProductTask<P> {
    type Output = ();
    // A small product is inlined where the machine is known, and its matrices are not passed in memory.
    const HAS_LARGE_FRAME: bool = may_pack::<P>();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents.
        unsafe { (const { of_size::<P, M, CurrentThread>() })(machine, self.0) };
    }
}

impl<T, A, B, C, U> TaskOfParts for ProductTask<Problem<A, B, C, U>>
where
    Problem<A, B, C, U>: Multiplication<T = T>,
{
    type A = A;
    type B = B;
    type C = C;
    type D = U;
    const IS_SHORT: bool = is_short::<Problem<A, B, C, U>>();
    #[inline(always)]
    fn into_parts(self) -> (A, B, C, U) {
        let Problem { a, b, c, update } = self.0;
        (a, b, c, update)
    }
    #[inline(always)]
    fn from_parts(a: A, b: B, c: C, update: U) -> Self {
        ProductTask(Problem { a, b, c, update })
    }
}

/// Where a product of any size runs: on the current thread or on several.
trait Threading: Runner {
    const THREADING: Self;
    /// The workers of a large product.
    #[cfg(feature = "alloc")]
    fn workers() -> impl large::Workers;
}
impl Threading for CurrentThread {
    const THREADING: Self = CurrentThread;
    #[cfg(feature = "alloc")]
    fn workers() -> impl large::Workers {
        large::Alone
    }
}
#[cfg(feature = "rayon")]
impl Threading for Threads {
    const THREADING: Self = Threads;
    fn workers() -> impl large::Workers {
        large::Pool
    }
}

/// Chooses the function of a product by its static extents.
///
/// In `const`, so that the compiler does not build the loops of large products for small ones.
const fn of_size<P: Multiplication, M: Machine, D: Threading>() -> unsafe fn(M, P) {
    #[cfg(feature = "alloc")]
    if large::may_pay::<P::T, M, P::A, P::C>() {
        return of_any_size::<P, M, D>;
    }
    small::<P, M, D>
}

/// Computes a product without packed blocks.
///
/// # Safety
/// The contract of [`oriented`].
#[inline(always)]
unsafe fn small<P: Multiplication, M: Machine, D: Threading>(machine: M, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe { oriented(AutoAtom(P::T::vectors(machine), D::THREADING), problem) };
}

/// Computes a product in packed blocks, if they pay.
///
/// # Safety
/// The contract of [`oriented`].
#[cfg(feature = "alloc")]
#[inline(always)]
unsafe fn of_any_size<P: Multiplication, M: Machine, D: Threading>(machine: M, problem: P) {
    let problem = problem.problem();
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if large::pays::<P::T, M, _, _, _, _>(&problem) {
            large::multiply_in_blocks(machine, &D::workers(), problem);
        } else {
            small::<_, M, D>(machine, problem);
        }
    }
}

/// A product on all threads of the current rayon pool.
#[cfg(feature = "rayon")]
pub struct SharedProduct<P>(pub P);

#[cfg(feature = "rayon")]
impl<P: Multiplication> Task for SharedProduct<P> {
    type Output = ();
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents and checked
        // that C has an element for each coordinate, so that threads write different elements.
        unsafe { (const { of_size::<P, M, Threads>() })(machine, self.0) };
    }
}

/// A product with a given atom.
pub struct ProductBy<X, P>(pub X, pub P);

impl<X: Atom<P::T>, R: Repeats, P: Multiplication> Task for ProductBy<TiledMma<X, R>, P> {
    type Output = ();
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the extents.
        unsafe { oriented(self.0, self.1) };
    }
}
