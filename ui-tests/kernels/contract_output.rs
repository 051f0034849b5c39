//! contract!: an index of the result that no operand has.
//! Fix: name an index of an operand in the result.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1);
    let mut c = Boxed::filled(layout!((2, 3)), 0);
    contract!(c[i, k] = a[i, j]);
}
