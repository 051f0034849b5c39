//! convolve2d_with: rows that are a nested mode.
//! Fix: flatten the mode, or make one of it with coalesce_by.
use static_layout::*;
use static_layout_kernels::{Convolution, convolve2d_with};

fn main() {
    let (data, mut out) = ([0.0f32; 64], [0.0f32; 64]);
    let image = View::new(&data, layout!(((2,4),8,1):((8,16),1,1))).unwrap();
    let filter = View::new(&data, layout!((3,3,1,1):(3,1,1,1))).unwrap();
    convolve2d_with(Convolution::default(), image, filter, &mut ViewMut::new(&mut out, layout!((6,6,1):(6,1,1))).unwrap());
}
