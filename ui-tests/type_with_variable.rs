//! A type has no place for a variable: `?` stands for it.
use static_layout::*;

fn main() {
    let n = 4;
    let _: Layout!(n:1) = layout!(n:1);
}
