//! A const parameter without a numeral.

use static_layout::*;

fn main() {
    let _ = layout!(8:1).upcast::<1025>();
}
