//! compose of a view by mode: a tiler that leads out of its mode.
//! Fix: stay below the extent of each mode.
use static_layout::*;

fn main() {
    let data = [0; 12];
    let view = View::new(&data, layout!((3,4):(1,3))).unwrap();
    let _ = view.compose(tile!(4, 2));
}
