//! Products whose functions have large frames.
#![crate_type = "lib"]

use static_layout::*;
use static_layout_kernels::gemm::{Broadcast, TiledMma};
use static_layout_kernels::simd::Portable;
use static_layout_kernels::{convolve2d, gemm_with, matmul, matmul_batched};

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

/// Products of a batch, whose A and B are packed on the stack.
#[unsafe(no_mangle)]
pub fn batched(a: &[f32], b: &[f32], c: &mut [f32], [m, n, k, batch]: [usize; 4]) {
    let [of_a, of_b, of_c] = [m * k, k * n, m * n];
    let a = View::new(a, layout!((m, k, batch):(k, 1, of_a))).unwrap();
    let b = View::new(b, layout!((k, n, batch):(1, k, of_b))).unwrap();
    matmul_batched(a, b, &mut ViewMut::new(c, layout!((m, n, batch):(1, m, of_c))).unwrap());
}

/// A product by an atom, whose A is packed on the stack.
#[unsafe(no_mangle)]
pub fn by_atom(a: &[f32], b: &[f32], c: &mut [f32], [m, n, k]: [usize; 3]) {
    let a = View::new(a, layout!((m, k):(k, 1))).unwrap();
    let b = View::new(b, layout!((k, n):(1, k))).unwrap();
    let mma = TiledMma::new(Broadcast(Portable), layout!((2, 4):col));
    gemm_with(mma, 1.0, a, b, 0.0, &mut ViewMut::new(c, layout!((m, n):(1, m))).unwrap());
}

/// A convolution of an image whose channels are two modes, as a product of windows that are packed on the stack.
#[unsafe(no_mangle)]
pub fn convolved(image: &[f32], filter: &[f32], to: &mut [f32], [h, w, c, k, p, q]: [usize; 6]) {
    let plane = h * w;
    let pairs = plane * c;
    let image = View::new(image, layout!((h, w, (2, c)):(w, 1, (pairs, plane)))).unwrap();
    let filter = View::new(filter, layout!((3, 3, (2, c), k):row)).unwrap();
    convolve2d(image, filter, &mut ViewMut::new(to, layout!((p, q, k):row)).unwrap());
}
