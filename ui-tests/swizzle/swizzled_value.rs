//! Default: the type of a refused operation of a swizzled layout.
//! Fix: a refused operation has no result: choose a tile that divides.
use static_layout::*;

fn made<L: Default>() -> L {
    L::default()
}

fn main() {
    type Refused = ops::LogicalDivide<Layout!(Sw<1,0,2> o 0 o (6,4):(4,1)), Layout!(4:1)>;
    let _: Refused = made();
}
