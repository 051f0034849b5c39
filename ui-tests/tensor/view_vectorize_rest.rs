//! vectorize: rows that are not a whole number of vectors.
//! Fix: choose a width that divides the rows.
use static_layout::*;

fn main() {
    let data = [0; 16];
    let view = View::new(&data, layout!((2,6):(8,1))).unwrap();
    let _ = view.vectorize::<4>();
}
