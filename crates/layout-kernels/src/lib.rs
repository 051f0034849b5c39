//! Kernels over the elements of layouts: matrix products, copies, reductions, convolutions, vector instructions.
//!
//! ```
//! use static_layout::*;
//! use static_layout_kernels::matmul;
//!
//! let (a, b, mut c) = ([1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0; 12], [0.0; 8]);
//! matmul(
//!     View::new(&a, layout!((2, 3):row))?,
//!     View::new(&b, layout!((3, 4):col))?,
//!     &mut ViewMut::new(&mut c, layout!((2, 4):row))?,
//! );
//! assert_eq!(c, [6.0, 6.0, 6.0, 6.0, 15.0, 15.0, 15.0, 15.0]);
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! * [`matmul`], [`matmul_add`] and [`gemm`](fn@gemm) multiply matrices of any layouts; [`gemm_batched`] many of them at
//!   once. The module [`gemm`](mod@gemm) has the atoms of products.
//! * [`copy`](fn@copy) moves elements from one layout to another; [`copy_plan`] shows its loops, [`copy_with`] takes a
//!   given width, [`TiledCopy`] shares tiles among threads, [`copy_if`] takes a predicate. [`transpose`](fn@transpose)
//!   and [`transpose_in_place`] exchange two modes.
//! * [`fill`](fn@fill), [`transform`](fn@transform), [`combine`], [`axpby`](fn@axpby), [`reduce`](fn@reduce), [`sum`],
//!   [`minimum`] and [`maximum`] compute with elements.
//! * [`convolve2d`] and [`convolve2d_with`] are convolutions as products; [`image_to_columns`] is the layout behind them.
//! * [`simd`] has the vector instructions that all of them use.
//!
//! A static layout decides the loops of a kernel at compile time, and a static misfit stops the compiler. Names are
//! best imported one by one: several are common words.
//!
//! # How a kernel works
//!
//! A kernel walks its operands together: `nest` finds the modes that they have in common and an order of loops,
//! from the layouts alone, at compile time where they are static.
//!
//! # Safety
//!
//! Every read and write rests on the invariant of [`View`](static_layout::View): each coordinate has an element. The
//! loops of a nest visit exactly the coordinates, each once, and add up their offsets. `Side::at` makes pointers of
//! these; nothing else of an allocation is touched.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod at_caller;
mod axpby;
mod convolve;
mod copy;
mod fill;
pub mod gemm;
mod nest;
mod ours;
mod reduce;
mod scaled;
mod side;
pub mod simd;
mod transform;
mod transpose;

pub use axpby::{axpby, try_axpby};
pub use convolve::{Convolution, ImageToColumns, convolve2d, convolve2d_with, image_to_columns};
pub use copy::{
    CopyAtom, CopyOf, CopyPlan, CopyStep, PlannedCopy, TileTranspose, TiledCopy, VectorMove, copy,
    copy_if, copy_plan, copy_with, try_copy, try_copy_if, try_copy_with,
};
#[cfg(feature = "rayon")]
pub use copy::{par_copy, try_par_copy};
pub use fill::fill;
#[cfg(feature = "rayon")]
pub use gemm::par_gemm;
pub use gemm::{gemm, gemm_batched, gemm_on, gemm_with, matmul, matmul_add, matmul_batched};
pub use reduce::{maximum, minimum, reduce, sum};
pub use scaled::ScaledBy;
#[doc(inline)]
pub use static_layout::internal::{
    ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues,
};
pub use transform::{combine, transform, try_combine, try_transform};
pub use transpose::{transpose, transpose_in_place, try_transpose};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
