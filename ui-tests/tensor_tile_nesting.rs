//! A tile at a coordinate of too many modes.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 8], layout!((2,4))).unwrap();
    let _ = view.tile(tile!(2, 2), (0, 0, 0));
}
