//! combine: an operand of another size.
//! Fix: combine layouts of one size.
use static_layout::*;
use static_layout_kernels::combine;

fn main() {
    let data = [0f32; 64];
    let mut out = [0f32; 64];
    let from = View::new(&data, layout!((4,8))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!((4,8))).unwrap();
    let other = View::new(&data, layout!((4,4))).unwrap();
    combine(from, other, &mut to, |x, y| x + y);
}
