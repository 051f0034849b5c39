//! PartialLayout: a shape where a generic function takes the layout of a tile.
//! Fix: Layout<U4, U1>, or PaddedTile.
use static_layout::typenum::U4;
use static_layout::*;

fn elements<L: PartialLayout>(tile: View<'_, f32, L>) {
    let _ = tile;
}

fn main() {
    elements::<(U4, U4)>(todo!());
}
