//! zipped_divide: a fact that the result does not have.
//! Fix: `?{div=8}`, the quotient of 64 by 8.
use static_layout::int::Multiple;
use static_layout::typenum::U64;
use static_layout::*;

fn main() {
    let a = layout!(({fact Multiple::<U64>::new(128)}, 64):(64, 1));
    let _: Layout!(((8, 16), (?{div=16}, 4)):((64, 1), (512, 16))) = a.zipped_divide(tile!(8, 16));
}
