//! slice_mut: a coordinate that is not nested like the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;

fn main() {
    let mut data = [0; 32];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(8,1))).unwrap();
    let _ = view.slice_mut(coord!(_, _, 1));
}
