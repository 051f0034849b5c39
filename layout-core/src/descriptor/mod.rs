//! What hardware reads instead of a layout: tensor maps, matrix descriptors, instruction descriptors, tensor memory.
//!
//! [`TmaCopy`] is the answer to "can TMA copy this?": from a layout of global memory and one of shared memory, a [`TensorMap`] with the
//! coordinates of each copy, or the rule of the hardware that refuses it. [`TensorMap::moves`] executes a copy from the map alone.
//!
//! ```
//! use layout_core::descriptor::{TMA_SM90, TensorMapType, TmaCopy};
//! let shared = "(64,64):(64,1)".parse::<layout_core::Layout>()?.swizzled(layout_core::Swizzle::IDENTITY)?;
//! // Rows of 1001 halves begin between multiples of 16 bytes.
//! let refused = TmaCopy::new(&"(512,1001):(1001,1)".parse()?, &shared, TensorMapType::F16, &TMA_SM90);
//! let words = "coordinate 1 has the stride 2002 bytes, not a multiple of 16: pad it to 2016";
//! assert!(refused.unwrap_err().to_string().ends_with(words));
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `tensor_map` | [`TensorMap`], [`TmaCopy`], [`Im2colMap`] |
//! | `matrix`, `operand` | [`MatrixDescriptor`] of a [`MatrixOperand`], what `wgmma` and `tcgen05.mma` read of shared memory |
//! | `instruction` | [`InstructionDescriptor`], what `tcgen05.mma` multiplies |
//! | `tensor_memory` | [`Accumulator`] and [`TensorMemoryShape`], the lanes and columns of tensor memory |

mod instruction;
mod matrix;
mod operand;
mod tensor_map;
mod tensor_memory;

pub use instruction::{InstructionDescriptor, MmaElement, MmaKind};
pub use matrix::{MatrixDescriptor, MatrixFormat};
pub use operand::{MatrixMajor, MatrixOperand};
pub use tensor_map::{
    Im2colMap, MAX_COORDINATES, TMA_DEVICES, TMA_SM90, TMA_SM100, TensorMap, TensorMapFill,
    TensorMapInterleave, TensorMapPromotion, TensorMapSwizzle, TensorMapType, TmaCopy, TmaDevice,
    TmaInstruction, TmaMove, TmaMulticast,
};
pub use tensor_memory::{
    Accumulator, TENSOR_MEMORY_COLUMNS, TENSOR_MEMORY_LANES, TensorMemoryShape,
    tensor_memory_address,
};
