//! Mojo: a tiled product on `TileTensor`, the successor of `LayoutTensor`. Above each line is its own in Mojo.

use std::fmt::Write;

use static_layout::dynamic::Layout as Dynamic;
use static_layout::*;
use static_layout_dialects::Mojo;
use static_layout_kernels::{matmul, matmul_add};

use crate::Result;

/// Multiplies by tiles of 4 by 4. The compiler knows the layouts, and the layouts of the tiles.
pub fn show(out: &mut String) -> Result<()> {
    let (a_storage, b_storage): (Vec<f32>, Vec<f32>) =
        (0..96).map(|i| (i as f32, (i % 7) as f32)).unzip();
    //> var a = TileTensor(a_storage, row_major[8, 12]())
    let a = View::new(&a_storage, layout!((8, 12):row))?;
    //> var b = TileTensor(b_storage, col_major[12, 8]())
    let b = View::new(&b_storage, layout!((12, 8):col))?;
    //> var c = TileTensor(c_storage, row_major[8, 8]()).fill(0)
    let mut c = Boxed::filled(layout!((8, 8):row), 0.0_f32);
    //> for row, column in product(range(2), range(2)):
    for (number, mut c_tile) in c.tiles_mut(tile!(4, 4)).enumerate() {
        let (row, column) = (number % 2, number / 2);
        //>     for step in range(3):
        for step in 0..3 {
            //>         var a_tile = a.tile[4, 4](row, step)
            let a_tile = a.tile(tile!(4, 4), (row, step));
            //>         var b_tile = b.tile[4, 4](step, column)
            let b_tile = b.tile(tile!(4, 4), (step, column));
            //>         matmul(c.tile[4, 4](row, column), a_tile, b_tile)
            matmul_add(a_tile, b_tile, &mut c_tile);
        }
    }
    let mut expected = Boxed::filled(layout!((8, 8):row), 0.0_f32);
    matmul(a, b, &mut expected.view_mut());
    assert!(c.iter().eq(expected.iter()));

    //> var tile = a.tile[4, 4](1, 2)
    let tile = a.tile(tile!(4, 4), (1, 2));
    //> assert_equal(tile[0, 0], a[4, 8])
    assert_eq!(tile[(0, 0)], a[(4, 8)]);
    //> var fragment = tile.distribute[row_major[2, 2]()](3)
    let fragment = tile.partition(layout!((2, 2):row), 3);
    //> assert_equal(fragment[1, 1], tile[3, 3])
    assert_eq!(fragment[(1, 1)], tile[(3, 3)]);
    //> var vectors = a.vectorize[1, 4]()
    let vectors = a.vectorize::<4>()?;
    //> assert_equal(vectors[2, 1], SIMD[DType.float32, 4](28, 29, 30, 31))
    assert_eq!(vectors[(2, 1)], [28.0, 29.0, 30.0, 31.0]);
    //> var half = a.slice[0:4, 6:12]()
    let half = a.slice_axes(slices!(0..4, 6..12));
    //> assert_equal(half[3, 0], a[3, 6])
    assert_eq!(half[(3, 0)], a[(3, 6)]);

    // Functions of layouts with Mojo's meaning, by Mojo's name.
    let of = |text: &str| text.parse::<Mojo<Dynamic>>();
    //> var l = Layout(IntTuple(12, 12), IntTuple(12, 1))
    let l = of("((12, 12):(12, 1))")?;
    //> print(zipped_divide(l, Layout(IntTuple(2, 6))))
    let divided = Mojo(l.zipped_divide(&of("((2, 6):(1, 2))")?.0)?);
    //> print(downcast(Layout(IntTuple(2, 6), IntTuple(1, 2)), 4))
    let fine = Mojo(of("((2, 6):(1, 2))")?.downcast(4)?);
    //> print(make_swizzle[8, 64, 8]())
    let swizzle = Mojo::make_swizzle(8, 64, 8)?;
    //> print_layout(tile.layout)
    let table = Mojo(tile.layout().to_dynamic()).table()?.to_string();
    write!(out, "Mojo\n{divided}\n{fine}\n{swizzle}\n{table}\n")?;
    Ok(())
}
