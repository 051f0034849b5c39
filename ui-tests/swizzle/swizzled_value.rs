//! Default: the type of a swizzled layout that another one does not carry over.
//! Fix: a refused operation has no result: compose layouts that carry the bits.
use static_layout::*;

fn made<L: Default>() -> L {
    L::default()
}

fn main() {
    type Refused = ops::Compose<Layout!((4,4):(1,12)), Layout!(Sw<1,0,2> o 0 o 16:1)>;
    let _: Refused = made();
}
