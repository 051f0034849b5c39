//! What memory makes of a layout: bank conflicts, transactions, and the swizzles that help.
//!
//! A thread-value layout says which coordinate of a memory layout each thread touches with each of its
//! values; an [`Access`] says how many bytes an element has and how many one instruction moves for a thread.
//! [`requests`] makes of these what each warp asks for at once, [`banks`] and [`coalescing`] count what that
//! costs, and [`search`] looks for the swizzle of shared memory that costs least.
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
mod request;
pub mod search;

pub use request::{Access, Lane, Request, requests};
