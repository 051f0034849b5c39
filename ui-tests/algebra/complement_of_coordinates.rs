//! complement: gaps between coordinates.
//! Fix: complement a layout of offsets.
use static_layout::*;

fn main() {
    let a = layout!((4,6):(1@0,1@1));
    let _ = a.complement(shape!(24));
}
