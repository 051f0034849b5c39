//! reshape of a view: a shape of another size.
//! Fix: choose extents with the same product.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 24], layout!((4, 6):row)).unwrap();
    let _ = view.reshape(shape!(5, 5));
}
