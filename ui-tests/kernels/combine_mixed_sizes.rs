//! combine: an operand with run-time strides, of another size than the result.
//! Fix: combine layouts of one size.
use static_layout::*;
use static_layout_kernels::combine;

fn main() {
    let (data, mut out) = ([0f32; 64], [0f32; 64]);
    let n = data.len() / 8;
    let x = View::new(&data, layout!((4,4):(n,1))).unwrap();
    let y = View::new(&data, layout!((4,2):(n,1))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!((4,4))).unwrap();
    combine(x, y, &mut to, |x, y| x + y);
}
