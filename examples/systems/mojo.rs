//! Mojo: a tiled product on `LayoutTensor`. Above each line is its own in Mojo.

use std::fmt::Write;

use static_layout::*;
use static_layout_dialects::Mojo;
use static_layout_kernels::{matmul, matmul_add};

use crate::Result;

/// Multiplies by tiles of 4 by 4. The layouts are known to the compiler, and so are those of the tiles.
pub fn show(out: &mut String) -> Result<()> {
    // alias a_layout = Layout.row_major(8, 12); b_layout = Layout.col_major(12, 8)
    let (left, right) = (layout!((8, 12):row), layout!((12, 8):col));
    let a: Vec<f32> = (0..96).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..96).map(|i| (i % 7) as f32).collect();
    let (a, b) = (View::new(&a, left)?, View::new(&b, right)?);
    let mut c = Boxed::filled(layout!((8, 8):row), 0.0_f32);

    // c_tile = c.tile[4, 4](row, column): here all of them, none sharing an element with another one
    for (number, mut c_tile) in c.tiles_mut(tile!(4, 4)).enumerate() {
        let (row, column) = (number % 2, number / 2);
        for step in 0..3 {
            // a_tile = a.tile[4, 4](row, step); b_tile = b.tile[4, 4](step, column)
            let a_tile = a.tile(tile!(4, 4), (row, step));
            let b_tile = b.tile(tile!(4, 4), (step, column));
            matmul_add(a_tile, b_tile, &mut c_tile);
        }
    }
    let mut expected = Boxed::filled(layout!((8, 8):row), 0.0_f32);
    matmul(a, b, &mut expected.view_mut());
    assert!(c.iter().eq(expected.iter()));

    let tile = left.zipped_divide(tile!(4, 4)).mode::<0>();
    writeln!(out, "Mojo\na tile of {} is", Mojo(left.to_dynamic()))?;
    write!(out, "{}", Mojo(tile.to_dynamic()).table()?)?;

    // a.tile[4, 4](0, 0).distribute[Layout.row_major(2, 2)](3)
    let fragment = a.tile(tile!(4, 4), (0, 0)).partition(layout!((2, 2):row), 3);
    assert_eq!(fragment[(0, 0)], a[(1, 1)]);
    writeln!(out, "thread 3 of 2 by 2 has {} of it", Mojo(fragment.layout().to_dynamic()))?;
    // a.vectorize[1, 4]()[2, 1]
    let vector = a.vectorize::<4>()?[(2, 1)];
    assert_eq!(vector, [28.0, 29.0, 30.0, 31.0]);
    writeln!(out, "vector (2, 1) of 4 elements is {vector:?}\n")?;
    Ok(())
}
