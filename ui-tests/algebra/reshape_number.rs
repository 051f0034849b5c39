//! upcast: a const parameter without a numeral.
//! Fix: use a number up to 1024 or a power of 2.
use static_layout::*;

fn main() {
    let _ = layout!(8:1).upcast::<1025>();
}
