//! contract!: an index with two extents.
//! Fix: exchange the indices of an operand, or transpose it.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((4, 6)), 1.0);
    let b = Boxed::filled(layout!((5, 6)), 1.0);
    let mut c = Boxed::filled(layout!((4, 5)), 0.0);
    contract!(c[m, n] += a[m, k] * b[k, n]);
}
