//! contract!: operands of two element types.
//! Fix: convert one of them.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1_i64);
    let b = Boxed::filled(layout!((3)), 1_i32);
    let mut c = Boxed::filled(layout!((2)), 0_i64);
    contract!(c[i] = a[i, j] * b[j]);
}
