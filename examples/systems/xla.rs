//! XLA: a tiled weight of an accelerator, loaded and read.

use std::fmt::Write;

use static_layout::*;
use static_layout_dialects::xla::XlaShape;

use crate::Result;

/// `bf16[16,256]{1,0:T(8,128)(2,1)}`: tiles of 8 by 128, and in them pairs of rows, element by element.
type Weight = Layout!(((2,4,2),(128,2)):((1,256,2048),(2,1024)));

/// The bits of a small integer as `bf16`, and back.
fn bf16(number: usize) -> u16 {
    ((number as f32).to_bits() >> 16) as u16
}
fn number(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

pub fn show(out: &mut String) -> Result<()> {
    let shape: XlaShape = "bf16[16,256]{1,0:T(8,128)(2,1)}".parse()?;
    // What the text says is what the type says, or this is an error.
    let layout = Weight::from_dynamic(&shape.to_layout()?)?;
    writeln!(out, "XLA\n{shape} is {layout}")?;

    // The memory as the accelerator has it: row after row of the weight, each element where XLA puts it.
    let mut memory = vec![0; shape.allocation_size_in_bytes()? as usize / 2];
    for row in 0..16 {
        for column in 0..256 {
            memory[shape.offset(&[row, column])? as usize] = bf16((row as usize) * 8);
        }
    }

    // Read through the static layout: no search for a tile, an offset in shifts and masks.
    let weight = View::new(&memory, layout)?;
    for row in [0, 1, 15] {
        let sum: f32 = weight.slice(coord!(row, _)).iter().map(|&bits| number(bits)).sum();
        assert_eq!(sum, 256.0 * (row * 8) as f32);
    }
    writeln!(out, "row 15 is {}", weight.slice(coord!(15, _)).layout())?;

    // A shape that its tiles do not fill: the padding shows up in the extents.
    let padded: XlaShape = "f32[20,300]{1,0:T(8,128)}".parse()?;
    let (elements, bytes) = (padded.element_count()?, padded.allocation_size_in_bytes()?);
    writeln!(out, "{padded} is {}", padded.to_layout()?)?;
    writeln!(out, "of {elements} elements in {bytes} bytes")?;
    let (whole, halves) = ("f32[16,128]{1,0:T(8,128)}", "f32[2,8,128]{2,1,0:T(8,128)}");
    let moves_nothing = whole.parse::<XlaShape>()?.reshape_is_bitcast(&halves.parse()?)?;
    assert!(moves_nothing);
    writeln!(out, "{whole} to {halves} moves nothing\n")?;
    Ok(())
}
