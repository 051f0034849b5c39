//! copy, matmul: operands with a layout that is the result of a refusal.
//! Fix: choose a tile that divides: everything after it follows.
use static_layout::*;
use static_layout_kernels::{copy, matmul, transpose};

fn main() {
    let tiles = layout!((6,4):(4,1)).zipped_divide(tile!(4, 2));
    let (data, mut out) = ([0.0_f32; 24], [0.0_f32; 24]);
    let a = View::new(&data, tiles).unwrap();
    let b = View::new(&data, layout!((4,6):(6,1))).unwrap();
    let mut c = ViewMut::new(&mut out, layout!((4,4):(4,1))).unwrap();
    matmul(&a, &b, &mut c);
    copy(&a, &mut c);
    transpose(&a, &mut c);
}
