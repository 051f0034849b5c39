//! convolve2d: an image without channels.
//! Fix: give it a third mode of one element.
use static_layout::*;
use static_layout_kernels::convolve2d;

fn main() {
    let (data, mut out) = ([0.0f32; 64], [0.0f32; 64]);
    let image = View::new(&data, layout!((8,8):(8,1))).unwrap();
    let filter = View::new(&data, layout!((3,3,1,1):(3,1,1,1))).unwrap();
    convolve2d(image, filter, &mut ViewMut::new(&mut out, layout!((6,6,1):(6,1,1))).unwrap());
}
