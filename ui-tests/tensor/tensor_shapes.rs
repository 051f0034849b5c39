//! update_with: two tensors of different shapes.
//! Fix: take views of one shape.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let view = View::new(&[0; 8], layout!((2,4))).unwrap();
    ViewMut::new(&mut data, layout!((4,2))).unwrap().update_with(&view, |x, y| *x += y);
}
