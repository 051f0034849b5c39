//! copy: an extent that does not divide the size of the destination, next to a run-time extent.
//! Fix: copy into a row of whole columns.
use static_layout::*;
use static_layout_kernels::copy;

fn main() {
    let (data, mut out) = ([0f32; 64], [0f32; 64]);
    let n = data.len() / 8;
    let from = View::new(&data, layout!((4,n):(1,4))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!(30:1)).unwrap();
    copy(from, &mut to);
}
