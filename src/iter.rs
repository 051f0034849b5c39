//! The iterators over coordinates and offsets of a layout, and over elements, tiles and parts of a tensor.

pub use crate::layout::{Coords, Offsets};
#[cfg(feature = "rayon")]
pub use crate::tensor::ParParts;
pub use crate::tensor::{
    Elements, ElementsMut, Entries, EntriesMut, PaddedTiles, PaddedTilesMut, Parts, PartsMut,
    Shares, SharesMut, Tiles, TilesMut,
};
pub use crate::types::InsideCoords;
