//! Layouts as strided arrays: NumPy's view of them.
//!
//! An axis is a mode at the top level. Axes count in row-major order: the last one is the fastest. What needs no
//! bytes is here for every [`Layout`](crate::Layout). [`StridedLayout`] adds an item size and an offset to a flat
//! layout.

mod array;
mod axes;
mod bytes;
mod dense;
mod flatten;
mod list;
mod measure;
mod operand;
mod order;
mod read;
mod reshape;
pub(crate) mod slices;
mod slicing;
mod text;

pub use array::StridedLayout;
pub use dense::StrideOrder;
pub use list::AxisList;
pub use slicing::{Slice, index_in, range_in};
