//! gemm: the factors after the matrices.
//! Fix: `gemm(alpha, a, b, beta, &mut c)`.
use static_layout::*;
use static_layout_kernels::gemm;

fn main() {
    let (x, mut z) = ([0.0f32; 16], [0.0f32; 16]);
    let a = View::new(&x, layout!((4,4))).unwrap();
    let mut c = ViewMut::new(&mut z, layout!((4,4))).unwrap();
    gemm(a, a, 1.0, 0.0, &mut c);
}
