//! contract!: a tensor without indices.
//! Fix: write an index for each mode in brackets.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1);
    let mut c = Boxed::filled(layout!((2, 3)), 0);
    contract!(c[i, j] = a);
}
