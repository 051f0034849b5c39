//! Arrays on many devices: what each holds, what moves where, and the proof that nothing is lost.
//!
//! A [`Mesh`] is a layout of devices with named axes. A [`Sharding`] is a layout from (device, local coordinate) to the
//! coordinate of an array: each axis of the array is cut over some axes of the mesh, in blocks, round-robin, or chunk by
//! chunk. Along the mesh
//! axes that cut nothing the array is replicated, or each device has a term of a sum. A [`Plan`] says what moves from one
//! sharding to another: for each two devices, pairs of layouts of their local memories. Its cost does not depend on
//! the number of elements. A [`Route`] is a few plans one after the other, which together cost less: all-reduce, broadcast,
//! rows to columns of thousands of devices.
//!
//! ```
//! use layout_core::sharding::{Mesh, Sharding, Split, plan};
//!
//! let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
//! let whole = Sharding::replicated(&mesh, &[6, 10])?;
//! // Rows over both axes of the mesh: 2, 2, 2 and 0 of them.
//! let rows = whole.clone().split(0, &["x", "y"], Split::Block)?;
//! // ScaLAPACK's blocks of 2 by 3 on a grid of 2 by 2.
//! let blocks = whole.split(0, &["x"], Split::cyclic(2))?.split(1, &["y"], Split::cyclic(3))?;
//! assert_eq!(rows.local_shape(3)?.to_string(), "(0,10)");
//! assert_eq!(blocks.local_shape(0)?.to_string(), "(4,6)");
//!
//! let plan = plan(&rows, &blocks)?;
//! let first = &plan.receives(0)?[0];
//! assert_eq!((first.source(), first.elements()), (0, 12));
//! // Columns 0, 1, 2 and 6, 7, 8 of two rows.
//! let pair = &first.pairs()?[0];
//! assert_eq!((pair.source.to_string(), pair.target.to_string()), ("(3,2,2):(1,6,10)".into(), "(3,2,2):(1,3,6)".into()));
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! # Where things are
//! | file | what |
//! |---|---|
//! | `mesh` | [`Mesh`] |
//! | `cut` | how one axis is cut: [`Split`], and the shards of an index |
//! | `held` | the indices of an axis that a shard holds |
//! | `array` | [`Sharding`], made of cuts |
//! | `local` | what a device holds of it |
//! | `place` | a device as the shards, the term and the copy that it holds |
//! | `meet` | the common refinement of two cuts of an axis, [`Run`] |
//! | `plan` | [`Plan`] |
//! | `network` | [`Network`], what messages and bytes cost |
//! | `counts` | [`Counts`], what one device sends and receives, and what a step costs |
//! | `route` | [`Route`]: several plans, whose shardings are steps along mesh axes |
//! | `waypoint` | the shardings that a route may pass |
//! | `transfer` | [`Transfer`], [`Pair`] |
//! | `relabel` | [`relabel`]: new numbers for devices, with which as many bytes as possible stay |
//! | `text` | what `Display` prints, and what is parsed |

mod array;
mod counts;
mod cut;
mod held;
mod local;
mod meet;
mod mesh;
mod network;
mod place;
mod plan;
mod relabel;
mod route;
mod text;
mod transfer;
mod waypoint;

pub use array::{Order, Reduce, Sharding};
pub use counts::{Counts, Flow};
pub use cut::Split;
pub use meet::Run;
pub use mesh::Mesh;
pub use network::Network;
pub use plan::{Plan, Totals, plan};
pub use relabel::relabel;
pub use route::{Route, route};
pub use transfer::{Pair, Transfer};
