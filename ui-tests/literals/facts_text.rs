//! Layout!: facts that are none.
//! Fix: `?{div=8}`, `?{<=4096}`, `?{i32}` or several of them.
use static_layout::*;

type DivisorZero = Layout!((?{div=0}, 64):(64, 1));
type NoFact = Layout!((?{odd}, 64):(64, 1));
type NegativeStride = Layout!((4, 64):(-?{div=8}, 1));

fn main() {
    let _ = layout!((?{div=8}, 64):(64, 1));
}
