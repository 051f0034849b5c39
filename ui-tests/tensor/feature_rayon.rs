//! par_tiles_mut: without the feature `rayon`.
//! Fix: add the feature.
use static_layout::*;

fn main() {
    let mut grid = Boxed::filled(layout!((4, 8):row), 0);
    grid.par_tiles_mut(tile!(2, 2)).enumerate().for_each(|(k, mut tile)| tile.fill(k));
}
