//! contract!: a number in place of an index.
//! Fix: slice the tensor first: `a.slice(coord!(_, 1))`.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1);
    let mut c = Boxed::filled(layout!((2)), 0);
    contract!(c[i] = a[i, 1]);
}
