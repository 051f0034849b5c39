//! copy: a tile with run-time strides, into one of another size.
//! Fix: copy into a tile of `(4,8)`.
use static_layout::*;
use static_layout_kernels::copy;

fn main() {
    let (data, mut out) = ([0f32; 64], [0f32; 64]);
    let n = data.len() / 8;
    let from = View::new(&data, layout!((4,8):(n,1))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!((4,4))).unwrap();
    copy(from, &mut to);
}
