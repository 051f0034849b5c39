//! Arrays on many machines: shardings that are layouts, moved, multiplied and reduced through MPI or between threads.
//!
//! A [`Sharding`](layout_core::sharding::Sharding) states which rank holds which part of an array. [`DistTensor`] is
//! the part of one rank, with its layout in the type, so kernels take it as any other view. All ranks call an operation
//! together, on a [`Comm`]:
//!
//! * [`redistribute`](DistTensor::redistribute) brings an array to another sharding, [`gather`](DistTensor::gather) to one
//!   rank, [`scatter`](DistTensor::scatter) deals it out; [`reduce`](DistTensor::reduce) makes partial sums whole.
//!   [`Redistribution`] is planned once and run many times, or [started](Redistribution::start) and finished with work between.
//! * [`transpose`](DistTensor::transpose) reads the axes in reverse order, without moving anything.
//! * [`matmul`] multiplies matrices of any shardings.
//! * [`Comm::all_reduce`] combines one value of each rank; [`Comm::group`] and [`Comm::along`] run operations on some ranks.
//! * [`HaloTensor`] has copies of its neighbours' edges.
//!
//! Ranks are threads ([`Threads`]) or, with the feature `mpi`, processes (`Mpi`). Both are a [`Transport`], which moves
//! messages of bytes and never waits; a [`Comm`] waits, and ends with an error when a rank has ended or is silent for too
//! long.
//!
//! # Where things are
//! | file | what |
//! |---|---|
//! | `message`, `transport` | the bytes that travel, and their transport |
//! | `threads`, `mpi` | ranks that are threads, and processes |
//! | `shared` | memory that processes of one machine share |
//! | `comm` | waiting, agreement, errors of all ranks |
//! | `group` | some ranks as a communicator of their own |
//! | `strided` | copies between strided memory and messages |
//! | `parts` | the elements that one rank sends another, as messages |
//! | `moves`, `steps` | a plan as copies and messages; the plans of a route, one after the other |
//! | `redistribution` | routes between two tensors, made once and run many times |
//! | `local`, `tensor` | the part of a rank, and the operations of all |
//! | `number` | elements that are reduced |
//! | `matmul`, `halo` | products, and halo exchanges |
//! | `checkpoint` | arrays of many ranks in files, with the feature `zarr` |
#![deny(missing_docs)]

#[cfg(feature = "zarr")]
mod checkpoint;
mod comm;
mod error;
mod group;
mod halo;
mod local;
mod matmul;
mod message;
mod moves;
#[cfg(feature = "mpi")]
mod mpi;
mod number;
mod parts;
mod redistribution;
#[cfg(feature = "mpi")]
mod shared;
mod steps;
mod strided;
mod tensor;
mod threads;
mod transport;

/// The shardings of the core library: `layout_core::sharding`.
#[doc(inline)]
pub use layout_core::sharding;

#[cfg(feature = "zarr")]
pub use checkpoint::{load, save};
pub use comm::Comm;
pub use error::{DistError, DistErrorKind, Result};
pub use group::Group;
pub use halo::{Edge, Exchange, HaloTensor};
pub use local::{Axes, LocalLayout, RunTimeLayout};
pub use matmul::matmul;
pub use message::{Element, Message, Pool};
#[cfg(feature = "mpi")]
pub use mpi::Mpi;
pub use number::Number;
pub use redistribution::{Moving, Redistribution, Reduction};
pub use tensor::{DistArray, DistTensor};
pub use threads::Threads;
pub use transport::{Tag, Transport};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
