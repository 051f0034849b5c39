//! copy: elements of different types.
//! Fix: convert them with transform.
use static_layout::*;
use static_layout_kernels::copy;

fn main() {
    let (data, mut out) = ([0u8; 12], [0.0f32; 12]);
    let from = View::new(&data, layout!((4,3):(1,4))).unwrap();
    copy(from, &mut ViewMut::new(&mut out, layout!((4,3):(1,4))).unwrap());
}
