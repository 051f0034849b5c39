//! compose: two swizzles that are not one.
//! Fix: choose swizzles of one shift whose bits continue each other, or compose the layouts inside.
use static_layout::*;

fn main() {
    let a = layout!(Sw<1,0,1> o 0 o 4:1);
    let _ = a.compose(layout!(Sw<1,0,2> o 0 o 4:1));
}
