//! get: a coordinate that is not nested like the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view.get((1, (2, 3)));
}
