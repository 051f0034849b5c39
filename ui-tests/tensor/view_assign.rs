//! [coord] of a view: an element of a View, which is for reading, as the target of an assignment.
//! Fix: take a ViewMut.
use static_layout::*;

fn main() {
    let data = [0.0f32; 16];
    let view = View::new(&data, layout!((4,4):(1,4))).unwrap();
    view[(0, 1)] = 1.0;
}
