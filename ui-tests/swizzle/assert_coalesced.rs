//! assert_coalesced!: threads that are in sectors of their own.
//! Fix: threads along the mode with stride 1.
use static_layout::dynamic::memory::{Access, NVIDIA_GLOBAL};
use static_layout::*;

fn main() {
    let column = layout!(32:1);
    assert_coalesced!(column, layout!((32, 32):(32, 1)), Access::of(4, 4), NVIDIA_GLOBAL);
}
