//! layout!: several mistakes in swizzles, each an error at its own tokens.
//! Fix: one by one.
use static_layout::*;

fn main() {
    let _ = layout!(Sw<5,2,-2> o (0) o (8,8):(1));
    let _ = layout!(Sw<3,n,3> o 0 o 8:1);
}
