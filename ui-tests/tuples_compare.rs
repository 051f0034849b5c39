//! A coordinate and a shape of other nesting.

use static_layout::*;

fn main() {
    let _ = (1, 2).elem_less(shape!(3, 4, 5));
}
