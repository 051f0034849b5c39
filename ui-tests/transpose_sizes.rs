//! transpose: a result with the sizes of the source.
//! Fix: exchange the sizes of the result.
use static_layout::*;
use static_layout_kernels::transpose;

fn main() {
    let (data, mut out) = ([0; 10], [0; 12]);
    let rows = View::new(&data, layout!((2,5):(5,1))).unwrap();
    transpose(rows, &mut ViewMut::new(&mut out, layout!((2,6):(6,1))).unwrap());
}
