//! slice of a view: a static coordinate outside the shape.
//! Fix: stay below each extent.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view.slice(coord!(4, _));
}
