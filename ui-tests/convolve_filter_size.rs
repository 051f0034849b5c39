//! convolve2d: a filter that is larger than the image.
//! Fix: take a smaller one, or convolve2d_with and a padding.
use static_layout::*;
use static_layout_kernels::convolve2d;

fn main() {
    let (data, mut sums) = ([0.0f32; 128], [0.0f32; 128]);
    let image = View::new(&data, layout!((8,7,1):(7,1,1))).unwrap();
    let filter = View::new(&data, layout!((8,8,1,1):(8,1,1,1))).unwrap();
    convolve2d(image, filter, &mut ViewMut::new(&mut sums, layout!((1,1,1):(1,1,1))).unwrap());
}
