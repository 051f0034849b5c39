//! convolve2d_with: a result with fewer modes than the filter makes.
//! Fix: the same number of results in both.
use static_layout::*;
use static_layout_kernels::{Convolution, convolve2d_with};

fn main() {
    let (data, mut sums) = ([0.0f32; 128], [0.0f32; 128]);
    let image = View::new(&data, layout!((8,8,1):(8,1,1))).unwrap();
    let filter = View::new(&data, layout!((3,3,1,2):(3,1,1,9))).unwrap();
    convolve2d_with(Convolution { stride: [1, 1], padding: [1, 1] }, image, filter, &mut ViewMut::new(&mut sums, layout!((8,8,1):(8,1,1))).unwrap());
}
