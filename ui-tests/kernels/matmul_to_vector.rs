//! matmul: a result without a layout.
//! Fix: write through a `ViewMut` of the vector.
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let data = [0f32; 32];
    let from = View::new(&data, layout!((4,4))).unwrap();
    let mut to = vec![0f32; 32];
    matmul(from, from, &mut to);
}
