//! compose: two swizzles around one layout.
//! Fix: merge the swizzles, or compose the layouts inside.
use static_layout::*;

fn main() {
    let a = layout!(Sw<1,0,1> o 0 o 4:1);
    let _ = a.compose(a);
}
