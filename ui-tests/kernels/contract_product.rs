//! contract!: a sum of two tensors.
//! Fix: add the second one by a second `+=`.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1);
    let mut c = Boxed::filled(layout!((2, 3)), 0);
    contract!(c[i, j] = a[i, j] + a[i, j]);
}
