//! at_mut: a static coordinate outside the shape.
//! Fix: stay below each extent.
use static_layout::*;

fn main() {
    let mut data = [0; 32];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(8,1))).unwrap();
    *view.at_mut(coord!(4, 0)) = 1;
}
