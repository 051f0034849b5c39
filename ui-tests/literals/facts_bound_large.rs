//! Bounded: a bound past 2^31-1.
//! Fix: a bound of at most 2147483647, or a `usize`.
use static_layout::int::Bounded;
use static_layout::typenum::U2147483648;

fn main() {
    let _ = Bounded::<U2147483648>::new(0);
}
