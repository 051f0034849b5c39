//! fn: a layout of other integers than the parameter's.
//! Fix: a parameter `l: impl AnyLayout`.
use static_layout::*;

fn take(_: Layout!((4, 8):(1, 4))) {}

fn main() {
    take(layout!((4, 8):(8, 1)));
}
