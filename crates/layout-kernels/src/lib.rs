//! Kernels over the elements of layouts: matrix products, copies, reductions, convolutions, vector instructions.
//!
//! ```
//! use static_layout::prelude::*;
//! use static_layout_kernels::prelude::*;
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
//! * [`matmul`], [`matmul_add`] and [`gemm`](fn@gemm) multiply matrices of any layouts; [`gemm_batched`] many of them
//!   at once, [`gemm_i8`] matrices of bytes, [`matmul_chain`] three with a function between, and
//!   [`matmul_epilogue`] stores a function of the sums; [`gemm_plan`] returns how. The module [`gemm`](mod@gemm) has the atoms of products.
//! * [`copy`](fn@copy) moves elements from one layout to another; [`copy_plan`] returns its loops, [`copy_with`]
//!   requires a width, [`TiledCopy`] divides tiles among threads, [`copy_if`] takes a predicate.
//!   [`transpose`](fn@transpose) and [`transpose_in_place`] exchange two modes.
//! * [`fill`](fn@fill), [`transform`](fn@transform), [`combine`], [`combine_all`], [`axpby`](fn@axpby), [`reduce`](fn@reduce), [`sum`],
//!   [`minimum`] and [`maximum`] compute with elements; [`computed`] makes an operand that is computed when it is read.
//! * [`convolve2d`] and [`convolve2d_with`] compute convolutions as products; [`image_to_columns`] is their layout.
//! * [`simd`] has the vector instructions that all kernels use.
//!
//! A kernel reads a view or a reference to any tensor, and writes `&mut` of one: `matmul(&a, b.transpose(), &mut c)` of an
//! `Owned`, a view and a `Boxed`.
//!
//! The loops of a kernel over static layouts are computed at compile time, and static layouts that do not fit stop the
//! compiler.
//!
//! # What to import
//!
//! `use static_layout_kernels::prelude::*` brings every kernel, [`Convolution`], and [`Readable`] and [`Writable`],
//! the bounds of functions that call kernels. The [`prelude`] has nothing of `static-layout`, which has a prelude of its own. Atoms, tiled copies, plans and vector
//! instructions are imported by name. A function of the program with the name of a kernel, such as [`copy`](fn@copy) or [`sum`],
//! takes precedence over the prelude.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `std`, by default | instructions found while the program runs; implies `alloc` |
//! | `alloc` | large products in packed blocks, [`gemm_i8`], [`matmul_chain`], [`matmul_epilogue`] |
//! | `rayon` | `par_gemm`, `par_copy`, `par_fill`, `par_transform`, `par_combine`, `par_combine_all`, `par_convolve2d_with`: all threads |
//! | `half` | `bf16` and `f16` as inputs of products; with `alloc`, `gemm_bf16` |
//!
//! # How a kernel works
//!
//! Every kernel but the products visits its operands together: `nest` computes their common modes and the order of the loops from the
//! layouts alone, at compile time if they are static. `gemm` describes the products. `simd` selects the vector instructions once a call.
//!
//! # Safety
//!
//! Each access relies on the invariant of [`View`](static_layout::View): each coordinate has an element. The loops of a
//! nest visit exactly the coordinates, each once, and add up their offsets. `Side::at` turns an offset into a pointer.
//! Kernels access nothing else.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod at_caller;
mod axpby;
mod compiled;
mod computed;
pub mod contract;
mod convolve;
mod copy;
mod crate_only;
mod featured;
mod fill;
pub mod gemm;
mod list;
mod macros;
mod nest;
#[cfg(feature = "alloc")]
mod parts;
#[cfg(feature = "alloc")]
mod pause;
#[cfg(feature = "rayon")]
mod pool;
pub mod prelude;
mod reduce;
mod scaled;
mod side;
pub mod simd;
#[cfg(feature = "rayon")]
mod spread;
mod stage;
mod transform;
mod transpose;
mod views;
mod written;

pub use axpby::{axpby, try_axpby};
pub use computed::{Computed, computed};
#[cfg(feature = "alloc")]
pub use contract::einsum;
#[cfg(feature = "rayon")]
pub use convolve::par_convolve2d_with;
pub use convolve::{Convolution, ImageToColumns, convolve2d, convolve2d_with, image_to_columns};
pub use copy::{
    CopyAtom, CopyOf, CopyPlan, CopyStep, PlannedCopy, TileTranspose, TiledCopy, VectorMove, copy,
    copy_if, copy_plan, copy_with, try_copy, try_copy_if, try_copy_with,
};
#[cfg(feature = "rayon")]
pub use copy::{par_copy, try_par_copy};
#[cfg(not(feature = "half"))]
#[doc(hidden)]
pub use featured::gemm_bf16;
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
pub use featured::{gemm_i8, matmul_chain, matmul_epilogue};
#[cfg(not(feature = "rayon"))]
#[doc(hidden)]
pub use featured::{
    par_combine, par_combine_all, par_convolve2d_with, par_copy, par_fill, par_gemm, par_transform,
    try_par_combine, try_par_combine_all, try_par_copy, try_par_transform,
};
pub use fill::fill;
#[cfg(feature = "rayon")]
pub use fill::par_fill;
#[cfg(all(feature = "alloc", feature = "half"))]
pub use gemm::gemm_bf16;
#[cfg(feature = "rayon")]
pub use gemm::par_gemm;
pub use gemm::{
    GemmPath, GemmPlan, gemm, gemm_batched, gemm_on, gemm_plan, gemm_with, matmul, matmul_add,
    matmul_batched,
};
#[cfg(feature = "alloc")]
pub use gemm::{gemm_i8, matmul_chain, matmul_epilogue};
pub use reduce::{maximum, minimum, reduce, sum};
pub use scaled::ScaledBy;
#[doc(inline)]
pub use static_layout::internal::{
    ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues,
};
pub use transform::{
    Inputs, Tensors, combine, combine_all, transform, try_combine, try_combine_all, try_transform,
};
#[cfg(feature = "rayon")]
pub use transform::{
    par_combine, par_combine_all, par_transform, try_par_combine, try_par_combine_all,
    try_par_transform,
};
pub use transpose::{transpose, transpose_in_place, try_transpose};
pub use views::{Readable, Writable};

#[doc(hidden)]
pub mod __private {
    pub use layout_macros::contract;
}

/// The loops of kernels, for a crate of this workspace whose elements are not in a slice. **Not part of the public
/// interface:** it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::copy::Copied;
    pub use crate::nest::{Nest, NestTask, Sides};
    pub use crate::written::Written;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
