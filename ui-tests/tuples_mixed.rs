//! Tuples that are not nested alike, one integer of them a variable.

use static_layout::*;

fn main() {
    let n = 5;
    let _ = shape!(2, n).elem_add(shape!(3));
}
