//! Two layouts that fit one by one can be too large together.
use static_layout::*;

fn main() {
    let a = layout!(4294967296:1);
    let _ = a.append(layout!(4294967296:0));
}
