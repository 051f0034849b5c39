//! The macro behind `#[layout_macros::at_caller]`; `other.rs` says what its two files are for.

mod other;

other::from_here! { here }
