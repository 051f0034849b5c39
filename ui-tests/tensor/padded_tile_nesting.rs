//! tile_padded: a coordinate of another rank than the tiles have.
//! Fix: one number for each mode that the tiler cuts.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 15], layout!((3, 5):(5, 1))).unwrap();
    let _ = view.tile_padded(tile!(2, 4), (1, 0, 0));
}
