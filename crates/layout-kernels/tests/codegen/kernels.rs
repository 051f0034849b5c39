//! Kernels over static layouts, whose innermost loops may neither divide nor check a bound.
#![crate_type = "lib"]

use static_layout::*;
use static_layout_kernels::{axpby, copy, matmul, sum};

/// A product whose vectors end inside the last row, and whose B is row-major.
#[unsafe(no_mangle)]
pub fn product(a: &[f32; 20 * 24], b: &[f32; 24 * 12], c: &mut [f32; 20 * 12]) {
    let a = View::new(a, layout!((20, 24):col)).unwrap();
    let b = View::new(b, layout!((24, 12):row)).unwrap();
    matmul(a, b, &mut ViewMut::new(c, layout!((20, 12):col)).unwrap());
}

/// A copy that transposes squares in registers.
#[unsafe(no_mangle)]
pub fn transposed(from: &[f32; 64 * 64], to: &mut [f32; 64 * 64]) {
    let from = View::new(from, layout!((64, 64):row)).unwrap();
    copy(from, &mut ViewMut::new(to, layout!((64, 64):col)).unwrap());
}

/// A copy of rows into tiles.
#[unsafe(no_mangle)]
pub fn tiled(from: &[f32; 32 * 32], to: &mut [f32; 32 * 32]) {
    let from = View::new(from, layout!(((8, 4), (8, 4)):((32, 256), (1, 8)))).unwrap();
    let to_layout = layout!(((8, 4), (8, 4)):((8, 256), (1, 64)));
    copy(from, &mut ViewMut::new(to, to_layout).unwrap());
}

/// A sum over a layout with gaps.
#[unsafe(no_mangle)]
pub fn total(data: &[f32; 2048]) -> f32 {
    sum(View::new(data, layout!((30, 60):(1, 32))).unwrap())
}

/// A sum over adjacent elements.
#[unsafe(no_mangle)]
pub fn total_contiguous(data: &[f32; 2048]) -> f32 {
    sum(View::new(data, layout!((32, 64):col)).unwrap())
}

/// A copy of elements that are adjacent in both layouts.
#[unsafe(no_mangle)]
pub fn contiguous(from: &[f32; 2048], to: &mut [f32; 2048]) {
    let square = layout!((32, 64):col);
    copy(View::new(from, square).unwrap(), &mut ViewMut::new(to, square).unwrap());
}

/// A copy that reverses the order of adjacent elements.
#[unsafe(no_mangle)]
pub fn reversed(from: &[f32; 2048], to: &mut [f32; 2048]) {
    let from = View::with_origin(from, 2047, layout!(2048:-1)).unwrap();
    copy(from, &mut ViewMut::new(to, layout!(2048:1)).unwrap());
}

/// An update of adjacent elements. The update of operands of different orders is compiled with the kernels.
#[unsafe(no_mangle)]
pub fn scaled(x: &[f32; 32 * 48], y: &mut [f32; 32 * 48]) {
    let x = View::new(x, layout!((32, 48):row)).unwrap();
    axpby(2.0, x, 3.0, &mut ViewMut::new(y, layout!((32, 48):row)).unwrap());
}

/// A product whose columns are whole vectors.
#[unsafe(no_mangle)]
pub fn square(a: &[f32; 256], b: &[f32; 256], c: &mut [f32; 256]) {
    let square = layout!((16, 16):col);
    let (a, b) = (View::new(a, square).unwrap(), View::new(b, square).unwrap());
    matmul(a, b, &mut ViewMut::new(c, square).unwrap());
}

/// A product whose register tiles fill the 16 registers of AVX2.
#[unsafe(no_mangle)]
pub fn rectangle(a: &[f32; 48 * 96], b: &[f32; 96 * 48], c: &mut [f32; 48 * 48]) {
    let a = View::new(a, layout!((48, 96):col)).unwrap();
    let b = View::new(b, layout!((96, 48):col)).unwrap();
    matmul(a, b, &mut ViewMut::new(c, layout!((48, 48):col)).unwrap());
}

/// A product in packed blocks. A is swizzled, because the loops of plain matrices are compiled with the crate of the kernels,
/// not here.
#[unsafe(no_mangle)]
pub fn large(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let square = layout!((n, n):(n, 1));
    let a = View::new(a, layout!(Sw<2,0,3> o 0 o (n, n):(n, 1))).unwrap();
    let b = View::new(b, square).unwrap();
    matmul(a, b, &mut ViewMut::new(c, square).unwrap());
}
