//! Kernels with const parameters for tiles: `cargo run --release --example const_tiles`.
//!
//! Each kernel is written once, with the bound `Extent<N>: Static`; its tiles and fragments are static, as with literals.

mod attention;
mod gemm;
mod stencil;

use static_layout::*;

fn main() {
    let (m, n, k) = (128, 96, 64);
    let a = Boxed::from_coords(layout!((m, k):row), |(i, p)| ((i + p) % 5) as f32);
    let b = Boxed::from_coords(layout!((k, n):row), |(p, j)| ((p * j) % 7) as f32);
    let mut c = Boxed::filled(layout!((m, n):row), 0.0);
    for tile in [(32, 32), (64, 32), (10, 10)] {
        let path = gemm::gemm_by_config(a.view(), b.view(), &mut c.view_mut(), tile);
        println!("gemm by {tile:?}, {path}: sum {}", c.iter().sum::<f32>());
    }

    let rows = 64;
    let q = Boxed::from_coords(layout!((rows, 32):row), |(i, d)| ((i * d) % 3) as f32);
    let mut out = Boxed::filled(layout!((rows, 32):row), 0.0);
    attention::attention::<16, 8, 32>(q.view(), q.view(), q.view(), &mut out.view_mut());
    println!("attention: the element at (5, 1) is {:.3}", out[(5, 1)]);

    let image = Boxed::from_coords(layout!(({ 36 }, { 68 }):row), |(i, j)| (i + j) as f32);
    let mut blurred = Boxed::filled(layout!(({ 32 }, { 64 }):row), 0.0);
    stencil::box_blur::<8, 16, 2>(image.view(), &mut blurred.view_mut());
    println!("stencil: the element at (3, 4) is {}", blurred[(3, 4)]);
}
