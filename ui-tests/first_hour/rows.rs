//! rows: of a view.
//! Fix: `tiles(tile!(1, _))`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    for r in a.rows() {
        let _ = r[0];
    }
}
