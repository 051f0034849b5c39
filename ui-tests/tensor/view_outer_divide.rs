//! outer_partition: tiles that do not divide the layout.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 60], layout!((6,10):(10,1))).unwrap();
    let _ = view.outer_partition(tile!(3, 4), (0, 0));
}
