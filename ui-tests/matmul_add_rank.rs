//! matmul_add: A has three modes.
//! Fix: group its modes, or multiply batches.
use static_layout::*;
use static_layout_kernels::matmul_add;

fn main() {
    let (data, mut out) = ([0.0f32; 64], [0.0f32; 64]);
    let a = View::new(&data, layout!((2,3,4):(1,2,6))).unwrap();
    let b = View::new(&data, layout!((3,2):(1,3))).unwrap();
    matmul_add(a, b, &mut ViewMut::new(&mut out, layout!((2,2):(1,2))).unwrap());
}
