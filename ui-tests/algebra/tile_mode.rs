//! ModeTiler: an integer where a generic function takes the tiler of one mode.
//! Fix: Layout<U4, U1>, or Keep.
use static_layout::ops::ModeTiler;
use static_layout::typenum::U4;
use static_layout::*;

fn rows<T: ModeTiler>() -> usize {
    T::LEAVES
}

fn main() {
    let _ = rows::<U4>();
}
