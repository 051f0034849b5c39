//! merge_axes_by: a mode without a stride of its own.
//! Fix: flatten the layout first.
use static_layout::*;

fn main() {
    let _ = layout!((4, (2, 3)):(1, (4, 16))).merge_axes_by::<0b10>();
}
