//! copy: a destination with one element for two coordinates.
//! Fix: write to a layout that is one to one.
use static_layout::*;
use static_layout_kernels::copy;

fn main() {
    let data = [0f32; 64];
    let mut out = [0f32; 64];
    let from = View::new(&data, layout!((4,8))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!((4,8):(1,0))).unwrap();
    copy(from, &mut to);
}
