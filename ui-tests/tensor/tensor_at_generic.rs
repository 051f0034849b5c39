//! at of an impl Tensor: a coordinate nested unlike the shape.
//! Fix: write one integer for each mode.
use static_layout::*;

fn third(tensor: &impl Tensor<Element = u8>) -> u8 {
    *tensor.at((1, 2, 3))
}

fn main() {
    third(&Owned::filled(layout!((8,8):(8,1)), 0));
}
