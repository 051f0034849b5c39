//! matmul: A has fewer rows than C, and fewer than a vector.
//! Fix: multiply (m,k) by (k,n) into (m,n).
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let data = [0f32; 512];
    let mut out = [0f32; 512];
    let a = View::new(&data, layout!((3,16):(1,3))).unwrap();
    let b = View::new(&data, layout!((16,8):(1,16))).unwrap();
    let mut c = ViewMut::new(&mut out, layout!((12,8):(1,12))).unwrap();
    matmul(a, b, &mut c);
}
