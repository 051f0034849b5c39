//! View::new: its result as a tensor, which may be a refusal.
//! Fix: `.unwrap()`, or `?`.
use static_layout::*;
use static_layout_kernels::*;

fn main() {
    let data = [0.0f32; 32];
    let from = View::new(&data, layout!((4, 8):(8, 1)));
    let mut to = Owned::<f32, Layout!((4, 8):(8, 1))>::filled(0.0);
    copy(&from, &mut to);
}
