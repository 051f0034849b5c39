//! TensorMut: a view to read is passed where elements are written.
//! Fix: view_mut().
use static_layout::*;

fn clear(tensor: &mut impl TensorMut<Element = f32>) {
    tensor.view_mut().fill(0.0);
}

fn main() {
    let tile = Owned::filled(layout!((4,4):row), 1.0_f32);
    clear(&mut tile.view());
}
