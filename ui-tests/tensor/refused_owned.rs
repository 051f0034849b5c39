//! Owned: the type of a refused operation.
//! Fix: a refused operation has no result: choose a tile that divides.
use static_layout::*;

fn main() {
    type Refused = ops::LogicalDivide<Layout!((6,4):(4,1)), Layout!(4:1)>;
    let _ = Owned::<f32, Refused>::default();
}
