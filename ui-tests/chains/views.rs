//! View::compose, then more: a stride that does not divide, of a view.
//! Fix: compose with steps that divide: everything after it follows.
use static_layout::*;

fn main() {
    let data = [0; 24];
    let view = View::new(&data, layout!((6,4):(4,1))).unwrap();
    let part = view.compose(layout!(5:4));
    let tile = part.tile(tile!(3), (1,));
    let _ = (part.at(0), tile.to_string(), tile.compose(layout!(5:1)).reshape(shape!(7, _)));
    for row in part.tiles(tile!(5)) {
        let _ = row.slice_axes(slices!(1));
    }
    let _ = part.reshape(shape!(5, _)).zip_with(&part, |x, y| x + y);
    assert!(part == part.tile(tile!(2), (0,)));
}
