//! inverse: offsets that stay free.
//! Fix: use left_inverse or right_inverse.
use static_layout::*;

fn main() {
    let a = layout!((4,2):(1,8));
    let _ = a.inverse();
}
