//! convolve2d: a filter of other channels than the image.
//! Fix: the same number of channels in both.
use static_layout::*;
use static_layout_kernels::convolve2d;

fn main() {
    let (data, mut sums) = ([0.0f32; 128], [0.0f32; 128]);
    let image = View::new(&data, layout!((8,8,1):(8,1,1))).unwrap();
    let filter = View::new(&data, layout!((3,3,3,1):(9,3,1,1))).unwrap();
    convolve2d(image, filter, &mut ViewMut::new(&mut sums, layout!((6,6,1):(6,1,1))).unwrap());
}
