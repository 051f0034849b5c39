//! a function: an integer of which less is known.
//! Fix: `Multiple::try_new(n)?`, which checks it.
use static_layout::int::Multiple;
use static_layout::typenum::U8;

fn rows(n: Multiple<U8>) -> usize {
    n.get()
}

fn main() {
    rows(12);
}
