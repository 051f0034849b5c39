//! outer_partition: a static coordinate outside the tile.
//! Fix: stay below each extent of the tile.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view.outer_partition(tile!(2, 4), coord!(1, 4));
}
