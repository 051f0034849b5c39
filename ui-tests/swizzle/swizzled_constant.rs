//! IS_INJECTIVE: a layout that is the result of a refusal.
//! Fix: a refused operation has no result.
use static_layout::*;

fn main() {
    type Refused = ops::LogicalDivide<Layout!(Sw<1,0,2> o 0 o (6,4):(4,1)), Layout!(4:1)>;
    let _ = <Refused>::IS_INJECTIVE;
}
