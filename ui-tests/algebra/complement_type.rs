//! complement: a range of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let n: i32 = 24;
    let _ = layout!(4:2).complement(n);
}
