//! The operations of layouts and of tuples: one table a family.
//!
//! A row states an operation once: its equation and documentation, the function of the engine, the type function and
//! the rule of nesting. From it come the method of [`Layout`](struct@crate::Layout) and its `try_` sibling, the same two in
//! [`LayoutOps`] for generic code, and the type of the result, which has the name of the method:
//! `a.zipped_divide(t)` is an [`ops::ZippedDivide<A, T>`](ZippedDivide).
//!
//! Each of these types is total, and there is one for each operation: the form of its result, where there is a result. A mode
//! without a form has a leaf [`Refused`](crate::int::Refused): a quotient that leaves a rest, a mode that is not there. Most
//! refusals do not show: a carry, an extent of 0, a negative stride, offsets without an inverse. The method decides, and stops the
//! compiler or returns an error. So take the value from the method:
//!
//! ```
//! use static_layout::*;
//! struct Tiled<L: PlainLayout>(ops::ZippedDivide<L, Tile!(16, 8)>);
//! type A = Layout!((128, 64):(1, 128));
//! let tiled = Tiled::<A>(A::default().zipped_divide(tile!(16, 8)));
//! assert_eq!(tiled.0.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
//! ```
//!
//! `Default` of such a name is the layout that the type says, if there is one, whether an operation returns it or not:
//!
//! ```
//! use static_layout::*;
//! // No layout is the inverse of (4,2):(1,8), whose offsets 4 to 7 are free.
//! type Back = ops::Inverse<Layout!((4,2):(1,8))>;
//! assert_eq!(Back::default().to_string(), "8:1");
//! assert!("(4,2):(1,8)".parse::<dynamic::Layout>()?.inverse().is_err());
//! # Ok::<(), LayoutError>(())
//! ```

mod axes;
pub use crate::types::{
    ColMajor, HasElement, Identity, ImageOf, ModeTiler, Ordered, PlainOf, Project, Projected,
    RowMajor, StaticImageOf, Tilers, Wrapped, bounds,
};
mod complements;
mod compositions;
mod divides;
mod inverses;
mod layout_ops;
mod max_common;
mod memory;
mod modes;
mod operators;
mod orders;
mod padded_divides;
mod parts;
mod products;
mod properties;
mod recasts;
mod results;
mod sequence;
mod simplified;
mod slices;
mod table;
pub mod tuple;

pub use axes::*;
pub use complements::*;
pub use compositions::*;
pub use divides::*;
pub use inverses::*;
pub use layout_ops::LayoutOps;
pub use max_common::*;
use memory::*;
pub use modes::*;
pub use orders::*;
pub use padded_divides::*;
pub use products::*;
use properties::*;
pub use recasts::*;
pub use results::*;
pub use sequence::{ModeTuple, ModesOf};
pub use simplified::*;
pub use slices::*;
pub use tuple::TupleOps;
