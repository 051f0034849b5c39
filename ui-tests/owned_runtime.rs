//! Storage on the stack needs a static layout.
use static_layout::*;

fn main() {
    let _ = Owned::<f32, Layout!((4,?):(1,4))>::filled(0.0);
}
