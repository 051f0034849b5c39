//! layout!: a text.
//! Fix: leave the quotes out, or `parse` at run time.
use static_layout::*;

fn main() {
    let _ = layout!("(4,8):(8,1)");
}
