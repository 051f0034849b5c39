//! copy_with: an atom of no neighbours.
//! Fix: move at least one.
use static_layout::typenum::U0;
use static_layout::*;
use static_layout_kernels::{VectorMove, copy_with};

fn main() {
    let (data, mut out) = ([0; 12], [0; 12]);
    let to = &mut ViewMut::new(&mut out, layout!(12:1)).unwrap();
    copy_with(VectorMove::<U0>::new(), View::new(&data, layout!(12:1)).unwrap(), to);
}
