//! Layout!: a fact that does not exist.
//! Fix: `?{div=8}`, `?{<=4096}`, `?{i32}` or several of them.
use static_layout::*;

type OddRows = Layout!((?{odd}, 64):(64, 1));

fn main() {}
