//! Tensors on a GPU, with their layouts in the type.
//!
//! [`Gpu`] has the operations: [`copy`](Gpu::copy) between any two layouts, [`matmul`](Gpu::matmul),
//! [`reduce`](Gpu::reduce), [`transform`](Gpu::transform). A kernel is made for each pair of layout types: static leaves
//! are folded into its index functions by `static-layout-emit`, run-time leaves are parameters. Any device of `wgpu` with a
//! Vulkan driver runs them, Mesa's lavapipe on the CPU too.
//!
//! ```no_run
//! use static_layout::*;
//! use static_layout_gpu::{Gpu, Reduction};
//!
//! let gpu = Gpu::new()?;
//! let n = 1000;
//! let data: Vec<f32> = (0..64 * n).map(|x| x as f32).collect();
//! let rows = gpu.upload(&data, layout!((64, n):(n, 1)))?;
//! let mut columns = gpu.zeros::<f32, _>(layout!((64, n):(1, 64)))?;
//! // A transposition, through tiles in workgroup memory.
//! gpu.copy(&rows, &mut columns)?;
//! assert_eq!(gpu.reduce(&columns, Reduction::Max)?, 63999.0);
//! # Ok::<(), static_layout_gpu::GpuError>(())
//! ```

mod copy;
#[cfg(feature = "cuda")]
pub mod cuda;
mod device;
mod error;
mod expression;
mod matmul;
mod reduce;
mod request;
mod shader;
mod tensor;

pub use copy::TRANSPOSE_TILE;
pub use device::Gpu;
pub use error::{GpuError, GpuErrorKind};
pub use matmul::Tile;
pub use reduce::Reduction;
pub use tensor::{DeviceTensor, Element};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
