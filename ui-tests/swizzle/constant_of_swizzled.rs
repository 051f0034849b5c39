//! IS_BIJECTIVE: swizzled offsets: whether they fill a range is not asked.
//! Fix: ask the layout inside.
use static_layout::*;

fn main() {
    type A = Layout!(Sw<2,0,3> o 0 o (8,8):(1,8));
    assert!(A::IS_BIJECTIVE);
}
