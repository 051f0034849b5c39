//! Zarr arrays that are larger than memory, tile by tile.
//!
//! A chunk grid is a layout: `(chunk, grid)` divides the row-major layout of the array, with the last chunks padded.
//! [`Grid::layout`] returns it.
//!
//! ```
//! use static_layout::*;
//! use static_layout_zarr::{NewArray, Region, Work, ZarrWriter, transpose};
//! # let folder = std::env::temp_dir().join(format!("static-layout-zarr-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! // 5 rows of 7 numbers, in chunks of 2 by 4.
//! let writer = ZarrWriter::<f32>::create(folder.join("a.zarr"), &NewArray::new(&[5, 7], [2, 4]))?;
//! let numbers: Vec<f32> = (0..35).map(|n| n as f32).collect();
//! writer.write([0, 0], View::new(&numbers, layout!((5, 7):row))?)?;
//! let a = writer.finish()?;
//!
//! // Read the last chunk: its part inside the array is 1 by 3.
//! let tile = a.read(&a.grid().region(&[2, 1])?)?;
//! assert_eq!(tile.matrix()?[(0, 2)], 34.0);
//!
//! // Transpose in 4 kB of memory, whatever the size of the array.
//! let b = transpose(&a, folder.join("b.zarr"), [4, 4], &Work::new(4096))?;
//! assert_eq!(b.read(&Region::new(&[6, 4], &[1, 1]))?.as_slice(), [34.0]);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`ZarrArray`] reads regions and tiles. Threads share it, and [`ZarrArray::read_into`] fills disjoint tiles of a
//!   matrix at once.
//! * [`ZarrWriter`] writes each chunk once. The array appears when [`finish`](ZarrWriter::finish) has found every chunk,
//!   so that no reader takes a part for the whole.
//! * [`rechunk`], [`permute`], [`transpose`], [`map`], [`reduce`] and [`matmul`] work in the memory that [`Work`] allows. A killed
//!   program continues where it was when it is called again with the same arguments, and returns the result if it was done.
//!
//! The crate `zarrs` has the shards and writes the files. What a file names is checked and decoded here.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs)]

mod array;
mod checked;
mod chunk_writer;
mod codec;
mod data_type;
mod element;
mod error;
mod grid;
mod journal;
mod map;
mod metadata;
mod new;
#[cfg(feature = "object_store")]
mod objects;
mod operation;
mod permute;
mod product;
mod reduce;
mod store;
mod strided;
mod tile;
mod tiles;
mod work;
mod writer;

pub use array::ZarrArray;
pub use chunk_writer::ChunkWriter;
pub use element::{Element, NamedElement};
pub use error::ZarrError;
pub use grid::{Grid, Region};
pub use map::{map, map_two};
pub use new::{Chunks, NewArray};
pub use permute::{permute, rechunk, transpose};
pub use product::matmul;
pub use reduce::{Number, Reduction, reduce};
pub use tile::{Matrix, RowMajor, Tile};
pub use work::{Progress, Work};
pub use writer::ZarrWriter;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
