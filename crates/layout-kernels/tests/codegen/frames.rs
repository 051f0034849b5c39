//! Products whose functions have large frames.
#![crate_type = "lib"]

use static_layout::*;
use static_layout_kernels::matmul;

/// A product of run-time extents, whose A and B are packed on the stack.
#[unsafe(no_mangle)]
pub fn packed(a: &[f32], b: &[f32], c: &mut [f32], [m, n, k]: [usize; 3]) {
    let a = View::new(a, layout!((m, k):(k, 1))).unwrap();
    let b = View::new(b, layout!((k, n):(1, k))).unwrap();
    matmul(a, b, &mut ViewMut::new(c, layout!((m, n):(1, m))).unwrap());
}

/// A product of static depth and run-time rows, as of a part of the rows.
#[unsafe(no_mangle)]
pub fn part(a: &[f32], b: &[f32], c: &mut [f32], [m, n]: [usize; 2]) {
    let a = View::new(a, layout!((m, 64):(64, 1))).unwrap();
    let b = View::new(b, layout!((64, n):(1, 64))).unwrap();
    matmul(a, b, &mut ViewMut::new(c, layout!((m, n):(n, 1))).unwrap());
}
