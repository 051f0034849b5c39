//! solve!: accesses that no swizzle frees of conflicts.
//! Fix: another memory layout.
use static_layout::dynamic::Swizzle;
use static_layout::dynamic::memory::{Access, NVIDIA};
use static_layout::*;

const FOUND: Swizzle =
    solve!(layout!(32768:1), [layout!(((4, 8), 1):((32, 4096), 0))], Access::of(4, 4), NVIDIA);

fn main() {
    _ = FOUND;
}
