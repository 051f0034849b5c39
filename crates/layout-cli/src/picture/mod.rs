//! Draws layouts as grids of cells: as text for the terminal, SVG, HTML, TikZ or JSON.
//!
//! A [`Picture`] is built from a layout or a thread-value layout, and each format has a function `write`:
//!
//! ```
//! use layout_cli::MaybeSwizzled;
//! use layout_cli::picture::{ColourBy, Picture, svg};
//! let layout = MaybeSwizzled::read("(2,(2,2)):(4,(1,2))")?;
//! let picture = Picture::of_layout(&layout, &ColourBy::Offset)?;
//! assert!(svg::write(&picture).contains("<title>(1,(0,1)) → 6</title>"));
//! # Ok::<(), layout_cli::Failure>(())
//! ```

mod bits;
mod groups;
pub mod html;
pub mod json;
pub mod latex;
mod made_tiles;
mod model;
pub mod palette;
#[cfg(feature = "png")]
pub mod png;
mod sheet;
pub mod svg;
pub mod text;
mod threads;

pub use groups::{ColourBy, Groups};
pub use model::{Cell, Image, Key, Label, MOST_CELLS, Panel, Picture, coordinate, heading};
pub use threads::{TileExtents, tiled_copy};
