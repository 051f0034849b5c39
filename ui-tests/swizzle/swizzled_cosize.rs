//! ops::Cosize: a number of a refused operation.
//! Fix: a refused operation has no result: compose layouts that map each bit of the swizzle to a bit.
use static_layout::*;

fn main() {
    type Refused = ops::Compose<Layout!((4,4):(1,12)), Layout!(Sw<1,0,2> o 0 o 16:1)>;
    let _ = <ops::Cosize<Refused>>::default();
}
