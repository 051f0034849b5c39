//! thread::spawn: a tile of a local array.
//! Fix: `thread::scope`.
use static_layout::*;

fn main() {
    let mut data = [0.0f32; 32];
    let mut a = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    for mut tile in a.tiles_mut(tile!(2, 4)) {
        std::thread::spawn(move || tile.fill(1.0));
    }
}
