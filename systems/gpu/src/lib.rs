//! Tensors on a GPU, with their layouts in the type.
//!
//! [`Gpu`] has the operations: [`copy`](Gpu::copy) between any two layouts, functions of one tensor
//! ([`transform`](Gpu::transform)) and of several ([`combine`](Gpu::combine)), [`reduce`](Gpu::reduce) and
//! [`reduce_along`](Gpu::reduce_along), [`matmul`](Gpu::matmul), and [`kernel`](Gpu::kernel), which runs a kernel of the caller.
//! They take tensors ([`DeviceTensor`]) and views of them ([`DeviceView`], [`DeviceViewMut`]). A kernel is made for each pair of
//! layout types: static leaves are folded into its index functions by `static-layout-emit`, run-time leaves are parameters.
//! Any device of `wgpu` with a Vulkan driver runs them, Mesa's lavapipe on the CPU too; a program that has a device already gives it to
//! [`Gpu::from_device`].
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

#[cfg(feature = "cuda")]
pub mod cuda;
mod device;
mod error;
mod expression;
mod health;
mod kernel;
mod map;
mod matmul;
mod packs;
mod plan;
mod reduce;
mod request;
mod shader;
mod step;
mod tensor;
mod tile;
mod transfer;
mod view;
mod words;

pub use device::Gpu;
pub use error::{GpuError, GpuErrorKind};
pub use half::f16;
pub use kernel::{KernelCall, KernelNumber};
pub use map::{Sources, TRANSPOSE_TILE};
pub use reduce::Reduction;
pub use tensor::{DeviceTensor, Element, FloatElement};
pub use tile::Tile;
pub use transfer::Download;
pub use view::{DeviceRead, DeviceView, DeviceViewMut, DeviceWrite};
/// The version of `wgpu` that this crate uses.
pub use wgpu;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
