//! compose of a view: a layout that leads out of the view.
//! Fix: compose with a layout whose offsets are coordinates of the view.
use static_layout::*;

fn main() {
    let data = [0; 12];
    let view = View::new(&data, layout!((3,4):(1,3))).unwrap();
    let _ = view.compose(layout!(5:4));
}
