//! contract!: a result that maps two coordinates to one element.
//! Fix: give the result a stride for each mode.
use static_layout::*;
use static_layout_kernels::contract;

fn main() {
    let a = Boxed::filled(layout!((2, 3)), 1);
    let mut data = [0; 4];
    let mut c = ViewMut::new(&mut data, layout!((2, 3):(1, 1))).unwrap();
    contract!(c[i, j] = a[i, j]);
}
