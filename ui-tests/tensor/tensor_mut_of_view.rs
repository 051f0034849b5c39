//! TensorMut: a view to read is passed where elements are written.
//! Fix: view_mut().
use static_layout::*;

fn clear(tensor: &mut impl TensorMut<Element = f32>) {
    tensor.view_mut().fill(0.0);
}

fn main() {
    let tile = Owned::<f32, Layout!((4,4):row)>::filled(1.0);
    clear(&mut tile.view());
}
