//! combine_all: an array of inputs.
//! Fix: a tuple, (x, x).
use static_layout::*;
use static_layout_kernels::combine_all;

fn main() {
    let x = View::new(&[1, 2], layout!(2:1)).unwrap();
    let mut to = Owned::<i32, Layout!(2:1)>::filled(0);
    combine_all([x, x], &mut to, |_| 0);
}
