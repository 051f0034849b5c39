//! PlannedCopy::new: a layout that maps to coordinates.
//! Fix: plan with strides that are numbers.
use static_layout::*;
use static_layout_kernels::PlannedCopy;

fn main() {
    let _ = PlannedCopy::<f32, _, _>::new(layout!((4,6):(1,4)), layout!((4,6):(1@0,1@1)));
}
