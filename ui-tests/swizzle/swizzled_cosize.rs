//! ops::Cosize: a number of a refused operation.
//! Fix: a refused operation has no result: choose a tile that divides.
use static_layout::*;

fn main() {
    type Refused = ops::LogicalDivide<Layout!(Sw<1,0,2> o 0 o (6,4):(4,1)), Layout!(4:1)>;
    let _ = <ops::Cosize<Refused>>::default();
}
