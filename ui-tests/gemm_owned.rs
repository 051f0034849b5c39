//! matmul: a tensor instead of a view of it.
//! Fix: pass a.view().
use static_layout::*;
use static_layout_kernels::matmul;

fn main() {
    let a = Owned::<f32, Layout!((4,4):(1,4))>::filled(0.0);
    let mut c = Owned::<f32, Layout!((4,4):(1,4))>::filled(0.0);
    matmul(a.view(), a, &mut c.view_mut());
}
