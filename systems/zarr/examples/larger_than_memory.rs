//! A transposition and a product of arrays larger than the memory they may use, with a bar of the progress.
//!
//! ```sh
//! cargo run --release -p static-layout-zarr --features progress --example larger_than_memory -- /tmp/arrays 8192 64
//! ```
//! Arguments: a folder, the extent of the square matrices of `f32`, the memory in MB. Kill it, and call it again: it
//! continues.

use indicatif::{ProgressBar, ProgressStyle};
use static_layout_zarr::{
    NewArray, Region, Work, ZarrArray, ZarrError, ZarrWriter, matmul, transpose,
};
use std::error::Error;
use std::path::Path;

/// The array in a folder, or a new one, chunk by chunk.
fn open_or_make(path: &Path, n: usize) -> Result<ZarrArray<f32>, ZarrError> {
    match ZarrArray::open(path) {
        Err(ZarrError::Array(..) | ZarrError::Unfinished { .. }) => (),
        opened => return opened,
    }
    let writer = ZarrWriter::create(path, &NewArray::new(&[n, n], [512, 512]))?;
    for chunk in writer.grid().chunks().filter(|chunk| !writer.is_written(chunk)) {
        let region = writer.grid().region(&chunk)?;
        let (start, width) = (region.start(), region.shape()[1]);
        let number = |k| ((start[0] + k / width) * 3 + (start[1] + k % width) * 5) as f32 % 7.0;
        writer.write_chunk(&chunk, &(0..region.size()).map(number).collect::<Vec<f32>>())?;
    }
    writer.finish()
}

fn bar(name: &'static str) -> Result<ProgressBar, Box<dyn Error>> {
    let style = ProgressStyle::with_template("{msg:9} {wide_bar} {pos}/{len} {eta}")?;
    Ok(ProgressBar::no_length().with_style(style).with_message(name))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let n: usize = arguments.next().map_or(Ok(4096), |n| n.parse())?;
    let memory = arguments.next().map_or(Ok(64), |n| n.parse::<usize>())? << 20;
    let at = |name: &str| Path::new(&folder).join(name);

    let a = open_or_make(&at("a.zarr"), n)?;
    let progress = bar("transpose")?;
    let work = Work::new(memory).with_progress(&progress);
    let b = transpose(&a, at("b.zarr"), [512, 512], &work)?;
    let progress = bar("product")?;
    let work = Work::new(memory).with_progress(&progress);
    let c = matmul(&a, &b, at("c.zarr"), [512, 512], &work)?;

    // Compares one element with its definition.
    let row = a.read(&Region::new(&[n / 3, 0], &[1, n]))?;
    let column = b.read(&Region::new(&[0, n / 2], &[n, 1]))?;
    let expected: f32 = row.as_slice().iter().zip(column.as_slice()).map(|(x, y)| x * y).sum();
    let found = c.read(&Region::new(&[n / 3, n / 2], &[1, 1]))?.as_slice()[0];
    println!("C({},{}) = {found}, by its definition {expected}", n / 3, n / 2);
    assert!((found - expected).abs() <= 1e-4 * expected.abs());
    Ok(())
}
