//! contract!: a window that passes the image.
//! Fix: make the result smaller, or pad the image.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let x = Boxed::filled(layout!(8), 1);
    let w = Boxed::filled(layout!(3), 1);
    let mut y = Boxed::filled(layout!(8), 0);
    contract!(y[p] = x[p + r] * w[r]);
}
