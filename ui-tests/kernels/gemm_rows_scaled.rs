//! gemm: C does not have the rows of A.
//! Fix: multiply (m,k) by (k,n) into (m,n).
use static_layout::*;
use static_layout_kernels::gemm;

fn main() {
    let (data, mut out) = ([0.0f32; 64], [0.0f32; 64]);
    let a = View::new(&data, layout!((5,3):(1,5))).unwrap();
    let b = View::new(&data, layout!((3,2):(1,3))).unwrap();
    gemm(1.0, a, b, 0.0, &mut ViewMut::new(&mut out, layout!((4,2):(1,4))).unwrap());
}
