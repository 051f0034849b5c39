//! slices!: an expression in parentheses.
//! Fix: an expression goes in braces: `{8 * y}..`.
use static_layout::*;

fn main() {
    let y = 2;
    let _ = slices!((8 * y)..);
}
