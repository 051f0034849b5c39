//! The cosize of a literal must fit `isize`.
use static_layout::*;

fn main() {
    let _ = layout!((4,1048576):(1,9223372036854775807));
}
