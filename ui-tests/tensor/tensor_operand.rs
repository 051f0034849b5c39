//! Tensor: an array where a generic function takes a tensor.
//! Fix: View::new(&data, layout!(4:1)).
use static_layout::*;

fn first(x: impl Tensor<Element = f32>) -> usize {
    x.view().size()
}

fn main() {
    let _ = first([1.0f32; 4]);
}
