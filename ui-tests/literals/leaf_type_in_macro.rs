//! layout!: a variable of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let rows: i32 = 4;
    let _ = layout!((rows,8):(8,1));
}
