//! View::new: its result as a tensor, which may be a refusal.
//! Fix: `.unwrap()`, or `?`.
use static_layout::*;
use static_layout_kernels::*;

fn main() {
    let data = [0.0f32; 32];
    let from = View::new(&data, layout!((4, 8):(8, 1)));
    let mut to = Owned::filled(layout!((4, 8):(8, 1)), 0.0f32);
    copy(&from, &mut to);
}
