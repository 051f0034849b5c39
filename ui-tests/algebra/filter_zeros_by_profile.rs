//! filter_zeros_by: a profile that is not nested like the shape.
//! Fix: nest it as the shape is, or stop above.
use static_layout::*;

fn main() {
    let _ = layout!((4, (2, 3)):(0, (4, 0))).filter_zeros_by(shape!(1, (1, 1, 1)));
}
