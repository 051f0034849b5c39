//! All elements of a broadcast layout at once, to be written.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(0,1))).unwrap();
    let _ = view.iter_mut();
}
