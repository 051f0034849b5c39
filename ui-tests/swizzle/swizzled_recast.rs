//! upcast: a swizzle within the elements that become one.
//! Fix: swizzle after the upcast.
use static_layout::*;

fn main() {
    let _ = layout!(Sw<1,1,-4> o 0 o 64:1).upcast::<8>();
}
