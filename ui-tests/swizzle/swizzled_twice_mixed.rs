//! compose: two swizzled layouts, both with run-time leaves.
//! Fix: compose the layouts inside, or merge the swizzles of dynamic layouts.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!(Sw<1,0,1> o n o (4,n):(1,4));
    let _ = a.try_compose(layout!(Sw<1,0,2> o 0 o (n,4):(1,n)));
}
