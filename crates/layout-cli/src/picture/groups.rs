//! Assigns cells to groups of one colour.

use layout_core::{Coord, Layout, Tiler};

use crate::language::{Value, evaluate};
use crate::{Failure, MaybeSwizzled};

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
}

impl ColourBy {
    /// Parses `offset`, `thread`, `value`, `bank`, `none` or `tile=<4,8>`. `element` is the number of bytes of an
    /// element.
    ///
    /// # Errors
    ///
    /// Another word, or a tile that is not a tiler.
    ///
    /// ```
    /// use layout_cli::picture::ColourBy;
    /// assert!(matches!(ColourBy::read("tile=<4,8>", 4), Ok(ColourBy::Tile(_))));
    /// assert!(ColourBy::read("warp", 4).is_err());
    /// ```
    pub fn read(text: &str, element: i64) -> Result<Self, Failure> {
        let Some(tiler) = text.strip_prefix("tile=") else {
            return match text {
                "none" => Ok(Self::Nothing),
                "offset" => Ok(Self::Offset),
                "thread" => Ok(Self::Thread),
                "value" => Ok(Self::Value),
                "bank" => Ok(Self::Bank { element }),
                _ => Err(Failure::new(
                    "cells are coloured by offset, thread, value, bank, tile=<..> or none",
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

    /// The word in front of the number of a group; empty without colours.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Offset => "offset",
            Self::Thread => "thread",
            Self::Value => "value",
            Self::Bank { .. } => "bank",
            Self::Tile(_) => "tile",
        }
    }

    /// The distance of groups with neighbouring colours: elements of 16 bytes begin at every fourth bank.
    pub(super) fn step(&self) -> i64 {
        match self {
            // The largest power of two that divides the bytes, between 4 (one bank) and 128 (all banks).
            Self::Bank { element } => (element & element.wrapping_neg()).clamp(4, 128) / 4,
            _ => 1,
        }
    }

    /// The group of each linear index.
    pub(super) fn groups(&self, mapping: &MaybeSwizzled) -> Result<Vec<i64>, Failure> {
        let layout = mapping.plain();
        let threads = || layout.mode(0).map_or(1, |mode| mode.size());
        match self {
            Self::Nothing => Ok(Vec::new()),
            Self::Thread => Ok((0..layout.size()).map(|i| i % threads()).collect()),
            Self::Value => Ok((0..layout.size()).map(|i| i / threads()).collect()),
            Self::Offset => offsets(mapping),
            Self::Bank { element } => {
                // 128 elements fill whole rows of 128 bytes, so the remainder avoids overflow.
                let bank = |offset: i64| offset.rem_euclid(128) * element / 4 % 32;
                Ok(offsets(mapping)?.into_iter().map(bank).collect())
            }
            Self::Tile(tiler) => tiles(&layout, tiler),
        }
    }
}

fn offsets(mapping: &MaybeSwizzled) -> Result<Vec<i64>, Failure> {
    let offset = |i| mapping.offset(i);
    (0..mapping.size()).map(offset).collect::<Option<_>>().ok_or_else(|| {
        Failure::new(format!("{mapping} maps to coordinates, which have no offsets to colour by"))
            .help("colour by thread, value, tile=<..> or none")
    })
}

/// The index of the tile of each coordinate. Tiles at the edges may be partial.
fn tiles(layout: &Layout, tiler: &Tiler) -> Result<Vec<i64>, Failure> {
    let refused = |error| Failure::of(&error, "");
    let shape = layout.shape().product_each().map_err(refused)?;
    let numbers = Layout::col_major(shape).map_err(refused)?;
    let tiled = numbers.zipped_divide_padded(tiler).map_err(refused)?;
    let within = tiled.layout().mode(0).map_err(refused)?.size();
    let mut groups = vec![0; usize::try_from(layout.size()).unwrap_or_default()];
    for i in 0..tiled.layout().size() {
        let at = Coord::leaf(i);
        if tiled.inside(&at).map_err(refused)?
            && let Ok(number) = tiled.layout().index(&at)
            && let Some(group) = usize::try_from(number).ok().and_then(|i| groups.get_mut(i))
        {
            *group = i / within;
        }
    }
    Ok(groups)
}
