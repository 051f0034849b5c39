//! contract!: an index that only a sum has.
//! Fix: give a tensor the index alone, or slice the image.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let x = Boxed::filled(layout!(8), 1);
    let mut y = Boxed::filled(layout!(6), 0);
    contract!(y[p] = x[p + r]);
}
