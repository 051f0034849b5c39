//! outer_partition: the coordinate in each tile with too many modes.
//! Fix: one coordinate for each mode of a tile.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 40], layout!((4,10):(10,1))).unwrap();
    let _ = view.outer_partition(tile!(2, 5), (0, 1, 0));
}
