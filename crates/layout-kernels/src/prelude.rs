//! Every kernel, [`Convolution`], and the bounds of functions that call kernels.
//!
//! ```
//! use static_layout::prelude::*;
//! use static_layout_kernels::prelude::*;
//!
//! fn trace_of_square<A: Readable<Element = f32> + Copy>(a: A, n: usize) -> f32 {
//!     let mut square = Boxed::filled(layout!((n, n)), 0.0);
//!     matmul(a, a, &mut square);
//!     sum(square.view().compose(layout!(n:{n + 1})))
//! }
//! let a = Boxed::from_coords(layout!((2, 2)), |(i, j)| (i + j) as f32);
//! assert_eq!(trace_of_square(&a, 2), 6.0);
//!
//! let image = Boxed::filled(layout!((5, 5, 1)), 1.0_f32);
//! let filter = Boxed::filled(layout!((3, 3, 1, 1)), 1.0);
//! let mut sums = Boxed::filled(layout!((2, 2, 1)), 0.0);
//! convolve2d_with(Convolution { stride: [2, 2], ..Convolution::default() }, &image, &filter, &mut sums);
//! assert!(sums.iter().all(|sum| *sum == 9.0));
//! ```
//!
//! Atoms, tiled copies, plans and the types of [`simd`](crate::simd) are imported by name.

pub use crate::axpby::{axpby, try_axpby};
pub use crate::computed::computed;
pub use crate::contract;
#[cfg(feature = "alloc")]
pub use crate::contract::einsum;
#[cfg(feature = "rayon")]
pub use crate::convolve::par_convolve2d_with;
pub use crate::convolve::{Convolution, convolve2d, convolve2d_with, image_to_columns};
pub use crate::copy::{copy, copy_if, copy_plan, copy_with, try_copy, try_copy_if, try_copy_with};
#[cfg(feature = "rayon")]
pub use crate::copy::{par_copy, try_par_copy};
pub use crate::fill::fill;
#[cfg(feature = "rayon")]
pub use crate::fill::par_fill;
#[cfg(all(feature = "alloc", feature = "half"))]
pub use crate::gemm::gemm_bf16;
#[cfg(feature = "rayon")]
pub use crate::gemm::par_gemm;
pub use crate::gemm::{
    gemm, gemm_batched, gemm_on, gemm_plan, gemm_with, matmul, matmul_add, matmul_batched,
};
#[cfg(feature = "alloc")]
pub use crate::gemm::{gemm_i8, matmul_chain, matmul_epilogue};
pub use crate::reduce::{maximum, minimum, reduce, sum};
pub use crate::transform::{
    combine, combine_all, transform, try_combine, try_combine_all, try_transform,
};
#[cfg(feature = "rayon")]
pub use crate::transform::{
    par_combine, par_combine_all, par_transform, try_par_combine, try_par_combine_all,
    try_par_transform,
};
pub use crate::transpose::{transpose, transpose_in_place, try_transpose};
pub use crate::views::{Readable, Writable};

#[cfg(not(feature = "half"))]
#[doc(hidden)]
pub use crate::featured::gemm_bf16;
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
pub use crate::featured::{gemm_i8, matmul_chain, matmul_epilogue};
#[cfg(not(feature = "rayon"))]
#[doc(hidden)]
pub use crate::featured::{
    par_combine, par_combine_all, par_convolve2d_with, par_copy, par_fill, par_gemm, par_transform,
    try_par_combine, try_par_combine_all, try_par_copy, try_par_transform,
};
