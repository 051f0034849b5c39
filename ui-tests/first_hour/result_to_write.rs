//! copy: a ViewMut that was not unwrapped, as the destination.
//! Fix: `.unwrap()`, or `?`.
use static_layout::*;
use static_layout_kernels::*;

fn main() {
    let mut data = [0.0f32; 32];
    let from = Owned::filled(layout!((4, 8):(8, 1)), 0.0f32);
    let mut to = ViewMut::new(&mut data, layout!((4, 8):(8, 1)));
    copy(&from, &mut to);
}
