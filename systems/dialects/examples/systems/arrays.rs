//! NumPy: views of the array in a file. Above each view is its line of Python.

use std::fmt::Write;

use static_layout::*;

use crate::Result;

/// The elements of a `.npy` file of `<f4`: they follow a header whose length is its third field.
fn floats(file: &[u8]) -> Vec<f32> {
    let header = usize::from(u16::from_le_bytes([file[8], file[9]]));
    let elements = file[10 + header..].chunks_exact(4);
    elements.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

/// Handwritten digits: their number is known at run time, the extents of a digit at compile time.
pub fn show(out: &mut String) -> Result<()> {
    let pixels = floats(include_bytes!("../../../../examples/data/digits.npy"));
    let count = pixels.len() / 64;

    // x = numpy.load("digits.npy").reshape(-1, 8, 8)
    let x = View::new(&pixels, layout!((count, 64):(64, 1)))?.reshape(shape!(_, 8, 8));
    // digit = x[3]
    let digit = x.slice_axes(slices!(3));
    // mirror = digit[:, ::-1]
    let mirror = digit.slice_axes(slices!(.., ..; -1));
    // turned = digit.T
    let turned = digit.transpose();
    writeln!(out, "NumPy\nx is {:#}, a digit {:#}", x.layout(), digit.layout())?;
    writeln!(out, "mirrored {}, transposed {}", mirror.layout(), turned.layout())?;
    // A view of a static layout is a pointer.
    assert_eq!(size_of_val(&mirror), size_of::<usize>());

    for i in 0..8 {
        let row = |view: &dyn Fn(usize) -> f32| -> String {
            (0..8).map(|j| if view(j) > 7.0 { "##" } else { "  " }).collect()
        };
        let (a, b) = (row(&|j| digit[(i, j)]), row(&|j| mirror[(i, j)]));
        writeln!(out, "{}", format!("|{a}|{b}|{}|", row(&|j| turned[(i, j)])).trim_end())?;
    }

    // mean = x[:, 2:6, 2:6].mean(axis=(1, 2))
    let inner = x.slice_axes(slices!(.., 2..6, 2..6));
    let means = (0..count).map(|i| inner.slice_axes(slices!(i)).iter().sum::<f32>() / 16.0);
    writeln!(
        out,
        "{} of {count} are dark in the middle",
        means.filter(|&mean| mean > 8.0).count()
    )?;

    // numpy.broadcast_to(x[0, 0], (8, 8)): eight rows, eight elements of memory
    let rows = x.slice_axes(slices!(0, 0)).broadcast_to(shape!(8, 8));
    assert!((0..8).all(|i| rows[(i, 2)] == x[(0, 0, 2)]));
    writeln!(out, "a row for each row is {}", rows.layout())?;
    let array = digit.layout().strided::<f32>()?;
    let (bytes, widest) = (array.strides_in_bytes()?, array.max_compatible_item_size(64, 0, -1)?);
    writeln!(out, "strides of {bytes} bytes, vectors of up to {widest}\n")?;
    Ok(())
}
