//! IS_BIJECTIVE: a swizzled layout.
//! Fix: use the layout inside.
use static_layout::*;

fn main() {
    type A = Layout!(Sw<2,0,3> o 0 o (8,8):(1,8));
    assert!(A::IS_BIJECTIVE);
}
