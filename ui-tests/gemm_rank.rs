//! matmul: a matrix of three modes.
//! Fix: group the modes into rows and columns, or use matmul_batched.
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let data = [0f32; 256];
    let mut out = [0f32; 256];
    let a = View::new(&data, layout!((2,2,8))).unwrap();
    let b = View::new(&data, layout!((8,4))).unwrap();
    let mut c = ViewMut::new(&mut out, layout!((4,4))).unwrap();
    matmul(a, b, &mut c);
}
