//! Products of matrices: `C = alpha * A * B + beta * C`, over any layouts.
//!
//! A matrix is a view of two modes, `(rows, columns)`, each a number or a tuple: A is `(M,K)`, B `(K,N)`,
//! C `(M,N)`. [`gemm`](fn@gemm) is the product in full, [`matmul`] and [`matmul_add`] its common cases.
//!
//! ```
//! use static_layout::*;
//! let a: Vec<f32> = (0..6).map(|x| x as f32).collect();
//! let b = [1.0; 12];
//! let mut c = [f32::NAN; 8];
//! matmul(
//!     View::new(&a, layout!((2, 3):row))?,
//!     View::new(&b, layout!((3, 4):col))?,
//!     &mut ViewMut::new(&mut c, layout!((2, 4):row))?,
//! );
//! assert_eq!(c, [3.0, 3.0, 3.0, 3.0, 12.0, 12.0, 12.0, 12.0]);
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # How it is computed
//!
//! Everything that follows is decided by the layouts, at compile time as far as they are static.
//!
//! * Vectors run along the mode of C whose stride is 1. If that is the second one, the transposed problem
//!   is solved, `C^T = B^T * A^T`. If it is none, sums go to C element by element.
//! * The smallest step is an atom, a vector of rows of A times one element of B; a tile of up to
//!   3 by 24 of them stays in registers while the depth goes by. Static extents choose the vectors and the
//!   tile; of those known at run time the last rows and columns are left to smaller tiles.
//! * A is read in place where its rows are adjacent; otherwise a panel of it is first copied to the stack
//!   (at most 32 KiB), transposed in registers where its columns are adjacent. B is read in place by any
//!   two strides. A swizzled layout, or a mode of several strides, is copied, too.
//! * The last rows are loaded and stored under masks: nothing outside the views is touched.
//!
//! # What is computed
//!
//! Each element of C is a sum over the depth in an order that depends on machine and extents, with
//! products rounded together with sums where the machine can (not on `Portable`). What is not a number,
//! or infinite, in A or B goes on into the elements of C that it takes part in, even where `alpha` is 0.
//! If `beta` is 0, C is not read. Integers wrap around. A layout of C that names an element twice leaves
//! one of the two values there.

mod agree;
mod atom;
mod operand;
mod pack;
mod panels;
mod plan;
mod tile;
mod update;

use crate::layout::AnyLayout;
use crate::simd::{Element, Machine, Task, Vectors, dispatch};
use crate::tensor::{View, ViewMut};
use atom::Broadcast;
use operand::{Matrix, Operand, Step, Transposed, UnitRows};
use panels::Problem;
use update::{Add, Blend, Set, Update};

/// `C = alpha * A * B + beta * C`.
///
/// A is `(M,K)`, B `(K,N)`, C `(M,N)`, of any layouts; see [the module](self). Of floating-point numbers
/// or `i32`, which wraps around. If `beta` is 0, C is not read.
///
/// ```
/// use static_layout::*;
/// let (a, b, mut c) = ([1, 2, 3, 4], [1, 0, 0, 1], [10, 10, 10, 10]);
/// let square = layout!((2, 2):col);
/// gemm(
///     2,
///     View::new(&a, square)?,
///     View::new(&b, square)?,
///     -1,
///     &mut ViewMut::new(&mut c, square)?,
/// );
/// assert_eq!(c, [-8, -6, -4, -2]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// When extents known at run time do not agree. Static ones that do not agree, and layouts that are not
/// of two modes, do not compile:
/// ```compile_fail,E0080
/// use static_layout::*;
/// let x = [0.0; 8];
/// let a = View::new(&x, layout!((2, 3):col)).unwrap();
/// let b = View::new(&x, layout!((4, 2):col)).unwrap();
/// // cannot multiply (2,3):(1,2) by (4,2):(1,4) into (2,2):(1,2): A has 3 columns and B, rows, 4
/// matmul(a, b, &mut ViewMut::new(&mut [0.0; 4], layout!((2, 2):col)).unwrap());
/// ```
#[inline(always)]
#[track_caller]
pub fn gemm<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    alpha: T,
    a: View<'_, T, A>,
    b: View<'_, T, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) {
    dispatch(Product { problem: problem(a, b, c), update: Blend { alpha, beta } });
}

/// `C = A * B`: [`gemm`](fn@gemm) with `alpha` 1 and `beta` 0. C is not read.
///
/// ```
/// use static_layout::*;
/// let (x, y, mut z) = ([1.0, 2.0, 3.0], [4.0, 5.0], [0.0; 6]);
/// // An outer product: the depth is 1.
/// matmul(
///     View::new(&x, layout!((3, 1):col))?,
///     View::new(&y, layout!((1, 2):row))?,
///     &mut ViewMut::new(&mut z, layout!((3, 2):row))?,
/// );
/// assert_eq!(z, [4.0, 5.0, 8.0, 10.0, 12.0, 15.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm`](fn@gemm).
#[inline(always)]
#[track_caller]
pub fn matmul<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: View<'_, T, A>,
    b: View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
) {
    dispatch(Product { problem: problem(a, b, c), update: Set });
}

/// `C = C + A * B`: [`gemm`](fn@gemm) with `alpha` 1 and `beta` 1.
///
/// ```
/// use static_layout::*;
/// let (x, mut y) = ([1, 2, 3, 4], [100; 4]);
/// let square = layout!((2, 2):row);
/// let a = View::new(&x, square)?;
/// matmul_add(a, a, &mut ViewMut::new(&mut y, square)?);
/// assert_eq!(y, [107, 110, 115, 122]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm`](fn@gemm).
#[inline(always)]
#[track_caller]
pub fn matmul_add<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: View<'_, T, A>,
    b: View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
) {
    dispatch(Product { problem: problem(a, b, c), update: Add });
}

/// [`gemm`](fn@gemm) with the instructions of `machine`. Inside a [`Task`] nothing is looked up, and
/// the product is compiled into the task.
///
/// ```
/// use static_layout::simd::Portable;
/// use static_layout::*;
/// let (x, mut y) = ([1.0, 2.0, 3.0, 4.0], [0.0; 4]);
/// let square = layout!((2, 2):row);
/// let a = View::new(&x, square)?;
/// gemm_on(Portable, 0.5, a, a, 0.0, &mut ViewMut::new(&mut y, square)?);
/// assert_eq!(y, [3.5, 5.0, 7.5, 11.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm`](fn@gemm).
#[inline(always)]
#[track_caller]
pub fn gemm_on<M: Machine, T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    machine: M,
    alpha: T,
    a: View<'_, T, A>,
    b: View<'_, T, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) {
    machine.run(Product { problem: problem(a, b, c), update: Blend { alpha, beta } });
}

/// The pointers and layouts, after a look at the extents.
#[inline(always)]
#[track_caller]
fn problem<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: View<'_, T, A>,
    b: View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
) -> Problem<T, Matrix<A>, Matrix<B>, Matrix<C>> {
    const { agree::judge::<A, B, C>() };
    let problem = Problem {
        a: (a.as_ptr(), Matrix(a.layout())),
        b: (b.as_ptr(), Matrix(b.layout())),
        c: (c.as_mut_ptr(), Matrix(c.layout())),
    };
    let [[m, k], [inner, n]] = [problem.a.1.extents(), problem.b.1.extents()];
    if k != inner || problem.c.1.extents() != [m, n] {
        agree::refuse(a.layout(), b.layout(), c.layout());
    }
    problem
}

/// A product, to be done by some machine.
struct Product<P, U> {
    problem: P,
    update: U,
}

impl<T, A, B, C, U> Task for Product<Problem<T, A, B, C>, U>
where
    T: Element,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let Product { problem, update } = self;
        let v = T::vectors(machine);
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the
        // extents.
        unsafe {
            if const { matches!(C::ROWS, Step::Unit) } {
                oriented(v, problem, update);
            } else if const { matches!(C::COLUMNS, Step::Unit) } {
                oriented(v, transposed(problem), update);
            } else if const { matches!(C::ROWS, Step::Open) } && problem.c.1.row_stride() == 1 {
                oriented(v, with_unit_rows(problem), update);
            } else if const { matches!(C::COLUMNS, Step::Open) } && problem.c.1.column_stride() == 1
            {
                oriented(v, with_unit_rows(transposed(problem)), update);
            } else {
                oriented(v, problem, update);
            }
        }
    }
}

/// `C^T = B^T * A^T`.
#[inline(always)]
fn transposed<T, A, B, C>(
    problem: Problem<T, A, B, C>,
) -> Problem<T, Transposed<B>, Transposed<A>, Transposed<C>> {
    let Problem { a, b, c } = problem;
    Problem { a: (b.0, Transposed(b.1)), b: (a.0, Transposed(a.1)), c: (c.0, Transposed(c.1)) }
}

/// The same with rows of C that were found to be adjacent.
#[inline(always)]
fn with_unit_rows<T, A, B, C>(problem: Problem<T, A, B, C>) -> Problem<T, A, B, UnitRows<C>> {
    let Problem { a, b, c } = problem;
    Problem { a, b, c: (c.0, UnitRows(c.1)) }
}

/// A product whose vectors run along the rows of C, on vectors that suit their number.
///
/// # Safety
/// As [`panels::multiply`].
#[inline(always)]
unsafe fn oriented<T, V, A, B, C, U>(v: V, problem: Problem<T, A, B, C>, update: U)
where
    T: Element,
    V: Vectors<T>,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    let (half, quarter) = (v.half(), v.half().half());
    // SAFETY: the caller's elements.
    unsafe {
        match const { plan::halvings(C::EXTENTS[0], V::LANES, V::LANES * size_of::<T>()) } {
            0 => panels::multiply(v, Broadcast(v), problem, update),
            1 => panels::multiply(half, Broadcast(half), problem, update),
            _ => panels::multiply(quarter, Broadcast(quarter), problem, update),
        }
    }
}
