//! Tile!: as an argument.
//! Fix: `tile!`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let x = a.tile(Tile!(2, 2), (0, 0));
}
