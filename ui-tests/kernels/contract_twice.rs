//! contract!: an index twice in the result.
//! Fix: give each mode of the result an index of its own.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 2)), 1);
    let mut c = Boxed::filled(layout!((2, 2)), 0);
    contract!(c[i, i] = a[i, j]);
}
