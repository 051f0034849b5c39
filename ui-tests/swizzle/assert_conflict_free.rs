//! assert_conflict_free!: threads that collide in a bank.
//! Fix: the swizzle that the message names.
use static_layout::dynamic::memory::{Access, NVIDIA};
use static_layout::*;

fn main() {
    let threads = layout!((8, 8):(1, 8));
    let memory = layout!((8, 64):(64, 1));
    assert_conflict_free!(threads, memory, Access::of(2, 16), NVIDIA);
}
