//! gemm: integers as factors of a product of f32.
//! Fix: write 1.0 and 0.0.
use static_layout::*;
use static_layout_kernels::gemm;

fn main() {
    let (x, mut z) = ([0.0f32; 16], [0.0f32; 16]);
    let a = View::new(&x, layout!((4,4):(1,4))).unwrap();
    let mut c = ViewMut::new(&mut z, layout!((4,4):(1,4))).unwrap();
    gemm(1, a, a, 0, &mut c);
}
