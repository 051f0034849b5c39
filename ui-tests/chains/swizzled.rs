//! compose, then more: bits that are not carried over, in a chain.
//! Fix: compose layouts that carry the bits: everything after it follows.
use static_layout::*;

fn main() {
    let a = layout!((4,4):(1,12)).compose(layout!(Sw<1,0,2> o 0 o 16:1));
    let _ = a.zipped_divide(layout!(4:1)).coalesce();
    let (part, _) = a.slice(coord!(_));
    assert_eq!((part.index(0), a.index(3)), (0, 3));
}
