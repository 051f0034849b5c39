//! for_each_with: tensors of different sizes.
//! Fix: walk tensors of one shape together.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 8], layout!((2, 4):(4, 1))).unwrap();
    view.for_each_with(&View::new(&[0; 4], layout!((2, 2):(2, 1))).unwrap(), |_, _| {});
}
