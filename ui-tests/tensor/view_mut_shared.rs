//! ViewMut::new: elements that are borrowed for reading.
//! Fix: borrow them with &mut.
use static_layout::*;

fn main() {
    let data = [0; 8];
    let _ = ViewMut::new(&data, layout!((2, 4):(4, 1)));
}
