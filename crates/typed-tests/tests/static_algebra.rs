//! Rows of static layouts: the algebra.

#[macro_use]
#[path = "../check/mod.rs"]
mod check;

written! { coalesce compose divide divide_padded inverse product }
