//! The type of a refused operation has no room.
use static_layout::*;

fn main() {
    type Refused = ops::LogicalDivide<Layout!((6,4):(4,1)), Layout!(4:1)>;
    let _ = Owned::<f32, Refused>::filled(0.0);
}
