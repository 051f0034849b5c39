//! broadcast of a view: a numeral past 2^63 - 1.
//! Fix: choose a smaller one.
use static_layout::typenum::{U4, U9223372036854775808};
use static_layout::*;

fn main() {
    let view = View::new(&[0; 4], layout!(4:1)).unwrap();
    let _ = view.broadcast(typenum::Prod::<U9223372036854775808, U4>::new());
}
