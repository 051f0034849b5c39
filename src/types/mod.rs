//! The type-level computer.
pub mod algebra;
pub mod bounds;
pub mod check;
pub mod layout;
pub mod num;
pub mod swizzle;
pub mod tuple;
