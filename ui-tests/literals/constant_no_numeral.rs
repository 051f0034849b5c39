//! layout!: a constant whose number has no numeral.
//! Fix: `{const {COLUMNS}}`, which has any number.
use static_layout::*;

const COLUMNS: usize = 3001;

fn main() {
    let _ = layout!((4, COLUMNS):row);
}
