//! tile_of: a mode that the tiler does not have.
//! Fix: give the tiler and the coordinate a mode for each of M, N and K.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 48], layout!((8, 6))).unwrap();
    let _ = view.tile_of(tile!(4, 3), coord!(1, 0, _), modes!(0, 2));
}
