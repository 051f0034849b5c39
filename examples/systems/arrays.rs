//! NumPy and cuda.core: strided views of an array from a file.

use std::fs;
use std::path::Path;

use static_layout::View;
use static_layout::dynamic::dialect::Slices;
use static_layout::dynamic::{StrideOrder, StridedLayout};

use crate::{Result, at};

/// The elements of a `.npy` file of `<f4`: they follow a header whose length is its third field.
fn floats(file: &[u8]) -> Vec<f32> {
    let header = usize::from(u16::from_le_bytes([file[8], file[9]]));
    let elements = file[10 + header..].chunks_exact(4);
    elements.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

/// A handwritten digit and its mirror image: the file is read once, and nothing of it is copied.
pub fn show() -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/digits.npy");
    let images = floats(&fs::read(path)?);
    let shape = format!("({},64)", images.len() / 64).parse()?;
    let images_of_rows = StridedLayout::dense(&shape, 4, &StrideOrder::C)?;

    // images.reshape(-1, 8, 8)[3], and its [:, ::-1]
    let digit = images_of_rows.reshaped(&"(-1,8,8)".parse()?)?.sliced(&"3".parse::<Slices>()?)?;
    let mirror = digit.sliced(&":, ::-1".parse::<Slices>()?)?;
    println!("{digit}\n{mirror}");
    let left = View::dynamic(&images, digit.offset() as usize, digit.layout())?;
    let right = View::dynamic(&images, mirror.offset() as usize, mirror.layout())?;
    for i in 0..8 {
        for view in [&left, &right] {
            for j in 0..8 {
                print!("{}", if *view.try_at(&at(i, j))? > 7.0 { "##" } else { "  " });
            }
            print!("    ");
        }
        println!();
    }
    let bytes = digit.max_compatible_item_size(64, 0, -1)?;
    println!("a vector of the digit has up to {bytes} bytes\n");
    Ok(())
}
