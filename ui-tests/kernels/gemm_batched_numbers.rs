//! gemm_batched: batches of different sizes.
//! Fix: take the same number of each, or one for all.
use static_layout::*;
use static_layout_kernels::gemm_batched;

fn main() {
    let (data, mut out) = ([0.0f32; 64], [0.0f32; 64]);
    let a = View::new(&data, layout!((2,2,3):(1,2,4))).unwrap();
    let b = View::new(&data, layout!((2,2,2):(1,2,4))).unwrap();
    gemm_batched(1.0, a, b, 0.0, &mut ViewMut::new(&mut out, layout!((2,2,3):(1,2,4))).unwrap());
}
