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
//! * With feature `alloc`, large products go through packed blocks, one for each cache; with feature `rayon`,
//!   `par_gemm` shares them among threads.
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
mod batched;
mod input;
#[cfg(feature = "alloc")]
mod large;
mod operand;
mod orient;
mod pack;
mod panels;
mod plan;
mod tile;
mod tiled;
mod update;

pub use atom::{Adjacent, Atom, Broadcast, Dot, Inside, Part};
pub use batched::{gemm_batched, matmul_batched};
pub use input::Input;
pub use tiled::{Fitting, Repeats, TiledMma};
pub use update::{Add, Blend, Set, Update};

#[cfg(feature = "rayon")]
use crate::judge;
use crate::layout::AnyLayout;
use crate::simd::{Element, Machine, Task, Vectors, dispatch};
use crate::tensor::{View, ViewMut};
use operand::{Matrix, Operand};
use orient::{Chosen, oriented};
use plan::{OfViews, Problem};

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
pub fn gemm<T, I, J, A, B, C>(
    alpha: T,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::judge::<A, B, C>(2) };
    dispatch(Product(problem(a, b, c, Blend { alpha, beta })));
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
pub fn matmul<T, I, J, A, B, C>(a: View<'_, I, A>, b: View<'_, J, B>, c: &mut ViewMut<'_, T, C>)
where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::judge::<A, B, C>(2) };
    dispatch(Product(problem(a, b, c, Set)));
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
pub fn matmul_add<T, I, J, A, B, C>(a: View<'_, I, A>, b: View<'_, J, B>, c: &mut ViewMut<'_, T, C>)
where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::judge::<A, B, C>(2) };
    dispatch(Product(problem(a, b, c, Add)));
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
pub fn gemm_on<M, T, I, J, A, B, C>(
    machine: M,
    alpha: T,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) where
    M: Machine,
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::judge::<A, B, C>(2) };
    machine.run(Product(problem(a, b, c, Blend { alpha, beta })));
}

/// [`gemm`](fn@gemm) on all threads of the pool that rayon uses where it is called.
///
/// The result is that of `gemm`, whatever their number. Small products stay on this thread.
///
/// ```
/// use static_layout::*;
/// let n = 200;
/// let (a, b) = (vec![1.0_f32; n * n], vec![2.0_f32; n * n]);
/// let mut c = vec![0.0; n * n];
/// let square = layout!((n, n):(n, 1));
/// let (a, b) = (View::new(&a, square)?, View::new(&b, square)?);
/// par_gemm(1.0, a, b, 0.0, &mut ViewMut::new(&mut c, square)?);
/// assert!(c.iter().all(|x| *x == 400.0));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm`](fn@gemm), and when two coordinates of C name one element, which threads would write at the same
/// time. A static C of which that is true does not compile.
#[cfg(feature = "rayon")]
#[track_caller]
pub fn par_gemm<T, I, J, A, B, C>(
    alpha: T,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { judge::disjoint::<C>() };
    if let Err(error) = judge::try_disjoint(c.layout()) {
        panic!("{error}");
    }
    dispatch(SharedProduct(problem(a, b, c, Blend { alpha, beta })));
}

/// [`gemm`](fn@gemm) by an atom of your choice, repeated in registers as you say: the loops around it, and the
/// copies that its fragments need, are the library's.
///
/// Vectors run along the rows of C; a C whose columns are adjacent, and whose rows are not, is multiplied
/// transposed, and then the rows of the atom are columns of C.
///
/// ```
/// use static_layout::gemm::{Broadcast, TiledMma, gemm_with};
/// use static_layout::simd::Portable;
/// use static_layout::*;
/// let x: Vec<f32> = (0..64).map(|x| x as f32).collect();
/// let mut y = [0.0; 64];
/// let square = layout!((8, 8):row);
/// let a = View::new(&x, square)?;
/// // A tile of C in registers: 4 rows by 2, by 4 columns.
/// let mma = TiledMma::new(Broadcast(Portable), layout!((2, 4):col));
/// gemm_with(mma, 1.0, a, a, 0.0, &mut ViewMut::new(&mut y, square)?);
/// assert_eq!(y[0], (0..8).map(|k| x[k] * x[8 * k]).sum());
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm`](fn@gemm).
#[inline(always)]
#[track_caller]
pub fn gemm_with<X, R, T, I, J, A, B, C>(
    mma: TiledMma<X, R>,
    alpha: T,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) where
    X: Atom<T>,
    R: Repeats,
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::judge::<A, B, C>(2) };
    mma.atom().vectors().machine().run(ProductBy(mma, problem(a, b, c, Blend { alpha, beta })));
}

/// The matrices, after a look at the extents. Those that are static the caller has asked about, in
/// `const`, so that the compiler points at the user's line.
#[inline(always)]
#[track_caller]
fn problem<T, I, J, A, B, C, U>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
    update: U,
) -> OfViews<I, A, J, B, T, C, U>
where
    I: Copy,
    J: Copy,
    T: Copy,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    let problem = problem_of(a, b, c, update);
    if !agrees(&problem) {
        agree::refuse(a.layout(), b.layout(), c.layout());
    }
    problem
}

/// The matrices of views.
#[inline(always)]
fn problem_of<T, I, J, A, B, C, U>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
    update: U,
) -> OfViews<I, A, J, B, T, C, U>
where
    I: Copy,
    J: Copy,
    T: Copy,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    Problem {
        // Of A and B nothing is written.
        a: Matrix::new(a.as_ptr().cast_mut(), a.layout()),
        b: Matrix::new(b.as_ptr().cast_mut(), b.layout()),
        c: Matrix::new(c.as_mut_ptr(), c.layout()),
        update,
    }
}

/// Whether rows, columns and depths are equal.
#[inline(always)]
fn agrees<A: Operand, B: Operand, C: Operand, U>(problem: &Problem<A, B, C, U>) -> bool {
    let [[m, k], [inner, n]] = [problem.a.extents(), problem.b.extents()];
    k == inner && problem.c.extents() == [m, n]
}

/// A product, to be done by some machine.
struct Product<P>(P);

impl<T, A, B, C, U> Task for Product<Problem<A, B, C, U>>
where
    T: Element,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `problem` has compared the
        // extents.
        unsafe {
            #[cfg(feature = "alloc")]
            if const { large::may_pay::<A, C>() } && large::pays(&self.0) {
                return large::multiply(machine, &large::Alone, self.0);
            }
            oriented(Chosen(T::vectors(machine)), self.0);
        }
    }
}

/// A product, to be done by all threads, whose C has an element for each coordinate.
#[cfg(feature = "rayon")]
struct SharedProduct<P>(P);

#[cfg(feature = "rayon")]
impl<T, A, B, C> Task for SharedProduct<Problem<A, B, C, Blend<T>>>
where
    T: Element,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
{
    type Output = ();
    fn run<M: Machine>(self, machine: M) {
        if !large::pays(&self.0) {
            return Product(self.0).run(machine);
        }
        // SAFETY: as of `Product`; `par_gemm` asked for the proof that C has different elements.
        unsafe { large::multiply(machine, &large::Pool, self.0) };
    }
}

/// A product, to be done by the machine of its atom.
struct ProductBy<X, P>(X, P);

impl<T, X, R, A, B, C, U> Task for ProductBy<TiledMma<X, R>, Problem<A, B, C, U>>
where
    T: Element,
    X: Atom<T>,
    R: Repeats,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: as of `Product`.
        unsafe { oriented(self.0, self.1) };
    }
}
