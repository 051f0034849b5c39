//! View::new: the layout before the elements.
//! Fix: `View::new(&data, layout)`.
use static_layout::*;
use static_layout_kernels as _;

fn main() {
    let data = [0.0f32; 32];
    let _ = View::new(layout!((4, 8):row), &data);
}
