//! Random rows: `RANDOM_ROWS` of them, from `SEED`.
#![feature(adt_const_params, unsized_const_params, macro_metavar_expr)]
#![allow(incomplete_features, reason = "the front end rests on them")]

#[macro_use]
mod check;

written! { random }
