//! Layout!: a fact of an integer that was not checked.
//! Fix: `{fact Multiple::<U8>::try_new(n)?}`.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let _: Layout!((?{div=8}, 64):(64, 1)) = layout!((n, 64):(64, 1));
}
