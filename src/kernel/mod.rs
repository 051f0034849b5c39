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

mod copy;
pub mod gemm;
mod nest;
mod side;

pub use copy::{CopyPlan, CopyStep, copy, copy_plan, try_copy};
