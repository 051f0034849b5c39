//! The coordinate of an element must fit the shape of the view.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view[(1, 2, 3)];
}
