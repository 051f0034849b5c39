//! copy: a Vec as a tensor.
//! Fix: a view of it.
use static_layout::*;
use static_layout_kernels::*;

fn main() {
    let mut data = [0.0f32; 32];
    let mut a = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    let v = vec![0.0f32; 32];
    copy(&v, &mut a);
}
