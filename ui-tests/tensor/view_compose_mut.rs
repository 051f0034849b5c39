//! compose_mut: a layout that leads out of the view.
//! Fix: compose with a layout whose offsets are coordinates of the view.
use static_layout::*;

fn main() {
    let mut data = [0; 12];
    let mut view = ViewMut::new(&mut data, layout!((3,4):(1,3))).unwrap();
    let _ = view.compose_mut(layout!(7:2));
}
