//! transpose: a layout of one mode.
//! Fix: give the line a second mode of one element.
use static_layout::*;
use static_layout_kernels::transpose;

fn main() {
    let (data, mut out) = ([0; 6], [0; 6]);
    let line = View::new(&data, layout!(6:1)).unwrap();
    transpose(line, &mut ViewMut::new(&mut out, layout!((3,2):(2,1))).unwrap());
}
