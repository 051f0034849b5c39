//! Rows with integers known at run time.

#[macro_use]
#[path = "../check/mod.rs"]
mod check;

written! { agree mixed reshape_agree }
