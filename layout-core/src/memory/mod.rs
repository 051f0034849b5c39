//! Memories of machines as values, and what accesses cost on them.
//!
//! A thread-value layout maps (thread, value) to the linear index in a memory layout; an [`Access`] has the bytes of an element
//! and the bytes that one instruction moves for each thread. An [`AccessPattern`] joins them. Its [`Request`]s, one for each
//! instruction of a warp, have the addresses; a [`SharedMemory`] counts their wavefronts, a [`GlobalMemory`] their sectors and
//! lines, a [`Cache`] the lines of a set. All of it works in `const`.
//!
//! ```
//! use layout_core::memory::{Access, AccessPattern, CDNA4, NVIDIA};
//! // Eight rows of 64 halves: eight threads read 16 bytes of a column each.
//! let (rows, memory) = ("(8,8):(1,8)".parse()?, "(8,64):(64,1)".parse()?);
//! let pattern = AccessPattern::of_layouts(&rows, &memory, Access::new(2, 16)?)?;
//! assert_eq!(pattern.cost(&NVIDIA)?.to_string(), "8-way conflict, 8 wavefronts instead of 1");
//! // 64 banks, and lanes 0 to 3 in another phase than 4 to 7.
//! assert_eq!(pattern.cost(&CDNA4)?.to_string(), "2-way conflict, 4 wavefronts instead of 2");
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `machine` | [`SharedMemory`], [`GlobalMemory`], [`Cache`] |
//! | `known` | the memories of NVIDIA, AMD and processors, with their sources |
//! | `access` | [`Access`], [`AccessPattern`], [`Request`] |
//! | `count` | different blocks of lanes that are served together, [`Conflict`] |
//! | `cost` | [`Cost`] in wavefronts, [`Traffic`] in sectors |

pub(crate) mod access;
pub(crate) mod cost;
pub(crate) mod count;
mod known;
pub(crate) mod machine;

pub use access::{Access, AccessPattern, Instruction, Request};
pub use cost::{Cost, Traffic};
pub use count::Conflict;
pub use known::{
    CACHES, CDNA_GLOBAL, CDNA3, CDNA4, GLOBAL, NVIDIA, NVIDIA_GLOBAL, RDNA3, RDNA4, SHARED,
};
pub use machine::{Cache, GlobalMemory, MAX_LANES, Served, SharedMemory};
