//! Owned: a layout with a run-time extent, whose cosize is static.
//! Fix: make the layout static, or use Boxed.
use static_layout::*;

fn main() {
    let rows = 4;
    let _ = Owned::filled(layout!((rows, 4):(0, 1)), 7_u8);
}
