//! unsqueeze of a view: an axis past the end.
//! Fix: number the new axis at most the rank.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 15], layout!((5, 3):row)).unwrap();
    let _ = view.unsqueeze::<5>();
}
