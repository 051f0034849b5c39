//! copy: a destination that is a vector.
//! Fix: view it through a layout.
use static_layout::*;
use static_layout_kernels::copy;

fn main() {
    let (data, mut to) = ([0.0_f32; 8], vec![0.0_f32; 8]);
    copy(View::new(&data, layout!(8:1)).unwrap(), &mut to);
}
