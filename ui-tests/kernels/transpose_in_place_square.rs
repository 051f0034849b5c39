//! transpose_in_place: a matrix that is not square.
//! Fix: transpose into another tensor.
use static_layout::*;

fn main() {
    let mut data = [0; 14];
    transpose_in_place(&mut ViewMut::new(&mut data, layout!((2,7):(7,1))).unwrap());
}
