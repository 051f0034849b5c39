//! compose: two swizzled layouts.
//! Fix: compose the layouts inside, or merge the swizzles of dynamic layouts.
use static_layout::*;

fn main() {
    let a = layout!(Sw<1,0,1> o 0 o 4:1);
    let _ = a.compose(layout!(Sw<1,0,2> o 0 o 4:1));
}
