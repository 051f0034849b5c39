//! The index functions of layouts as text, for kernels in other languages.
//!
//! A [`SymbolicLayout`] has integers and named run-time leaves. [`IndexFunctions`] has its index function, bounds test
//! and inverse as expressions in which everything static is folded: shifts and masks for powers of two, no remainder if
//! a bound excludes one, joined modes. [`IndexFunctions::text`] writes them in a [`Language`].
//!
//! ```
//! use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};
//! let layout: SymbolicLayout = "((16,8),(m,4)):((1,16),(512,128))".parse()?;
//! let functions = IndexFunctions::new(&layout.with_fact("m<=1024")?, Domain::Modes, None)?;
//! let text = functions.text(Language::Wgsl, "tile")?;
//! let index = "\
//! fn tile_index(c0: u32, c1: u32, m: u32) -> u32 {
//!     return c0 + (c1 << 9u) + ((c1 / m) * (128u - (m << 9u)));
//! }
//! ";
//! assert!(text.contains(index), "{text}");
//! // `c0` needs no division: `(16,8):(1,16)` is `128:1`.
//! assert_eq!(functions.index().evaluate(&[17, 5, 3]), 17 + 2 * 512 + 128);
//! # Ok::<(), static_layout_emit::EmitError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod digits;
mod divisor;
mod error;
mod facts;
mod from_layout;
mod functions;
mod graph;
mod inverse;
mod monomial;
mod notation;
mod order;
mod reserved;
mod symbolic;
mod write;

pub use divisor::FastDivisor;
pub use error::EmitError;
pub use functions::{Domain, IndexFunction, IndexFunctions, OperationCount};
pub use symbolic::SymbolicLayout;

/// A language of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// WebGPU's shading language. Its integers have 32 bits.
    Wgsl,
    /// CUDA C: `__device__ __forceinline__` functions.
    Cuda,
    /// HIP, AMD's CUDA C: `__device__ __forceinline__` functions.
    Hip,
    /// SYCL: `inline` functions of C++.
    Sycl,
    /// NVIDIA's PTX: `.visible .func`.
    Ptx,
    /// OpenCL C.
    OpenCl,
    /// OpenGL's and Vulkan's shading language. Its integers have 32 bits.
    Glsl,
    /// Metal's shading language.
    Metal,
    /// Triton: Python functions with `@triton.jit`.
    Triton,
    /// MLIR: functions of the dialects `func` and `arith`, on `i32` or `index`.
    Mlir,
    /// C99: `static inline` functions of `<stdint.h>`'s integers.
    C,
    /// Rust: `pub const fn`, on `u32` or `u64`. An index of a coordinate outside of the shape may panic in a debug build.
    Rust,
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
