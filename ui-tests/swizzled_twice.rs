//! Two swizzles around one layout.
use static_layout::*;

fn main() {
    let a = layout!(Sw<1,0,1> o 0 o 4:1);
    let _ = a.compose(a);
}
