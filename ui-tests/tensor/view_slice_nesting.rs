//! slice of a view: a coordinate that does not fit the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view.slice(coord!(0, _, _));
}
