//! Layouts as strided arrays have them: axes that count in row-major order, elements of some bytes, an
//! offset before the first one. What needs no bytes is here for every [`Layout`](crate::Layout), an axis
//! being a mode at the top; [`StridedLayout`] adds the item size and the offset to flat ones.

mod array;
mod axes;
mod bytes;
mod dense;
mod flatten;
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
pub use slicing::Slice;
