//! TiledCopy: an atom that does not divide the values of a thread.
//! Fix: give each thread a multiple of the elements that the atom moves at once.
use static_layout::typenum::U4;
use static_layout::*;
use static_layout_kernels::{TiledCopy, VectorMove};

fn main() {
    let _ = TiledCopy::new(VectorMove::<U4>::new(), layout!((2, 2):(2, 1)), layout!((1, 10):row));
}
