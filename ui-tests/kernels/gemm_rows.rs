//! matmul: C does not have the rows of A.
//! Fix: multiply (m,k) by (k,n) into (m,n).
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let data = [0f32; 256];
    let mut out = [0f32; 256];
    let a = View::new(&data, layout!((4,8))).unwrap();
    let b = View::new(&data, layout!((8,4))).unwrap();
    let mut c = ViewMut::new(&mut out, layout!((6,4))).unwrap();
    matmul(a, b, &mut c);
}
