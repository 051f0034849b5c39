//! matmul_batched: different numbers of matrices.
//! Fix: give A, B and C the same number of matrices.
use static_layout::*;
use static_layout_kernels::matmul_batched;

fn main() {
    let data = [0f32; 256];
    let mut out = [0f32; 256];
    let a = View::new(&data, layout!((4,8,2))).unwrap();
    let b = View::new(&data, layout!((8,4,3))).unwrap();
    let mut c = ViewMut::new(&mut out, layout!((4,4,2))).unwrap();
    matmul_batched(a, b, &mut c);
}
