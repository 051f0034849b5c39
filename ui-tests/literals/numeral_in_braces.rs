//! layout!: the value of a numeral as a run-time number.
//! Fix: `{static rows}`, or `{type U16}`.
use static_layout::typenum::U16;
use static_layout::*;

fn main() {
    let rows = U16::new();
    let _ = layout!((rows, 4));
}
