//! at check: an operation in a function of const parameters that states no bound.
//! Fix: state the bound, or call `a.at_build().coalesce()`.
#![feature(adt_const_params, unsized_const_params, min_generic_const_args, generic_const_args)]
#![allow(incomplete_features)]
use static_layout_const::*;

fn merged<const L: &'static str>(a: Layout<L>) -> Layout<{ coalesce::RESULT::<L> }> {
    a.coalesce()
}

fn main() {
    let _ = merged(Layout::<"(8,6):(6,1)">);
}
