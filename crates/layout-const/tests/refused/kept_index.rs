//! at check: an index with `_`.
//! Fix: give an integer, or slice.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(4,8):(8,1)">.index(coord!(1, _));
}
