//! Writes an array of `f32` in other chunks, and with its axes in another order.
//!
//! ```sh
//! cargo run --release -p static-layout-zarr --example reorder -- FROM TO 512,512 64 [1,0]
//! ```
//! Arguments: the folders, the extents of the chunks, the memory in MB, and the order of the axes as NumPy's `transpose` takes
//! it. `tools/bench/zarr_peers.py` measures it.

use static_layout_zarr::{Work, ZarrArray, permute, rechunk};
use std::error::Error;

fn numbers(text: &str) -> Result<Vec<usize>, std::num::ParseIntError> {
    text.split(',').map(str::parse).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, chunk, memory, order @ ..] = &arguments[..] else {
        return Err("FROM TO CHUNK MEMORY [ORDER]".into());
    };
    let from = ZarrArray::<f32>::open(from)?;
    let work = Work::new(memory.parse::<usize>()? << 20);
    match order {
        [] => rechunk(&from, to, &numbers(chunk)?, &work)?,
        [order, ..] => permute(&from, to, &numbers(order)?, &numbers(chunk)?, &work)?,
    };
    Ok(())
}
