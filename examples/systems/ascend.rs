//! Ascend C: a matrix in the Nz format, fractals of 16 by 16.

use static_layout::dynamic::dialect::Frame;
use static_layout::{View, ViewMut};

use crate::{Result, at};

/// Packs a row-major matrix for a matrix unit, and reads it there.
pub fn show() -> Result<()> {
    let (rows, columns) = (20, 40);
    let matrix: Vec<usize> = (0..rows * columns).collect();
    let nd = Frame::Nd.layout(rows as i64, columns as i64, 16)?;
    let nz = Frame::Nz.layout(rows as i64, columns as i64, Frame::c0(16))?;
    println!("{} by {} in {} is {nz}", rows, columns, Frame::Nz);

    // Whole fractals: what is outside the matrix stays 0.
    let mut packed = vec![0; nz.cosize() as usize];
    let from = View::dynamic(&matrix, 0, nd)?;
    let mut to = ViewMut::dynamic(&mut packed, 0, nz)?;
    for i in 0..rows {
        for j in 0..columns {
            *to.try_at_mut(&at(i, j))? = *from.try_at(&at(i, j))?;
        }
    }
    println!("its first fractal starts with {:?}", &packed[..18]);
    println!("its format, by its strides: {}", Frame::infer(&nz).expect("a format"));
    Ok(())
}
