//! View::read_axes: a swizzled layout for the axes of an array.
//! Fix: to_boxed copies the elements; its layout has a stride for each axis.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let array = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = array.read_axes::<Layout!(Sw<2,0,3> o 0 o (4,8):(8,1))>();
}
