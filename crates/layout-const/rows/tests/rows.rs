//! Rows of the operations that take one or two layouts.
#![feature(adt_const_params, unsized_const_params, macro_metavar_expr)]
#![allow(incomplete_features, reason = "the front end rests on them")]

#[macro_use]
mod check;

written! { coalesce compose divide divide_padded inverse product }
