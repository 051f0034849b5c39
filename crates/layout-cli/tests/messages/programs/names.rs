//! Names in notation.
use static_layout::*;

fn main() {
    let N = 4;
    let _ = layout!((N, 8):(8, 1));
    let _ = (shape!(2, 2), tile!(N, 2));
    let _: Layout!((N, 8):(8, 1));
    let _: Owned<f32, Layout!((N, 8):(8, 1))>;
    let _: [u8; N];
    let _ = (layout!((4, 8):(8, 1)), [0; N]);
}
