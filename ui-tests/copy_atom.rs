//! copy_with: an atom of more neighbours than stay together.
//! Fix: choose a narrower vector, or let copy choose.
use static_layout::*;
use static_layout_kernels::{VectorMove, copy_with};

fn main() {
    let data = [0f32; 64];
    let mut out = [0f32; 64];
    let from = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let mut to = ViewMut::new(&mut out, layout!((4,8):(1,4))).unwrap();
    copy_with(VectorMove::<typenum::U16>::new(), from, &mut to);
}
