//! same_function: in generic code, a swizzled layout.
//! Fix: compare the swizzles and the layouts inside.
use static_layout::*;

fn same<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> bool {
    a.same_function(b)
}

fn main() {
    let a = layout!((8,8):(1,8));
    same(a, layout!(Sw<2,0,3> o 0 o (8,8):(1,8)));
}
