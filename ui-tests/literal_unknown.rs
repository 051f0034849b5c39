//! `?` belongs to a type; a value needs a variable.
use static_layout::*;

fn main() {
    let _ = layout!((4,?):(1,4));
}
