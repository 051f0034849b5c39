//! layout!: a call without braces.
//! Fix: `{v.len()}`.
use static_layout::*;

fn main() {
    let v = vec![0; 4];
    let _ = layout!((v.len(), 8):(8, 1));
}
