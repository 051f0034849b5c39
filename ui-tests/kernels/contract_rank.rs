//! contract!: a tensor with more modes than indices.
//! Fix: name each mode.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3, 4)), 1);
    let mut c = Boxed::filled(layout!((2, 3)), 0);
    contract!(c[i, j] = a[i, j]);
}
