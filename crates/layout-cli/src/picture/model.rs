//! The model of a picture: panels of cells. A cell has a coordinate, an image, and a group that selects its colour.

use std::fmt;

use layout_core::{IntTuple, Layout};

use crate::picture::ColourBy;
use crate::{Failure, MaybeSwizzled};

/// The most cells of a picture: two panels of 256 by 256.
pub const MOST_CELLS: i64 = 2 * 256 * 256;

/// Panels of cells under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The notation of the layout.
    pub title: String,
    /// One panel, or one for each coordinate of the modes from 2 on.
    pub panels: Vec<Panel>,
    /// The meaning of colours.
    pub key: Key,
}

/// A grid of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The part of the layout that the panel shows, if there are several.
    pub heading: Option<String>,
    /// The labels of the rows, from the top.
    pub rows: Vec<Label>,
    /// The labels of the columns, from the left.
    pub columns: Vec<Label>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

/// A coordinate of one mode, as the label of a row or column.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The linear index in the mode.
    pub index: i64,
    /// The nested coordinate, if the mode is nested.
    pub nested: Option<String>,
}

/// One coordinate of the layout and its image.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The coordinate, nested as the shape.
    pub coordinate: String,
    /// The image of the coordinate, or the threads that hold the element.
    pub image: Image,
    /// The group. Cells of a group have one colour.
    pub group: Option<i64>,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Image {
    /// The offset, in elements.
    Offset(i64),
    /// A coordinate, if the strides have a basis.
    Coordinate(String),
    /// The pairs (thread, value) that hold the element.
    Held(Vec<(i64, i64)>),
}

/// The meaning of the colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// `tile`, `thread`, `value`, `bank`, `group` or `offset`; empty without colours.
    pub name: &'static str,
    /// The distance of groups with neighbouring colours: 4 for banks of elements of 16 bytes.
    pub step: i64,
    /// The least and the greatest group, if groups are shades of one colour, as offsets are.
    pub range: Option<(i64, i64)>,
}

impl Picture {
    /// Draws the images of a layout.
    ///
    /// Mode 0 runs down and mode 1 to the right. Each coordinate of the other modes has a panel. A layout of one mode
    /// is one row.
    ///
    /// # Errors
    ///
    /// More than [`MOST_CELLS`] cells, or a layout without the groups of `by`.
    pub fn of_layout(mapping: &MaybeSwizzled, by: &ColourBy) -> Result<Self, Failure> {
        let layout = mapping.plain();
        // An extent of 0 leaves no cells, but the labels of the other modes still count.
        let modes = (0..layout.rank()).filter_map(|i| layout.mode(i).ok());
        within_reach(modes.fold(1, |cells: i64, mode| cells.saturating_mul(mode.size().max(1))))?;
        let groups = by.groups(mapping)?;
        let coordinates = layout.is_coordinate();
        let cell = |i: i64| Cell {
            coordinate: coordinate(&layout, i),
            image: match mapping.image(i) {
                Some(image) if !coordinates => Image::Offset(image.value(0)),
                image => {
                    Image::Coordinate(image.map(|image| image.to_string()).unwrap_or_default())
                }
            },
            group: usize::try_from(i).ok().and_then(|i| groups.get(i).copied()),
        };
        let range = groups.iter().min().copied().zip(groups.iter().max().copied());
        Ok(Self {
            title: mapping.to_string(),
            panels: panels(&layout, cell),
            key: Key { range: range.filter(|_| matches!(by, ColourBy::Offset)), ..by.key() },
        })
    }
}

impl Picture {
    /// The picture of `layout` with a name for each mode, above each panel.
    ///
    /// ```
    /// use layout_cli::MaybeSwizzled;
    /// use layout_cli::picture::{ColourBy, Picture, text};
    /// let layout = MaybeSwizzled::read("(2,3,2):(3,1,6)")?;
    /// let picture = Picture::of_layout(&layout, &ColourBy::Nothing)?;
    /// let names = ["y", "x", "z"].map(String::from);
    /// let text = text::write(&picture.with_names(layout.plain(), &names)?);
    /// assert!(text.contains("\ny down, x right, z = 1\n"), "{text}");
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Another number of names than modes, or an empty name.
    pub fn with_names(mut self, layout: Layout, names: &[String]) -> Result<Self, Failure> {
        let modes: Vec<Layout> = layout.modes().collect();
        let (count, rank) = (names.len(), modes.len());
        let blank = names.iter().position(|name| name.trim().is_empty());
        let again = (1..count).find(|&k| names[..k].contains(&names[k]));
        let wrong = match (blank, again) {
            _ if count != rank => Some(format!("{count} names for {rank} modes, each needs one")),
            (Some(k), _) => Some(format!("the name of mode {k} is empty")),
            (_, Some(k)) => Some(format!("two modes have the name `{}`", names[k])),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(Failure::new(wrong).help("name the modes in their order: --names y,x"));
        }
        let directions: &[&str] = if modes.len() < 2 { &["right"] } else { &["down", "right"] };
        for (k, panel) in (0..).zip(&mut self.panels) {
            let shown = names.iter().zip(directions).map(|(name, to)| format!("{name} {to}"));
            let others = names.iter().skip(2).zip(digits(modes.get(2..).unwrap_or_default(), k));
            let others = others.map(|(name, digit)| format!("{name} = {digit}"));
            panel.heading = Some(shown.chain(others).collect::<Vec<_>>().join(", "));
        }
        Ok(self)
    }
}

/// Rejects pictures of more than [`MOST_CELLS`] cells.
pub(super) fn within_reach(cells: i64) -> Result<(), Failure> {
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(Failure::new(format!("a picture has at most {MOST_CELLS} cells, and this one has {cells}"))
        .help("divide the layout and show one tile"))
}

/// The panels of a layout. `cell` maps a linear index to its cell.
pub(super) fn panels(layout: &Layout, cell: impl Fn(i64) -> Cell) -> Vec<Panel> {
    let rank = layout.rank();
    let size = |mode: Option<&Layout>| mode.map_or(1, Layout::size);
    let modes: Vec<Layout> = (0..rank).filter_map(|i| layout.mode(i).ok()).collect();
    let (down, right) = if rank < 2 { (None, Some(layout)) } else { (modes.first(), modes.get(1)) };
    let (rows, columns) = (size(down), size(right));
    let count = modes.iter().skip(2).map(Layout::size).product();
    let labels = |mode: Option<&Layout>| -> Vec<Label> {
        let nested = |i| mode.filter(|mode| mode.depth() > 0).map(|mode| coordinate(mode, i));
        (0..size(mode)).map(|index| Label { index, nested: nested(index) }).collect()
    };
    let panel = |k: i64| Panel {
        heading: (rank > 2).then(|| heading(&modes[2..], k)),
        rows: labels(down),
        columns: labels(right),
        cells: (0..rows * columns)
            .map(|i| cell(i / columns + rows * (i % columns + columns * k)))
            .collect(),
    };
    (0..count).map(panel).collect()
}

/// `(_,_,1,(0,1))`: the coordinate of panel `k` in the modes from 2 on.
pub fn heading(modes: &[Layout], k: i64) -> String {
    format!("(_,_,{})", digits(modes, k).collect::<Vec<_>>().join(","))
}

/// The coordinate in each mode of the linear index `k`.
fn digits(modes: &[Layout], k: i64) -> impl Iterator<Item = String> {
    let mut rest = k;
    modes.iter().map(move |mode| {
        let digit = rest % mode.size().max(1);
        rest /= mode.size().max(1);
        coordinate(mode, digit)
    })
}

/// The coordinate of the linear index `i`, nested as the shape.
pub fn coordinate(layout: &Layout, i: i64) -> String {
    layout.coord(i).unwrap_or(IntTuple::leaf(i)).to_string()
}

impl Panel {
    /// The label and the cells of each row.
    pub fn lines(&self) -> impl Iterator<Item = (&Label, &[Cell])> {
        self.rows.iter().zip(self.cells.chunks(self.columns.len().max(1)))
    }
}

impl Label {
    /// The index and the nested coordinate in one line: `5 (1,2)`.
    pub(super) fn line(&self) -> String {
        self.words().collect::<Vec<_>>().join(" ")
    }

    /// The index, and the nested coordinate if there is one.
    pub(super) fn words(&self) -> impl Iterator<Item = String> {
        [Some(self.index.to_string()), self.nested.clone()].into_iter().flatten()
    }
}

impl Cell {
    /// Describes the cell: `(1,(0,1)) → 6, tile 3`.
    pub fn sentence(&self, key: &Key) -> String {
        let sentence = format!("{} → {}", self.coordinate, self.image);
        match (key.name, self.group) {
            ("" | "offset" | "thread" | "value", _) | (_, None) => sentence,
            (name, Some(group)) => format!("{sentence}, {name} {group}"),
        }
    }
}

impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offset(offset) => offset.fmt(f),
            Self::Coordinate(coordinate) => coordinate.fmt(f),
            Self::Held(holders) => {
                let Some((thread, value)) = holders.first() else { return Ok(()) };
                write!(f, "T{thread} V{value}")?;
                match holders.len() {
                    1 => Ok(()),
                    count => write!(f, " +{}", count - 1),
                }
            }
        }
    }
}
