//! Multiple: a divisor of 0.
//! Fix: a divisor from 1 to 16777215.
use static_layout::int::Multiple;
use static_layout::typenum::U0;

fn main() {
    let _ = Multiple::<U0>::new(0);
}
