//! at build: a tile that does not divide, in a function of const parameters without a bound.
//! Fix: choose a tile that divides where the layout is known.
#![feature(adt_const_params, unsized_const_params, min_generic_const_args, generic_const_args)]
#![allow(incomplete_features)]
use static_layout_const::*;

type Tiles<const L: &'static str> = Layout<{ zipped_divide::RESULT::<L, Tile<"<16,8>">> }>;

fn tiles<const L: &'static str>(a: Layout<L>) -> Tiles<L> {
    a.at_build().zipped_divide(Tile::<"<16,8>">)
}

fn main() {
    let _ = tiles(Layout::<"(64,32):(1,64)">);
    let _ = tiles(Layout::<"(64,36):(1,64)">);
}
