//! XLA: a tiled weight, read by rows and columns.

use static_layout::View;
use static_layout::dynamic::dialect::xla::XlaShape;

use crate::{Result, at};

/// Reads a weight in the memory of an accelerator, where tiles of 8 by 128 lie one after the other.
pub fn show() -> Result<()> {
    let shape: XlaShape = "f32[20,300]{1,0:T(8,128)}".parse()?;
    let layout = shape.to_layout()?;
    println!("{shape} is {layout}");

    // The memory as the accelerator left it; what the tiles pad is not a number.
    let mut memory = vec![f32::NAN; shape.allocation_size_in_bytes()? as usize / 4];
    let (mut index, mut number) = ([0, 0], 0.0);
    loop {
        memory[shape.offset(&index)? as usize] = number;
        number += 1.0;
        if !shape.bump(&mut index)? {
            break;
        }
    }

    let weight = View::dynamic(&memory, 0, layout)?;
    let row: f32 = (0..300).map(|j| *weight.try_at(&at(19, j)).expect("inside")).sum();
    assert_eq!(row, (5700..6000).map(|k| k as f32).sum::<f32>());
    println!("the sum of row 19 is {row}");

    let whole: XlaShape = "f32[16,128]{1,0:T(8,128)}".parse()?;
    let halves = "f32[2,8,128]{2,1,0:T(8,128)}".parse()?;
    println!("a reshape to {halves} moves nothing: {}\n", whole.reshape_is_bitcast(&halves)?);
    Ok(())
}
