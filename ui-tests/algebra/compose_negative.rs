//! compose: a right operand that walks backwards.
//! Fix: reverse the left operand instead.
use static_layout::*;

fn main() {
    let a = layout!(24:1);
    let _ = a.compose(layout!(4:-1));
}
