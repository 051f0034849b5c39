//! Layout!: a greater divisor than the integer has.
//! Fix: check it: `Multiple::<U8>::try_new(rows.get())`.
use static_layout::int::Multiple;
use static_layout::typenum::U4;
use static_layout::*;

fn main() {
    let rows = Multiple::<U4>::new(8);
    let a = layout!(({fact rows}, 64):(64, 1));
    let _: Layout!((?{div=8}, 64):(64, 1)) = a;
}
