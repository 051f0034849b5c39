//! convolve2d_with: a swizzled filter.
//! Fix: use convolve2d, which reads any layout.
use static_layout::*;
use static_layout_kernels::{Convolution, convolve2d_with};

fn main() {
    let (data, mut out) = ([0.0f32; 64], [0.0f32; 64]);
    let image = View::new(&data, layout!((8,8,1):(8,1,1))).unwrap();
    let filter = View::new(&data, layout!(Sw<1,0,2> o 0 o (3,3,1,1):(3,1,1,1))).unwrap();
    convolve2d_with(Convolution::default(), image, filter, &mut ViewMut::new(&mut out, layout!((6,6,1):(6,1,1))).unwrap());
}
