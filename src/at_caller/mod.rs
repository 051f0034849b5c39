//! The macro behind `#[layout_macros::at_caller]`: the refusals in an item show the line of its caller, and no line of
//! this crate.
//!
//! `layout-macros` has the implementation (`at_caller.rs`). It needs a span from one file of the crate into another
//! one, which is why each crate has these two files. A span of another crate does not do: the compiler has dropped its
//! place.

mod other;

other::from_here! { here }
