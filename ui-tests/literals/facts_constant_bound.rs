//! Bounded: a constant past its bound.
//! Fix: a smaller constant, or a greater bound.
use static_layout::int::Bounded;
use static_layout::typenum::U64;

const ROWS: Bounded<U64> = Bounded::new(65);

fn main() {
    let _ = ROWS;
}
