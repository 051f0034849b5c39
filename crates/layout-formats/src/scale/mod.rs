//! Block scales: where the scale of an element lies, and what the rest of the memory must hold.
//!
//! A matrix `(rows, K)` of few bits has a scale for each block of elements. A [`ScaleFormat`] says how large a block is, in
//! which order the scales lie, and to which multiples they are padded. For the shape of a matrix it gives a [`ScaleLayout`]: an
//! ordinary layout from *elements* to offsets of scales, whose modes inside a block have stride 0.
//!
//! ```
//! use static_layout_formats::scale::NVFP4;
//! let scales = NVFP4.layout(200, 100)?;
//! assert_eq!(
//!     scales.layout().to_string(),
//!     "(((32,4),2),((16,4),2)):(((16,4),1024),((0,1),512))"
//! );
//! // The scale of element (150, 70), in the tile of rows 128..256 and columns 64..128.
//! assert_eq!(scales.offset(150, 70), Some(1024 + 512 + 22 * 16));
//! assert_eq!(scales.bytes(), 2048);
//! # Ok::<(), static_layout::LayoutError>(())
//! ```
//!
//! # Padding
//!
//! Kernels read scales in whole tiles, so the scales of blocks past the edge of the matrix are read as well, and memory that
//! nobody wrote becomes `NaN` in the result (vLLM's issues 23140 and 30260) or wrong numbers. They must hold
//! [`ScaleKind::neutral`], whose bits are zero in every format:
//!
//! | scale | neutral | why |
//! |---|---|---|
//! | E4M3 | 0.0 (`0x00`) | 0 times finite data is 0; `0x7F` and `0xFF` are NaN |
//! | E8M0 | 2^-127 (`0x00`), the least value | it has no 0; 2^-127 times data of at most 8 bits is below 2^-111, which no sum of numbers of ordinary size holds; `0xFF` is NaN |
//! | `f32` | 0.0 | 0 times finite data is 0 |
//!
//! A scale of 1 is not neutral: it lets through what the *data* past the edge happens to hold. AMD's kernels computed wrong results
//! from such a padding (Primus-Turbo, pull request 383). Data that can be NaN or infinite needs zeros of its own past the edge: 0
//! times NaN is NaN.

mod format;
#[cfg(feature = "alloc")]
mod gemm;
mod layout;
mod scaled;
mod scales;

pub use format::{
    AMD_MX, ASCEND_PAIRS, ASCEND_ROWS, DEEPSEEK_ACTIVATION, DEEPSEEK_WEIGHT, MX, MXFP8, NVFP4,
    NVFP4_8X4, ScaleFormat, ScaleKind, ScaleOrder,
};
#[cfg(feature = "alloc")]
pub use gemm::gemm_scaled;
pub use layout::{AmdScales, BlockScales, ScaleLayout, Tile128x4};
pub use scaled::{ScaleError, Scaled, ScaledData};
pub use scales::{ScaleElement, Scales};
