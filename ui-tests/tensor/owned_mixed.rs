//! Owned: a layout with a run-time extent, whose cosize is static.
//! Fix: make the layout static, or use Boxed.
use static_layout::*;

fn main() {
    let _ = Owned::<u8, Layout!((?, 4):(0, 1))>::filled(7);
}
