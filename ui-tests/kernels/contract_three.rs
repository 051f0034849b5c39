//! contract!: more than two operands.
//! Fix: multiply two of them first, then the result by the third.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 2)), 1);
    let mut d = Boxed::filled(layout!((2, 2)), 0);
    contract!(d[i, l] = a[i, j] * a[j, k] * a[k, l]);
}
