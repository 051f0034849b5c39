//! complement, then more: gaps that are no layout, in a chain.
//! Fix: take the complement of a layout whose strides are multiples: everything after it follows.
use static_layout::typenum::{U5, U24};
use static_layout::*;

fn main() {
    let gaps = layout!((2,2):(1,3)).complement(U24::new());
    let _ = gaps.complement(U5::new()).complement_padded(U5::new());
    let _ = layout!((2,2):(1,2)).concat(gaps).zipped_divide(tile!(3));
    let _ = layout!(4:1).replace::<0, _>(gaps).flatten();
}
