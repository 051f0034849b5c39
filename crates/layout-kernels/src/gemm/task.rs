//! Products as tasks: the matrices of views, and what a machine does with them.

use super::agree;
use super::atom::Atom;
#[cfg(feature = "alloc")]
use super::large;
use super::operand::{Matrix, Operand};
use super::orient::{AutoAtom, CurrentThread, Runner, oriented};
use super::plan::{Multiplication, OfViews, Problem};
#[cfg(feature = "rayon")]
use super::shared::Threads;
use super::tiled::{Repeats, TiledMma};
use crate::simd::{Element, Machine, Task};
use static_layout::internal::{self};
use static_layout::{AnyLayout, View, ViewMut};

/// The matrices of views, if they agree and C has an element of its own for each coordinate. What is static the
/// caller has asked about, in `const`, so that the compiler points at the user's line.
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
        // Of A and B nothing is written.
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

/// Whether rows, columns and depths are equal.
#[inline(always)]
pub fn agrees<P: Multiplication>(problem: &P) -> bool {
    let Problem { a, b, c, .. } = problem.problem();
    let [[m, k], [inner, n]] = [a.extents(), b.extents()];
    k == inner && c.extents() == [m, n]
}

/// A product, to be done by some machine.
pub struct Product<P>(pub P);

#[layout_macros::at_caller]
impl<P: Multiplication> Task for Product<P> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the
        // extents.
        unsafe { (const { of_size::<P, M, CurrentThread>() })(machine, self.0) };
    }
}

/// Where a product of any size runs: on the current thread or on several.
trait Threading: Runner {
    const THREADING: Self;
    /// Where it runs when it is large.
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

/// Chosen in `const`, so that the compiler does not look at how small operands would be multiplied were they large.
const fn of_size<P: Multiplication, M: Machine, D: Threading>() -> unsafe fn(M, P) {
    #[cfg(feature = "alloc")]
    if large::may_pay::<P::A, P::C>() {
        return of_any_size::<P, M, D>;
    }
    small::<P, M, D>
}

/// # Safety
/// As [`oriented`].
#[inline(always)]
unsafe fn small<P: Multiplication, M: Machine, D: Threading>(machine: M, problem: P) {
    // SAFETY: the caller's matrices.
    unsafe { oriented(AutoAtom(P::T::vectors(machine), D::THREADING), problem) };
}

/// # Safety
/// As [`oriented`].
#[cfg(feature = "alloc")]
#[inline(always)]
unsafe fn of_any_size<P: Multiplication, M: Machine, D: Threading>(machine: M, problem: P) {
    let problem = problem.problem();
    // SAFETY: the caller's matrices.
    unsafe {
        if large::pays(&problem) {
            large::multiply(machine, &D::workers(), problem);
        } else {
            small::<_, M, D>(machine, problem);
        }
    }
}

/// A product, to be done by all threads.
#[cfg(feature = "rayon")]
pub struct SharedProduct<P>(pub P);

#[cfg(feature = "rayon")]
impl<P: Multiplication> Task for SharedProduct<P> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: as of `Product`; `problem` asked for the proof that C has different elements.
        unsafe { (const { of_size::<P, M, Threads>() })(machine, self.0) };
    }
}

/// A product, to be done by the machine of its atom.
pub struct ProductBy<X, P>(pub X, pub P);

impl<X: Atom<P::T>, R: Repeats, P: Multiplication> Task for ProductBy<TiledMma<X, R>, P> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: as of `Product`.
        unsafe { oriented(self.0, self.1) };
    }
}
