//! The coordinate of a padded divide must fit the divided layout.
use static_layout::*;

fn main() {
    let tiles = layout!(10:1).logical_divide_padded(layout!(4:1));
    let _ = tiles.inside((1, 2, 3));
}
