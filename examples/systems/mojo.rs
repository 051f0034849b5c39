//! Mojo: a tiled product, tile by tile of `LayoutTensor`.

use static_layout::dynamic::dialect::Mojo;
use static_layout::*;

use crate::Result;

/// Multiplies by tiles of 4 by 4. The layouts are known to the compiler, and so are those of the tiles.
pub fn show() -> Result<()> {
    let (left, right) = (layout!((8, 12):row), layout!((12, 8):col));
    let product = layout!((8, 8):row);
    let a: Vec<f32> = (0..96).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..96).map(|i| (i % 7) as f32).collect();
    let (a, b) = (View::new(&a, left)?, View::new(&b, right)?);
    let mut c = Boxed::filled(product, 0.0_f32);

    for (number, mut tile) in c.tiles_mut(tile!(4, 4)).enumerate() {
        let (row, column) = (number % 2, number / 2);
        for step in 0..3 {
            let (a, b) = (a.tile(tile!(4, 4), (row, step)), b.tile(tile!(4, 4), (step, column)));
            matmul_add(a, b, &mut tile);
        }
    }

    let mut expected = Boxed::filled(product, 0.0_f32);
    matmul(a, b, &mut expected.view_mut());
    assert!(c.iter().eq(expected.iter()));
    let tile = left.zipped_divide(tile!(4, 4)).mode::<0>();
    println!("a tile of {} is", Mojo(left.to_dynamic()));
    println!("{}", Mojo(tile.to_dynamic()).table()?);
    Ok(())
}
