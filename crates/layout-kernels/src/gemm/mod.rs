//! Products of matrices: `C = alpha * A * B + beta * C`, over any layouts.
//!
//! A matrix is a view of two modes, `(rows, columns)`, each a number or a tuple: A is `(M,K)`, B `(K,N)`,
//! C `(M,N)`. [`gemm`](fn@gemm) is the product in full, [`matmul`] and [`matmul_add`] its common cases.
//!
//! ```
//! use static_layout::*;
//! use static_layout_kernels::matmul;
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
//! * The smallest step is an atom, a vector of rows of A times one element of B; a tile of up to 16 of them stays
//!   in registers while the depth goes by. Static extents choose the vectors and the tile; of those known at run
//!   time the last rows and columns are left to smaller tiles. Of a static depth of at most 8 it is a part of A
//!   that stays there, if it fits, while the columns of a wider C go by. Four rows, less than a vector, are
//!   multiplied several depths at once ([`Quads`]).
//! * A is read in place where its rows are adjacent; otherwise a panel of it is first copied to the stack
//!   (at most 32 KiB), transposed in registers where its columns are adjacent. B is read in place by any
//!   two strides. A swizzled layout, or a mode of several strides, is copied, too.
//! * With feature `alloc`, large products go through packed blocks, one for each cache, of which `gemm_blocks` tells
//!   the layouts; a thread keeps the room for them (feature `std`). With feature `rayon`, `par_gemm` shares them
//!   among threads, and those that a cache holds in parts of whole tiles.
//! * The last rows are loaded and stored under masks: nothing outside the views is touched.
//!
//! # What is computed
//!
//! Each element of C is a sum over the depth in an order that depends on machine and extents, with
//! products rounded together with sums where the machine can (not on `Portable`). What is not a number,
//! or infinite, in A or B goes on into the elements of C that it takes part in, even where `alpha` is 0.
//! If `beta` is 0, C is not read. Integers wrap around.
//!
//! A static C whose layout names an element twice does not compile, one with run-time integers is refused: what
//! such an element is would depend on the order of the sums, and threads would write it at the same time.

mod agree;
mod atom;
mod batched;
mod block;
mod input;
#[cfg(feature = "alloc")]
mod large;
mod operand;
mod orient;
mod pack;
mod panels;
mod plan;
mod product;
#[cfg(feature = "rayon")]
mod shared;
mod strip;
mod task;
mod tile;
mod tiled;
mod update;

pub use atom::{Adjacent, Atom, AtomPart, Broadcast, Dot, Part, Quads};
pub use batched::{gemm_batched, matmul_batched};
pub use input::Input;
#[cfg(feature = "alloc")]
pub use large::{GemmBlocks, Packed, gemm_blocks};
pub use product::ProductOf;
pub use tiled::{Fitting, Repeats, TiledMma};
pub use update::{Add, Blend, Set, Update};

use crate::ours::Ours;
use crate::scaled::ScaledBy;
use crate::simd::Machine;
#[cfg(feature = "rayon")]
use product::Shared;
use product::{Dispatched, OnMachine};
use static_layout::{AnyLayout, View, ViewMut};

/// `C = alpha * A * B + beta * C`.
///
/// A is `(M,K)`, B `(K,N)`, C `(M,N)`, of any layouts; see [the module](self). Of floating-point numbers
/// or `i32`, which wraps around. If `beta` is 0, C is not read.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm;
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
/// When extents known at run time do not agree, and when run-time integers make two coordinates of C name one
/// element. Static extents that do not agree, and layouts that are not
/// of two modes, do not compile:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::matmul;
/// let x = [0.0; 8];
/// let a = View::new(&x, layout!((2, 3):col)).unwrap();
/// let b = View::new(&x, layout!((4, 2):col)).unwrap();
/// // cannot multiply (2,3):(1,2) by (4,2):(1,4) into (2,2):(1,2): A has 3 columns and B has 4 rows
/// matmul(a, b, &mut ViewMut::new(&mut [0.0; 4], layout!((2, 2):col)).unwrap());
/// ```
/// Nor does a static C that names an element twice:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::matmul;
/// let x = [0.0; 4];
/// let a = View::new(&x, layout!((2, 2):col)).unwrap();
/// // cannot borrow for writing all elements of (2,2):(1,0): the coordinates (0,1) and (0,0) share the offset 0
/// matmul(a, a, &mut ViewMut::new(&mut [0.0; 2], layout!((2, 2):(1, 0))).unwrap());
/// ```
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm<T, P, Q, I, J, A, B, C>(
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
    const { agree::check::<A, B, C>(2) };
    let (alpha, beta) = T::factors(alpha, beta, Ours);
    T::multiply(Ours, Dispatched, a, b, c, Blend { alpha, beta });
}

/// `C = A * B`: [`gemm`](fn@gemm) with `alpha` 1 and `beta` 0. C is not read.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul;
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
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn matmul<T, I, J, A, B, C>(a: View<'_, I, A>, b: View<'_, J, B>, c: &mut ViewMut<'_, T, C>)
where
    T: ProductOf<I, J>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::check::<A, B, C>(2) };
    T::multiply(Ours, Dispatched, a, b, c, Set);
}

/// `C = C + A * B`: [`gemm`](fn@gemm) with `alpha` 1 and `beta` 1.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul_add;
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
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn matmul_add<T, I, J, A, B, C>(a: View<'_, I, A>, b: View<'_, J, B>, c: &mut ViewMut<'_, T, C>)
where
    T: ProductOf<I, J>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::check::<A, B, C>(2) };
    T::multiply(Ours, Dispatched, a, b, c, Add);
}

/// [`gemm`](fn@gemm) with the instructions of `machine`. Inside a [`Task`](crate::simd::Task) nothing is looked up, and
/// the product is compiled into the task.
///
/// ```
/// use static_layout_kernels::simd::Portable;
/// use static_layout::*;
/// use static_layout_kernels::gemm_on;
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
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_on<M, T, P, Q, I, J, A, B, C>(
    machine: M,
    alpha: P,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: Q,
    c: &mut ViewMut<'_, T, C>,
) where
    M: Machine,
    T: ProductOf<I, J> + ScaledBy<P, Q>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const { agree::check::<A, B, C>(2) };
    let (alpha, beta) = T::factors(alpha, beta, Ours);
    T::multiply(Ours, OnMachine(machine), a, b, c, Blend { alpha, beta });
}

/// [`gemm`](fn@gemm) on all threads of the pool that rayon uses where it is called.
///
/// The result is that of `gemm`, whatever their number. This thread takes part; products that take less time than
/// the others need to wake up, below about 116 in each extent for `f32`, stay on it.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::par_gemm;
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
/// As [`gemm`](fn@gemm).
#[layout_macros::at_caller]
#[cfg(feature = "rayon")]
#[track_caller]
pub fn par_gemm<T, P, Q, I, J, A, B, C>(
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
    const { agree::check::<A, B, C>(2) };
    let (alpha, beta) = T::factors(alpha, beta, Ours);
    T::multiply(Ours, Shared, a, b, c, Blend { alpha, beta });
}

/// [`gemm`](fn@gemm) by an atom of your choice, repeated in registers as you say: the loops around it, and the
/// copies that its fragments need, are the library's.
///
/// Vectors run along the rows of C; a C whose columns are adjacent, and whose rows are not, is multiplied
/// transposed, and then the rows of the atom are columns of C.
///
/// ```
/// use static_layout_kernels::gemm::{Broadcast, TiledMma, gemm_with};
/// use static_layout_kernels::simd::Portable;
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
/// An atom is repeated 1 to 3 times along the rows and 1 to 24 times along the columns:
/// ```compile_fail,E0080
/// # use static_layout_kernels::gemm::{Broadcast, TiledMma, gemm_with};
/// # use static_layout_kernels::simd::Portable;
/// # use static_layout::*;
/// # let (x, mut y) = ([0.0_f32; 64], [0.0; 64]);
/// # let square = layout!((8, 8):row);
/// # let a = View::new(&x, square).unwrap();
/// # let mut c = ViewMut::new(&mut y, square).unwrap();
/// let mma = TiledMma::new(Broadcast(Portable), layout!((4, 2):col));
/// // an atom is repeated 1 to 3 times along the rows and 1 to 24 times along the columns
/// gemm_with(mma, 1.0, a, a, 0.0, &mut c);
/// ```
///
/// # Panics
/// As [`gemm`](fn@gemm).
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_with<X, R, T, P, Q, I, J, A, B, C>(
    mma: TiledMma<X, R>,
    alpha: P,
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    beta: Q,
    c: &mut ViewMut<'_, T, C>,
) where
    X: Atom<T>,
    R: Repeats,
    T: ProductOf<I, J> + ScaledBy<P, Q>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    const {
        tiled::has_room::<T, X>();
        tiled::are_possible::<R>();
        agree::check::<A, B, C>(2)
    };
    let (alpha, beta) = T::factors(alpha, beta, Ours);
    T::multiply(Ours, mma, a, b, c, Blend { alpha, beta });
}
