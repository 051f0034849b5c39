//! TiledCopy: threads and values that leave elements of the tile out.
//! Fix: threads and values together name each element of the tile once; compact layouts do.
use static_layout::typenum::U4;
use static_layout::*;
use static_layout_kernels::{TiledCopy, VectorMove};

fn main() {
    let _ = TiledCopy::new(VectorMove::<U4>::new(), layout!((2, 2):(2, 1)), layout!((1, 8):(1, 2)));
}
