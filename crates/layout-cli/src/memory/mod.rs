//! Models GPU memory accesses: bank conflicts, transactions, and swizzles that avoid conflicts.
//!
//! A thread-value layout maps (thread, value) to the linear index in a memory layout. An [`Access`] has the bytes of an
//! element and the bytes that one instruction moves for each thread. [`requests`] computes the addresses that each warp
//! accesses at once, [`banks`] and [`coalescing`] count their cost, and [`search`] finds the swizzle of least cost.
//!
//! ```
//! use layout_cli::MaybeSwizzled;
//! use layout_cli::memory::{Access, banks, requests};
//! // 32 threads, each with an element of a column of a matrix of floats.
//! let (column, matrix) = (MaybeSwizzled::read("(32,1):(1,0)")?, MaybeSwizzled::read("(32,32):(32,1)")?);
//! let requests = requests(&column, &matrix, Access::new(4, 4)?)?;
//! assert_eq!(banks::cost(&requests[0]).to_string(), "32-way conflict, 32 wavefronts instead of 1");
//! # Ok::<(), layout_cli::Failure>(())
//! ```

pub mod banks;
pub mod coalescing;
mod read;
mod request;
pub mod search;
mod variants;

pub use read::read;
pub use request::{Access, Lane, Request, requests};
pub use variants::variants;
