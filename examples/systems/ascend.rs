//! Ascend C: a matrix in the Nz format, fractals of 16 by 16.

use std::fmt::Write;

use static_layout::dynamic::Frame;
use static_layout::*;

use crate::Result;

/// `MakeFrameLayout<NZLayoutPtn>(20, 40)` of 16-bit elements: rows of a fractal side by side, fractals below one
/// another, then column after column of fractals.
type Nz = Layout!((20, 40):NZ(16));

/// Packs a row-major matrix for a matrix unit, and reads it there.
pub fn show(out: &mut String) -> Result<()> {
    // Of a shape that is known at run time, the same from `Frame::layout`.
    let nz = Nz::default();
    assert_eq!(nz.to_dynamic(), Frame::Nz.layout(20, 40, Frame::c0(16))?);
    writeln!(out, "Ascend C\n20 by 40 in {} is {nz}", Frame::Nz)?;

    // Whole fractals: what is outside the matrix stays 0.
    let matrix: Vec<u16> = (0..20 * 40).collect();
    let mut packed = [0_u16; 32 * 48];
    let from = View::new(&matrix, layout!((20, 40):row))?;
    let mut to = ViewMut::new(&mut packed, nz)?;
    for i in 0..20 {
        for j in 0..40 {
            to[(i, j)] = from[(i, j)];
        }
    }

    // The fractal of rows 16 to 31 and columns 0 to 15 is one piece of memory.
    let fractal = to.as_view().tile(tile!(16, 16), (1, 0));
    assert!(fractal.layout().is_contiguous_c());
    assert_eq!((fractal[(3, 5)], fractal[(4, 5)]), (19 * 40 + 5, 0));
    writeln!(out, "its fractals are {}", fractal.layout())?;
    writeln!(out, "the first one starts with {:?}", &packed[..18])?;
    let format = Frame::infer(&nz.to_dynamic()).ok_or("no format")?;
    assert_eq!(format, Frame::Nz);
    writeln!(out, "its format, by its strides: {format}")?;
    Ok(())
}
