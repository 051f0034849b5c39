//! fill: a value of another type.
//! Fix: write 1.0.
use static_layout::*;
use static_layout_kernels::fill;

fn main() {
    let mut data = [0.0f32; 8];
    fill(&mut ViewMut::new(&mut data, layout!(8:1)).unwrap(), 1);
}
