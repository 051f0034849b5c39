//! Owned: a layout with run-time integers.
//! Fix: make it static, or use Boxed or a view.
use static_layout::*;

fn main() {
    let columns = 8;
    let _ = Owned::filled(layout!((4, columns):(1, 4)), 0.0_f32);
}
