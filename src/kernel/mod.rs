//! Algorithms over the elements of layouts.
//!
//! Each of them walks its operands together: [`nest`] finds the modes they have in common and an order of
//! loops, from the layouts alone, at compile time where they are static.
//!
//! # Safety
//!
//! What the folder reads and writes rests on the invariant of views (`tensor`): each coordinate has an
//! element. The loops of a nest visit exactly the coordinates, each once, and add up their offsets.
//! `Side::at` makes pointers of these; nothing else of an allocation is touched.

mod axpby;
mod convolve;
mod copy;
mod fill;
pub mod gemm;
mod nest;
mod ours;
mod reduce;
mod scaled;
mod side;
mod transform;
mod transpose;

pub use axpby::{axpby, try_axpby};
pub use convolve::{Convolution, ImageToColumns, convolve2d, convolve2d_with, image_to_columns};
pub use copy::{
    CopyAtom, CopyOf, CopyPlan, CopyStep, PlannedCopy, TileTranspose, TiledCopy, VectorMove, copy,
    copy_if, copy_plan, copy_with, try_copy, try_copy_if, try_copy_with,
};
#[cfg(feature = "rayon")]
pub use copy::{par_copy, try_par_copy};
pub use fill::fill;
pub use reduce::{maximum, minimum, reduce, sum};
pub use scaled::ScaledBy;
pub use transform::{combine, transform, try_combine, try_transform};
pub use transpose::{transpose, transpose_in_place, try_transpose};
