//! View::new: a layout that maps to coordinates.
//! Fix: view through a layout of offsets; image gives the coordinate.
use static_layout::*;

fn main() {
    let _ = View::new(&[0; 24], layout!((4,6):(1@0,1@1)));
}
