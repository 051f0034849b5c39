//! Products of matrices, `C = alpha * A * B + beta * C`, over any layouts.
//!
//! A matrix is a view of two modes, `(rows, columns)`, each a number or a tuple: A is `(M,K)`, B `(K,N)`,
//! C `(M,N)`. [`gemm`](fn@gemm) computes the full product; [`matmul`] and [`matmul_add`] are its common cases.
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
//! # The path of a call
//!
//! A product is planned, then run. [`gemm_plan`] returns the plan of given layouts on this machine. Static layouts decide
//! each step in `const`, so that the compiler builds only the functions that run.
//!
//! ```text
//! gemm(alpha, a, b, beta, c)
//!   check     agree::check                compile time: two modes, equal static extents, no repeated element in a static C
//!             Problem::of_views           run time: equal extents, no repeated element in C
//!   plan      route::entry                compile time: which loops; without static extents the loops of `strided`
//!             route::route                of static extents: the mode of C that vectors run along, the atom and its tiles
//!             Numbers::path               of `strided`, at run time
//!   run       run::Executor               follows the route to `strided`, `vector`, `converted`, `large`, or the panels below
//!   machine   simd::dispatch              of `strided`: chooses the token once (`simd/x86/detect.rs`), then `InPlace` or `Staged`
//!             simd::dispatch_parts        of static extents: chooses it too, and calls `ProductTask::run`
//!   blocks    large::multiply_in_blocks   of `strided`, if they pay: `large/loops.rs` and `large/tile.rs`, then `tile`
//!   panels    panels::multiply_in_panels  parts of the depth, panels of rows of C, tiles of columns in a panel
//!   block     block                       one tile of C of the full size, or of what is left at an edge (`strip`)
//!   tile      tile::tile                  its atoms, whose sums stay in registers along the depth
//!   atom      Broadcast::multiply_part    one step: a vector of rows of A times one element of B (`atom/broadcast.rs`)
//!   instruction   Vectors::mul_add        `_mm256_fmadd_ps` (`simd/x86/short.rs`; bodies: `simd/token.rs`), for example
//! ```
//!
//! The rest is plumbing: `readable` is `view`, a `TiledMma` carries the atom, and `T::vectors(machine)` is `machine`.
//!
//! * `strided`: no extent is static. Extents and strides are passed to panels, blocks and tiles that are compiled with this crate.
//! * `vector`: C has one row or one column. The order in which the matrix is read bounds the time.
//! * `converted`: blocks of A and B are converted to elements of C, which `strided` multiplies.
//! * `large`: packed blocks, one size for each cache; [`gemm_blocks`] returns their layouts. With feature `std`, a thread keeps the
//!   buffer for the next product.
//! * `bytes`: [`gemm_i8`] multiplies packed groups of four bytes, or pairs of `i16`; a few bytes as `i32`.
//! * `bf16`: `gemm_bf16` multiplies packed pairs or fours of `bf16`, where the processor has an instruction for them.
//! * `epilogue`: [`matmul_epilogue`] computes what it stores from the sums and from inputs of the same extents.
//! * `chain`: [`matmul_chain`] multiplies the rows of a product, changed by a function, by a third matrix.
//! * `groups`: the loops of packed groups, for bytes and for `bf16`, with vectors or in the tiles of AMX (`tiled`).
//! * [`gemm_with`] takes the caller's atom. `par_gemm` distributes packed blocks or parts of whole tiles among threads (`shared`).
//!
//! # How it is computed
//!
//! * Vectors run along the mode of C with stride 1. If that is the second mode, the transposed problem is solved,
//!   `C^T = B^T * A^T`. If neither mode has stride 1, the sums are written to C element by element.
//! * The smallest step is an atom: a vector of rows of A times one element of B. A tile of up to 16 atoms (20 on NEON) stays in
//!   registers along the depth. With run-time extents, smaller tiles compute the last rows and columns. If the static depth
//!   is at most 8 and C is wider than a tile, the rows of A stay in registers instead, and the columns of C pass by. Four
//!   last rows, less than a vector, are multiplied several depths at once ([`Quads`]).
//! * A is read in place where its rows are adjacent, B with any two strides. What is not is copied to the stack panel by panel
//!   (at most 32 KiB).
//! * The last rows are loaded and stored under masks: no access leaves the views.
//!
//! # What is computed
//!
//! Each element of C is a sum over the depth. The order of the sum depends on the machine and the extents. A product
//! and its addition are rounded once where the machine can (not on `Portable`). NaN and infinities in A or B reach the
//! elements of C that they contribute to, even if `alpha` is 0. If `beta` is 0, C is not read. Integers wrap around.
//!
//! A static C whose layout maps two coordinates to one element does not compile; a run-time one panics. The value of
//! such an element would depend on the order of the sums, and several threads would write it at the same time.

mod agree;
mod atom;
mod batched;
#[cfg(all(feature = "alloc", feature = "half"))]
mod bf16;
mod block;
#[cfg(feature = "alloc")]
mod bytes;
#[cfg(feature = "alloc")]
mod chain;
pub(crate) mod converted;
#[cfg(feature = "alloc")]
mod epilogue;
mod few;
mod fours;
#[cfg(all(feature = "alloc", any(target_arch = "aarch64", target_arch = "x86_64")))]
mod groups;
#[cfg(feature = "alloc")]
mod in_strides;
mod input;
#[cfg(feature = "alloc")]
pub(crate) mod large;
mod operand;
mod pack;
mod panels;
mod pieces;
mod plan;
mod problem;
mod route;
mod run;
#[cfg(feature = "rayon")]
pub(crate) mod shared;
pub(crate) mod strided;
mod strip;
mod tile;
mod tiled;
mod tiling;
mod update;
pub(crate) mod vector;

pub use atom::{Adjacent, Atom, AtomPart, Broadcast, Dot, Part, Quads};
pub use batched::{gemm_batched, matmul_batched};
#[cfg(all(feature = "alloc", feature = "half"))]
pub use bf16::gemm_bf16;
#[cfg(feature = "alloc")]
pub use bytes::{Byte, ByteSum, gemm_i8, gemm_i8_on};
#[cfg(feature = "alloc")]
pub use chain::matmul_chain;
#[cfg(feature = "alloc")]
pub use epilogue::{EpilogueInputs, matmul_epilogue};
pub use input::Input;
#[cfg(feature = "alloc")]
pub use large::{GemmBlocks, Packed, gemm_blocks};
pub use plan::{GemmPlan, gemm_plan};
pub use route::GemmPath;
pub use run::ProductOf;
pub use tiled::{Fitting, Repeats, TiledMma};
pub use update::{Add, Blend, Set, Update};

pub(crate) use batched::Batched;
pub(crate) use operand::{MatrixForm, Operand, Step};
pub(crate) use problem::Problem;
#[cfg(feature = "alloc")]
pub(crate) use run::multiply_tables;
pub(crate) use run::{Dispatched, multiply_any, multiply_operands};

use crate::crate_only::CrateOnly;
use crate::scaled::ScaledBy;
use crate::simd::Machine;
use crate::views::{Readable, Writable};
use run::OnMachine;
#[cfg(feature = "rayon")]
use run::Shared;

/// `C = alpha * A * B + beta * C`.
///
/// A is `(M,K)`, B `(K,N)`, C `(M,N)`, of any layouts; see [the module](self). Elements are floating-point numbers or
/// `i32`, which wraps around. If `beta` is 0, C is not read. BLAS: `gemm`.
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
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// If static extents disagree, or if a layout does not have two modes:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::matmul;
/// let x = [0.0; 8];
/// let a = View::new(&x, layout!((2, 3):col)).unwrap();
/// let b = View::new(&x, layout!((4, 2):col)).unwrap();
/// // cannot multiply (2,3):(1,2) by (4,2):(1,4) into (2,2):(1,2): A has 3 columns and B has 4 rows
/// matmul(a, b, &mut ViewMut::new(&mut [0.0; 4], layout!((2, 2):col)).unwrap());
/// ```
/// If a static layout of C maps two coordinates to one element:
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
pub fn gemm<T, P, Q, A: Readable, B: Readable, C: Writable<Element = T>>(
    alpha: P,
    a: A,
    b: B,
    beta: Q,
    c: &mut C,
) where
    T: ProductOf<A::Element, B::Element> + ScaledBy<P, Q>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(2) };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    T::multiply_views(CrateOnly, Dispatched, a, b, c, Blend { alpha, beta });
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
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// The compile errors of [`gemm`](fn@gemm), of extents, modes, and a C that maps two coordinates to one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn matmul<T, A: Readable, B: Readable, C: Writable<Element = T>>(a: A, b: B, c: &mut C)
where
    T: ProductOf<A::Element, B::Element>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(2) };
    T::multiply_views(CrateOnly, Dispatched, a, b, c, Set);
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
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// The compile errors of [`gemm`](fn@gemm), of extents, modes, and a C that maps two coordinates to one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn matmul_add<T, A: Readable, B: Readable, C: Writable<Element = T>>(a: A, b: B, c: &mut C)
where
    T: ProductOf<A::Element, B::Element>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(2) };
    T::multiply_views(CrateOnly, Dispatched, a, b, c, Add);
}

/// [`gemm`](fn@gemm) with the instructions of `machine`.
///
/// Inside a [`Task`](crate::simd::Task) the product is compiled into the task, without run-time detection.
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
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// The compile errors of [`gemm`](fn@gemm), of extents, modes, and a C that maps two coordinates to one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_on<T, M: Machine, P, Q, A: Readable, B: Readable, C: Writable<Element = T>>(
    machine: M,
    alpha: P,
    a: A,
    b: B,
    beta: Q,
    c: &mut C,
) where
    T: ProductOf<A::Element, B::Element> + ScaledBy<P, Q>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(2) };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    T::multiply_views(CrateOnly, OnMachine(machine), a, b, c, Blend { alpha, beta });
}

/// [`gemm`](fn@gemm) on all threads of the current rayon pool.
///
/// The result equals the result of `gemm` for any number of threads. The calling thread takes part. Products that take less
/// time than waking another thread, below about 116 in each extent for `f32`, run on the calling thread alone.
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
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// The compile errors of [`gemm`](fn@gemm), of extents, modes, and a C that maps two coordinates to one element.
#[layout_macros::at_caller]
#[cfg(feature = "rayon")]
#[track_caller]
pub fn par_gemm<T, P, Q, A: Readable, B: Readable, C: Writable<Element = T>>(
    alpha: P,
    a: A,
    b: B,
    beta: Q,
    c: &mut C,
) where
    T: ProductOf<A::Element, B::Element> + ScaledBy<P, Q>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const { agree::check::<A::Layout, B::Layout, C::Layout>(2) };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    T::multiply_views(CrateOnly, Shared, a, b, c, Blend { alpha, beta });
}

/// [`gemm`](fn@gemm) with a given atom, repeated in registers as `mma` says.
///
/// The library adds the loops around the tile and the copies that the fragments of the atom need.
///
/// Vectors run along the rows of C. If the columns of C are adjacent and its rows are not, the transposed problem is
/// solved: the rows of the atom are then columns of C.
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
/// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// The compile errors of [`gemm`](fn@gemm), of extents, modes, and a C that maps two coordinates to one element.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_with<
    T,
    X: Atom<T>,
    R: Repeats,
    P,
    Q,
    A: Readable,
    B: Readable,
    C: Writable<Element = T>,
>(
    mma: TiledMma<X, R>,
    alpha: P,
    a: A,
    b: B,
    beta: Q,
    c: &mut C,
) where
    T: ProductOf<A::Element, B::Element> + ScaledBy<P, Q>,
{
    let (a, b, c) = (a.readable(), b.readable(), &mut c.writable());
    const {
        tiled::has_room::<T, X>();
        tiled::are_possible::<R>();
        agree::check::<A::Layout, B::Layout, C::Layout>(2)
    };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    T::multiply_views(CrateOnly, mma, a, b, c, Blend { alpha, beta });
}
