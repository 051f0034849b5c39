//! complement: a range that the layout does not divide.
//! Fix: use a multiple, or complement_padded.
use static_layout::*;

fn main() {
    let a = layout!(4:2);
    let _ = a.complement(shape!(19));
}
