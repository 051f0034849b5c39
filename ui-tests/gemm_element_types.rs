//! matmul: operands of different types.
//! Fix: convert one of them.
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let (f, d, mut out) = ([0.0f32; 16], [0.0f64; 16], [0.0f32; 16]);
    let a = View::new(&f, layout!((4,4):(1,4))).unwrap();
    let b = View::new(&d, layout!((4,4):(1,4))).unwrap();
    matmul(a, b, &mut ViewMut::new(&mut out, layout!((4,4):(1,4))).unwrap());
}
