//! Layout::try_new: a number and a coordinate among the strides, next to a variable.
//! Fix: give all strides numbers, or units of coordinates.
use static_layout::*;

fn main() {
    let rows = 4;
    let (_, units) = (shape!(2), layout!((2,3):(1@0,1@1)).stride());
    let _ = static_layout::Layout::try_new((rows, shape!(2, 3)), (shape!(1), units));
}
