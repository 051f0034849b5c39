//! Default: the type of a composition that cannot move the bits of a swizzle.
//! Fix: a refused operation has no result: compose layouts that map each bit of the swizzle to a bit.
use static_layout::*;

fn made<L: Default>() -> L {
    L::default()
}

fn main() {
    type Refused = ops::Compose<Layout!((4,4):(1,12)), Layout!(Sw<1,0,2> o 0 o 16:1)>;
    let _: Refused = made();
}
