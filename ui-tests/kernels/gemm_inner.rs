//! matmul: A does not have as many columns as B has rows.
//! Fix: multiply (m,k) by (k,n).
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let data = [0f32; 256];
    let mut out = [0f32; 256];
    let a = View::new(&data, layout!((4,8))).unwrap();
    let b = View::new(&data, layout!((6,4))).unwrap();
    let mut c = ViewMut::new(&mut out, layout!((4,4))).unwrap();
    matmul(a, b, &mut c);
}
