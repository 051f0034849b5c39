//! par_gemm: without the feature `rayon`.
//! Fix: add the feature of static-layout-kernels.
use static_layout::*;
use static_layout_kernels::par_gemm;

fn main() {
    let a = Boxed::filled(layout!((4, 4)), 1.0_f32);
    let mut c = Boxed::filled(layout!((4, 4)), 0.0_f32);
    par_gemm(1.0, &a, &a, 0.0, &mut c);
}
