//! matmul: elements of a type that vectors do not have.
//! Fix: convert them to i32 or f32.
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let (data, mut out) = ([0u8; 16], [0u8; 16]);
    let a = View::new(&data, layout!((4,4):(1,4))).unwrap();
    matmul(a, a, &mut ViewMut::new(&mut out, layout!((4,4):(1,4))).unwrap());
}
