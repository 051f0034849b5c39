//! Owned: a layout with run-time integers.
//! Fix: make it static, or use Boxed or a view.
use static_layout::*;

fn main() {
    let _ = Owned::<f32, Layout!((4,?):(1,4))>::filled(0.0);
}
