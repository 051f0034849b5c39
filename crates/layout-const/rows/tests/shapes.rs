//! Rows of the operations that change shapes and elements.
#![feature(adt_const_params, unsized_const_params, macro_metavar_expr)]
#![allow(incomplete_features, reason = "the front end rests on them")]

#[macro_use]
mod check;

written! { recast reshape structure axes }
