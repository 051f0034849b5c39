//! sum: elements of a type that vectors do not have.
//! Fix: reduce them with an operation of your own.
use static_layout::*;
use static_layout_kernels::sum;

fn main() {
    let view = View::new(&[1u16; 8], layout!((2, 4):(4, 1))).unwrap();
    let _ = sum(view);
}
