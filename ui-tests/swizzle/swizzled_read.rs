//! from_dynamic: the type of a refused operation.
//! Fix: read a type that is a layout.
use static_layout::*;

fn main() {
    type Refused = ops::LogicalDivide<Layout!(Sw<1,0,2> o 0 o (6,4):(4,1)), Layout!(4:1)>;
    let _ = Refused::from_dynamic(&"24:1".parse().unwrap());
}
