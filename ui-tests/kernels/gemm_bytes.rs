//! matmul: matrices of bytes.
//! Fix: gemm_i8, into i32 or f32.
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let (data, mut out) = ([0i8; 16], [0i32; 16]);
    let a = View::new(&data, layout!((4,4):row)).unwrap();
    matmul(a, a, &mut ViewMut::new(&mut out, layout!((4,4):row)).unwrap());
}
