//! contract!: an operator other than `=` and `+=`.
//! Fix: assign or add.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1);
    let mut c = Boxed::filled(layout!((2, 3)), 0);
    contract!(c[i, j] -= a[i, j]);
}
