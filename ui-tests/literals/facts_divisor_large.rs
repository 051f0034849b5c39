//! Multiple: a divisor past 2^24-1.
//! Fix: a divisor from 1 to 16777215.
use static_layout::int::Multiple;
use static_layout::typenum::U16777216;

fn main() {
    let _ = Multiple::<U16777216>::try_new(0);
}
