//! copy_plan: a layout that maps to coordinates.
//! Fix: plan with strides that are numbers.
use static_layout::*;
use static_layout_kernels::copy_plan;

fn main() {
    let _ = copy_plan::<f32, _, _>(layout!((4,6):(1@0,1@1)), layout!((4,6):(1,4)));
}
