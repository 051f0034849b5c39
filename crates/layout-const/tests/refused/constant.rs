//! at check: a constant in a literal.
//! Fix: write its digits, or leave it to run time: `{BM}`.
use static_layout_const::*;

fn main() {
    const BM: usize = 8;
    let _ = layout!((BM, 6):(6, 1));
}
