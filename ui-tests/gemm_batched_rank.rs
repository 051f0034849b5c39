//! gemm_batched: matrices without a mode that counts them.
//! Fix: give them a third mode, or use gemm.
use static_layout::*;
use static_layout_kernels::gemm_batched;

fn main() {
    let (x, mut z) = ([0.0f32; 16], [0.0f32; 16]);
    let a = View::new(&x, layout!((4,4):(1,4))).unwrap();
    let mut c = ViewMut::new(&mut z, layout!((4,4):(1,4))).unwrap();
    gemm_batched(1.0, a, a, 0.0, &mut c);
}
