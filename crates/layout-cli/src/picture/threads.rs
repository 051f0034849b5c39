//! Draws thread-value layouts: the thread and the value that hold each element of a tile.

use std::str::FromStr;

use layout_core::{IntTuple, Layout};

use crate::picture::ColourBy;
use crate::picture::model::{Cell, Image, Panel, Picture, panels, within_reach};
use crate::{Failure, MaybeSwizzled};

/// The extents of a tile in elements: `16x8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileExtents {
    /// The number of rows.
    pub rows: i64,
    /// The number of columns.
    pub columns: i64,
}

impl TileExtents {
    /// The number of elements.
    pub fn size(&self) -> i64 {
        self.rows.saturating_mul(self.columns)
    }
}

impl FromStr for TileExtents {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let extents = text.split_once('x').and_then(|(rows, columns)| {
            Some(Self { rows: rows.trim().parse().ok()?, columns: columns.trim().parse().ok()? })
        });
        extents.filter(|tile| tile.rows > 0 && tile.columns > 0).ok_or_else(|| {
            Failure::new("a tile is its rows and columns, such as 16x8").at(text, 0..text.len())
        })
    }
}

impl Picture {
    /// Draws a thread-value layout, which maps (thread, value) to the column-major index in the tile. Colours are
    /// threads.
    ///
    /// # Errors
    ///
    /// A layout that does not have two modes, or that maps to an element outside the tile.
    ///
    /// ```
    /// use layout_cli::MaybeSwizzled;
    /// use layout_cli::picture::Picture;
    /// let held = MaybeSwizzled::read("((4,8),(2,2)):((32,1),(16,8))")?;
    /// let picture = Picture::of_threads(&held, "16x8".parse()?)?;
    /// assert_eq!(picture.panels[0].cells[8 * 8 + 1].sentence(&picture.key), "(8,1) → T0 V3");
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn of_threads(held: &MaybeSwizzled, tile: TileExtents) -> Result<Self, Failure> {
        Ok(Self {
            title: held.to_string(),
            panels: vec![panel(held, tile, None)?],
            key: ColourBy::Thread.key(),
        })
    }

    /// Draws several thread-value layouts, each in a panel under its heading.
    ///
    /// # Errors
    ///
    /// A layout that [`Picture::of_threads`] rejects.
    pub fn of_parts<'a>(
        title: &str,
        parts: impl IntoIterator<Item = (String, &'a MaybeSwizzled, TileExtents)>,
    ) -> Result<Self, Failure> {
        let panels = parts
            .into_iter()
            .map(|(heading, held, tile)| panel(held, tile, Some(heading)))
            .collect::<Result<_, _>>()?;
        Ok(Self { title: title.to_owned(), panels, key: ColourBy::Thread.key() })
    }
}

/// The thread-value layout and the tile of a tiled copy (CuTe's `make_tiled_copy`).
///
/// The tile is `raked_product(threads, values)`. Its right inverse, with the shape (threads, values), is the
/// thread-value layout.
///
/// # Errors
///
/// A product that is rejected, that does not have two modes, or whose inverse leaves out a thread or a value.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::picture::tiled_copy;
/// let (threads, values) = (MaybeSwizzled::read("(32,8):(8,1)")?, MaybeSwizzled::read("(4,1)")?);
/// let (held, tile) = tiled_copy(&threads.plain(), &values.plain())?;
/// assert_eq!((held.to_string(), tile.rows, tile.columns), ("((8,32),4):((128,4),1)".into(), 128, 8));
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn tiled_copy(threads: &Layout, values: &Layout) -> Result<(Layout, TileExtents), Failure> {
    let tile = threads.raked_product(values)?;
    let shape = tile.shape().product_each()?;
    let extents: Vec<i64> = (0..shape.leaf_count()).map(|k| shape.value(k)).collect();
    let [rows, columns] = extents[..] else {
        return Err(Failure::new(format!(
            "a tile has two modes, and {tile} has {}",
            extents.len()
        ))
        .help("give threads and values two modes each, such as (32,1)"));
    };
    let counts = IntTuple::tuple(&[threads.size().into(), values.size().into()])?;
    let held = tile.right_inverse().and_then(|inverse| inverse.with_shape(&counts));
    Ok((held?, TileExtents { rows, columns }))
}

/// The panel of a tile. Each cell lists the threads and values that hold it.
fn panel(
    held: &MaybeSwizzled,
    tile: TileExtents,
    heading: Option<String>,
) -> Result<Panel, Failure> {
    within_reach(tile.size())?;
    within_reach(held.size())?;
    let layout = held.plain();
    if layout.rank() != 2 {
        return Err(Failure::new(format!(
            "a thread-value layout has two modes, threads and values; {held} has {}",
            layout.rank()
        ))
        .help("group its modes: ((threads),(values)):((..),(..))"));
    }
    let threads = layout.mode(0)?.size().max(1);
    let mut holders = vec![Vec::new(); usize::try_from(tile.size()).unwrap_or_default()];
    for i in 0..held.size() {
        let (thread, value) = (i % threads, i / threads);
        let element = held.offset(i);
        let place = element.and_then(|i| usize::try_from(i).ok()).and_then(|i| holders.get_mut(i));
        let Some(place) = place else {
            let where_to = held.image(i).map(|image| image.to_string()).unwrap_or_default();
            let (rows, columns, last) = (tile.rows, tile.columns, tile.size() - 1);
            return Err(Failure::new(format!(
                "thread {thread}, value {value} is element {where_to}, outside the tile {rows}x{columns}, whose elements are 0 to {last}"
            )));
        };
        place.push((thread, value));
    }
    let shape = IntTuple::tuple(&[tile.rows.into(), tile.columns.into()])?;
    let whole = Layout::col_major(shape)?;
    let cell = |i: i64| {
        let held =
            usize::try_from(i).ok().and_then(|i| holders.get(i).cloned()).unwrap_or_default();
        Cell {
            coordinate: format!("({},{})", i % tile.rows, i / tile.rows),
            group: held.first().map(|holder| holder.0),
            image: Image::Held(held),
        }
    };
    let mut panels = panels(&whole, cell);
    let panel = panels.pop().map(|panel| Panel { heading, ..panel });
    panel.ok_or_else(|| Failure::new("the tile has no elements"))
}
