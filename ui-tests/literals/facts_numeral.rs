//! Layout!: a fact of a static leaf.
//! Fix: keep the numeral, which says more: `Layout!((16, 64):(64, 1))`.
use static_layout::*;

fn main() {
    let _: Layout!((?{div=8}, 64):(64, 1)) = layout!((16, 64):(64, 1));
}
