//! Assigns cells to groups of one colour.

use layout_core::{Coord, Layout, Tiler};

use crate::language::{Value, evaluate};
use crate::picture::Key;
use crate::{Failure, MaybeSwizzled};

/// The most cells of a layout whose tiles are coloured.
const MOST_TILED: i64 = 1 << 20;

/// The meaning of colours.
#[derive(Clone, Copy, Debug)]
pub enum ColourBy {
    /// No colours.
    Nothing,
    /// Shades from the least offset to the greatest.
    Offset,
    /// The coordinate in mode 0: the thread of a thread-value layout.
    Thread,
    /// The coordinate in the other modes: the value of a thread-value layout.
    Value,
    /// The bank of shared memory, of 32 banks of 4 bytes.
    Bank {
        /// The bytes of an element.
        element: i64,
    },
    /// The tile of a divide.
    Tile(Tiler),
    /// The tile of the divide or product that makes the layout: from a coordinate to the number of its tile.
    MadeTiles(Layout),
    /// The image of another layout at the linear coordinate.
    Layout(MaybeSwizzled),
}

impl ColourBy {
    /// Parses `offset`, `thread`, `value`, `bank`, `none`, `tile=<4,8>` or `layout=(8,8):(1,0)`. `element` is the number
    /// of bytes of an element. [`made_tiles`](Self::made_tiles) has the tiles of a divide.
    ///
    /// # Errors
    ///
    /// Another word, a tile that is not a tiler, or a text that is not a layout.
    ///
    /// ```
    /// use layout_cli::picture::ColourBy;
    /// assert!(matches!(ColourBy::read("tile=<4,8>", 4), Ok(ColourBy::Tile(_))));
    /// assert!(ColourBy::read("warp", 4).is_err());
    /// ```
    pub fn read(text: &str, element: i64) -> Result<Self, Failure> {
        if let Some(layout) = text.strip_prefix("layout=") {
            return MaybeSwizzled::read(layout).map(Self::Layout);
        }
        let Some(tiler) = text.strip_prefix("tile=") else {
            return match text {
                "none" => Ok(Self::Nothing),
                "offset" => Ok(Self::Offset),
                "thread" => Ok(Self::Thread),
                "value" => Ok(Self::Value),
                "bank" => Ok(Self::Bank { element }),
                _ => Err(Failure::new(
                    "cells are coloured by offset, thread, value, bank, tile=<..>, layout=(..) or none",
                )
                .at(text, 0..text.len())),
            };
        };
        match evaluate(tiler)? {
            Value::Tiler(tiler) => Ok(Self::Tile(tiler)),
            other => match MaybeSwizzled::of(&other) {
                Some(MaybeSwizzled::Plain(layout)) => Ok(Self::Tile(Tiler::whole(layout))),
                _ => {
                    Err(Failure::new(format!("a tiler was expected, and this is {}", other.kind()))
                        .at(tiler, 0..tiler.len()))
                }
            },
        }
    }

    /// The key of these colours. A picture adds the range of its offsets.
    pub fn key(&self) -> Key {
        Key { name: self.name(), step: self.step(), range: None }
    }

    /// The word in front of the number of a group; empty without colours.
    fn name(&self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Offset => "offset",
            Self::Thread => "thread",
            Self::Value => "value",
            Self::Bank { .. } => "bank",
            Self::Tile(_) | Self::MadeTiles(_) => "tile",
            Self::Layout(_) => "group",
        }
    }

    /// The distance of groups with neighbouring colours: elements of 16 bytes begin at every fourth bank.
    fn step(&self) -> i64 {
        match self {
            // The largest power of two that divides the bytes, between 4 (one bank) and 128 (all banks).
            Self::Bank { element } => (element & element.wrapping_neg()).clamp(4, 128) / 4,
            _ => 1,
        }
    }

    /// The group of each linear index.
    pub(super) fn groups(&self, mapping: &MaybeSwizzled) -> Result<Vec<i64>, Failure> {
        if let Self::Nothing = self {
            return Ok(Vec::new());
        }
        let groups = Groups::new(self, mapping)?;
        Ok((0..mapping.size()).map(|i| groups.of(i, mapping.offset(i).unwrap_or(0))).collect())
    }
}

/// A function from the coordinates of a layout to groups.
#[derive(Clone, Debug)]
pub struct Groups(Grouping);

#[derive(Clone, Debug)]
enum Grouping {
    Nothing,
    Offset,
    Thread { threads: i64 },
    Value { threads: i64 },
    Bank { element: i64 },
    Tile(Vec<i64>),
    Layout(MaybeSwizzled),
}

impl Groups {
    /// Prepares the groups of a layout. Those of tiles are computed here.
    ///
    /// # Errors
    ///
    /// A layout of coordinates that is coloured by offset or bank, or a tiler that does not divide it, or another layout of
    /// another size.
    pub fn new(by: &ColourBy, mapping: &MaybeSwizzled) -> Result<Self, Failure> {
        let layout = mapping.plain();
        if matches!(by, ColourBy::Offset | ColourBy::Bank { .. }) && layout.is_coordinate() {
            let message =
                format!("{mapping} maps to coordinates, which have no offsets to colour by");
            return Err(Failure::new(message).help("colour by thread, value, tile=<..> or none"));
        }
        let threads = layout.mode(0).map_or(1, |mode| mode.size()).max(1);
        Ok(Self(match by {
            ColourBy::Nothing => Grouping::Nothing,
            ColourBy::Offset => Grouping::Offset,
            ColourBy::Thread => Grouping::Thread { threads },
            ColourBy::Value => Grouping::Value { threads },
            ColourBy::Bank { element } => Grouping::Bank { element: *element },
            ColourBy::Tile(tiler) => Grouping::Tile(tiles(&layout, tiler)?),
            ColourBy::Layout(other) if other.size() != layout.size() => {
                return Err(Failure::new(format!(
                    "{mapping} has {} coordinates, and the layout of its colours {}",
                    layout.size(),
                    other.size()
                ))
                .help(format!("give it the shape {}", layout.shape())));
            }
            ColourBy::MadeTiles(numbers) => Grouping::Layout((*numbers).into()),
            ColourBy::Layout(other) => Grouping::Layout(*other),
        }))
    }

    /// The group of the linear index `i`, whose offset is `offset`.
    pub fn of(&self, i: i64, offset: i64) -> i64 {
        match &self.0 {
            Grouping::Nothing => 0,
            Grouping::Offset => offset,
            Grouping::Thread { threads } => i % threads,
            Grouping::Value { threads } => i / threads,
            // 128 elements fill whole rows of 128 bytes, so the remainder avoids overflow.
            Grouping::Bank { element } => offset.rem_euclid(128) * element / 4 % 32,
            Grouping::Tile(groups) => {
                usize::try_from(i).ok().and_then(|i| groups.get(i).copied()).unwrap_or(0)
            }
            Grouping::Layout(other) => other.offset(i).unwrap_or(0),
        }
    }
}

/// The index of the tile of each coordinate. Tiles at the edges may be partial.
fn tiles(layout: &Layout, tiler: &Tiler) -> Result<Vec<i64>, Failure> {
    if layout.size() > MOST_TILED {
        return Err(Failure::new(format!(
            "tiles of at most {MOST_TILED} cells have colours, and {layout} has {}",
            layout.size()
        )));
    }
    let shape = layout.shape().product_each()?;
    let numbers = Layout::col_major(shape)?;
    let tiled = numbers.zipped_divide_padded(tiler)?;
    let within = tiled.layout().mode(0)?.size().max(1);
    let mut groups = vec![0; usize::try_from(layout.size()).unwrap_or_default()];
    for (i, number) in (0..).zip(tiled.layout().iter()) {
        if (tiled.all_whole() || tiled.inside(&Coord::leaf(i))?)
            && let Some(group) = usize::try_from(number).ok().and_then(|i| groups.get_mut(i))
        {
            *group = i / within;
        }
    }
    Ok(groups)
}
