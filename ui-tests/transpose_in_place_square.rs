//! transpose_in_place: a matrix that is not square.
//! Fix: transpose into another tensor.
use static_layout::*;
use static_layout_kernels::transpose_in_place;

fn main() {
    let mut data = [0; 14];
    transpose_in_place(&mut ViewMut::new(&mut data, layout!((2,7):(7,1))).unwrap());
}
