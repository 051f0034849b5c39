//! axpby: source and destination of different sizes.
//! Fix: add layouts of one size.
use static_layout::*;
use static_layout_kernels::axpby;

fn main() {
    let data = [0f32; 64];
    let mut out = [0f32; 64];
    let from = View::new(&data, layout!((4,8))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!((4,4))).unwrap();
    axpby(1.0, from, 1.0, &mut to);
}
