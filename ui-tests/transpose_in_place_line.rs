//! transpose_in_place: a layout of three modes.
//! Fix: group two of the modes.
use static_layout::*;
use static_layout_kernels::transpose_in_place;

fn main() {
    let mut data = [0; 8];
    transpose_in_place(&mut ViewMut::new(&mut data, layout!((2,2,2):(1,2,4))).unwrap());
}
