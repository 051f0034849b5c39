//! Counts what accesses to memory cost: reads layouts, patterns and models of memory for [`layout_core::memory`].
//!
//! ```
//! use layout_cli::MaybeSwizzled;
//! use layout_cli::memory::pattern;
//! use layout_core::memory::{Access, NVIDIA};
//! // 32 threads, each with an element of a column of a matrix of floats.
//! let (column, matrix) = (MaybeSwizzled::read("(32,1):(1,0)")?, MaybeSwizzled::read("(32,32):(32,1)")?);
//! let cost = pattern(&column, &matrix, Access::new(4, 4)?)?.cost(&NVIDIA)?;
//! assert_eq!(cost.to_string(), "32-way conflict, 32 wavefronts instead of 1");
//! # Ok::<(), layout_cli::Failure>(())
//! ```

#[cfg(feature = "command")]
mod model;
mod read;
pub mod search;
pub mod solve;
mod variants;

#[cfg(feature = "command")]
pub use model::{chosen, model};
pub use read::read;
pub use variants::variants;

use layout_core::memory::{Access, AccessPattern, Request, SHARED, SharedMemory};

use crate::{Failure, MaybeSwizzled};

/// The accesses of a thread-value layout to a memory layout.
///
/// # Errors
///
/// Layouts that map to coordinates, and the errors of [`AccessPattern::new`].
pub fn pattern(
    threads: &MaybeSwizzled,
    memory: &MaybeSwizzled,
    access: Access,
) -> Result<AccessPattern, Failure> {
    Ok(AccessPattern::new(&threads.composed()?, &memory.composed()?, access)?)
}

/// The requests of all warps of `lanes` threads.
///
/// # Errors
///
/// The errors of [`AccessPattern::request`].
pub fn requests(pattern: &AccessPattern, lanes: u32) -> Result<Vec<Request>, Failure> {
    (0..pattern.requests(lanes)).map(|k| Ok(pattern.request(lanes, k)?)).collect()
}

/// The memory of this name.
///
/// # Errors
///
/// An unknown name.
pub fn named(name: &str) -> Result<SharedMemory<'static>, Failure> {
    SHARED.into_iter().find(|memory| memory.name == name).ok_or_else(|| {
        let names = SHARED.map(|memory| memory.name).join(", ");
        Failure::new(format!("no memory is called {name}")).help(format!("they are {names}"))
    })
}
