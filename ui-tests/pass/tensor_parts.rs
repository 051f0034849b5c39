//! Tiles of one matrix, written by several threads without `unsafe`.
use static_layout::*;

fn main() {
    let mut data = [0; 32];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(8,1))).unwrap();
    std::thread::scope(|scope| {
        for (k, mut tile) in view.tiles_mut(tile!(2, 4)).enumerate() {
            scope.spawn(move || tile.fill(k));
        }
    });
    assert_eq!(view.view().tile(tile!(2, 4), (1, 0)).to_string(), "1 1 1 1\n1 1 1 1");
}
