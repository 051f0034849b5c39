//! copy_if: source and destination of different sizes.
//! Fix: copy between tensors of one size.
use static_layout::*;
use static_layout_kernels::copy_if;

fn main() {
    let (data, mut out) = ([0; 12], [0; 12]);
    let from = View::new(&data, layout!((3,4):(1,3))).unwrap();
    copy_if(from, &mut ViewMut::new(&mut out, layout!((3,3):(1,3))).unwrap(), |_| true);
}
