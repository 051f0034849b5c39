//! Kernels on tiles of views with const layouts: the kernels of `static-layout-kernels`, as for layouts that are lists of types.
use static_layout::{View, ViewMut};
use static_layout_const::*;
use static_layout_kernels::{copy, matmul, sum};

fn main() {
    let data: Vec<f32> = (0..12).map(|x| x as f32).collect();
    let a = View::new(&data, Layout::<"(3,4):(4,1)">).unwrap();
    let tile: View<'_, f32, Layout<"(3,2):(4,1)">> = tile_of(a, tile!(3, 2), (0, 1));
    assert_eq!(sum(tile), 2.0 + 3.0 + 6.0 + 7.0 + 10.0 + 11.0);

    let mut columns = [0.0; 6];
    let mut to = ViewMut::new(&mut columns, Layout::<"(3,2):(1,3)">).unwrap();
    copy(tile, &mut to);
    assert_eq!(columns, [2.0, 6.0, 10.0, 3.0, 7.0, 11.0]);

    // An extent of run time: the tile is static, and so is the loop over it.
    let n = std::env::args().count() * 4;
    let ones = vec![1.0; 2 * n];
    let b = View::new(&ones, layout!((2, n):(n, 1))).unwrap();
    let mut product = vec![0.0_f32; 3 * n];
    matmul(tile, b, &mut ViewMut::new(&mut product, layout!((3, n):(n, 1))).unwrap());
    assert_eq!(product[n], 6.0 + 7.0);
    println!("{product:?}");
}
