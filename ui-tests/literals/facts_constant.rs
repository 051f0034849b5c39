//! Multiple: a constant that its divisor does not divide.
//! Fix: a multiple of 8.
use static_layout::int::Multiple;
use static_layout::typenum::U8;

const ROWS: Multiple<U8> = Multiple::new(12);

fn main() {
    let _ = ROWS;
}
