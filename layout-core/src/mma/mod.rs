//! Matrix instructions and the copies that feed them, with CuTe's names and results.
//!
//! ```
//! use layout_core::mma::{CopyAtom, MmaAtom, MmaOperand, TiledMma, make_tiled_copy_a};
//! let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN")?;
//! let mma = TiledMma::of(&atom, &"(2,2,1)".parse()?)?;
//! let copy = make_tiled_copy_a(&CopyAtom::LDMATRIX_X4, 16, &mma)?;
//! // Thread 37 has the address of 8 elements of a row, and receives the fragment of its instruction.
//! let memory = "(64,64):(64,1)".parse()?;
//! let (rows, offset) = copy.partition_s(37, &memory)?;
//! assert_eq!((rows.to_string(), offset), ("((8,1),2,4):((1,0),2048,16)".into(), 21 * 64));
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `table` | the instructions of NVIDIA, AMD and Intel, as texts |
//! | `atom` | [`MmaAtom`]: an instruction; its [`MmaOperand`]s |
//! | `tiled` | [`TiledMma`]: an instruction over many warps |
//! | `copy_atom` | [`CopyAtom`]: `ldmatrix`, `stmatrix`, loads and stores |
//! | `tiled_copy` | [`TiledCopy`], [`make_layout_tv`], [`make_tiled_copy_a`] and its like |
//! | `measure` | [`FittedCopy`]: a copy between shared memory and registers, with its cost |
//! | `tiles` | the permuted tiles of a search |
//! | `fit` | [`fit`]: the best copies, and the permutation of the tile that allows them |

mod atom;
mod copy_atom;
mod fit;
mod measure;
mod table;
mod tiled;
mod tiled_copy;
mod tiles;

pub use atom::{MmaAtom, MmaOperand};
pub use copy_atom::CopyAtom;
pub use fit::{Fit, FitSpace, fit};
pub use measure::{FitCost, FitOperand, FittedCopy};
pub use table::{InstructionRow, rows};
pub use tiled::TiledMma;
pub use tiled_copy::{
    TiledCopy, make_layout_tv, make_tiled_copy, make_tiled_copy_a, make_tiled_copy_b,
    make_tiled_copy_c, make_tiled_copy_d, make_tiled_copy_of, make_tiled_copy_s,
};
