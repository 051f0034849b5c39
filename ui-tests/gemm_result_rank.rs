//! matmul: a C of three modes.
//! Fix: group its modes into rows and columns.
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let (data, mut out) = ([0.0f32; 32], [0.0f32; 16]);
    let a = View::new(&data, layout!((4,8):(1,4))).unwrap();
    let b = View::new(&data, layout!((8,4):(1,8))).unwrap();
    matmul(a, b, &mut ViewMut::new(&mut out, layout!((4,4,1):(1,4,0))).unwrap());
}
