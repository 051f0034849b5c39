//! [`Table`], the picture of a layout as a table of offsets.

use core::fmt;

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::value::limit::MAX_RANK;
use crate::value::{ComposedLayout, Coord, IntTuple, Layout, Text};

/// The offsets of a layout as a table: a row for each coordinate of mode 0, a column for each of mode 1, as
/// `print_layout` of CuTe, Mojo and MoYe prints it. A coordinate of the modes from 2 on has its own panel, with the
/// heading `(_,_,1,0)`. A layout of one mode is one row.
///
/// The labels are linear indices in their mode. Where strides have bases, the cells are coordinates. `{:#}` prints
/// the notation as a first line, as `print_layout` does.
///
/// ```
/// use layout_core::{Layout, Table};
/// let table = Table::new(&"(2,3):(3,1)".parse()?)?.to_string();
/// assert_eq!(table.lines().next(), Some("      0   1   2"));
/// assert_eq!(table.lines().nth(4), Some(" 1  | 3 | 4 | 5 |"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Table {
    mapping: TableSource,
    base: i64,
}

#[derive(Clone, Copy)]
enum TableSource {
    Plain(Layout),
    Swizzled(ComposedLayout),
}

impl Layout {
    /// The table of the offsets, for any rank: what `print_layout` of CuTe and Mojo prints for two modes, and a panel
    /// for each coordinate of the modes from 2 on.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(2,2),2):(4,(1,2),8)".parse()?;
    /// assert_eq!(a.table().to_string(), "\
    /// (_,_,0)
    ///        0    1    2    3
    ///     +----+----+----+----+
    ///  0  |  0 |  1 |  2 |  3 |
    ///     +----+----+----+----+
    ///  1  |  4 |  5 |  6 |  7 |
    ///     +----+----+----+----+
    ///
    /// (_,_,1)
    ///        0    1    2    3
    ///     +----+----+----+----+
    ///  0  |  8 |  9 | 10 | 11 |
    ///     +----+----+----+----+
    ///  1  | 12 | 13 | 14 | 15 |
    ///     +----+----+----+----+
    /// ");
    /// let image = "(2,2):(1@1,1@0)".parse::<Layout>()?.table().to_string();
    /// assert_eq!(image.lines().nth(2), Some(" 0  | (0,0) | (1,0) |"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn table(&self) -> Table {
        Table { mapping: TableSource::Plain(*self), base: 0 }
    }
}

impl ComposedLayout {
    /// The table of the swizzled offsets, as [`Layout::table`].
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse()?;
    /// assert_eq!(a.table().to_string(), "      0   1
    ///     +---+---+
    ///  0  | 0 | 1 |
    ///     +---+---+
    ///  1  | 3 | 2 |
    ///     +---+---+
    /// ");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn table(&self) -> Table {
        Table { mapping: TableSource::Swizzled(*self), base: 0 }
    }
}

impl Table {
    /// The table of a layout of two modes, the only ones that CuTe, Mojo and MoYe print. [`Layout::table`] takes any
    /// rank.
    ///
    /// # Errors
    /// [`Rule::Ranks`] for another rank.
    pub fn new(layout: &Layout) -> Result<Self, LayoutError> {
        Self::from_base(layout, 0)
    }

    /// [`Table::new`] with labels and offsets that start at `base`: 1 for a system that counts from 1.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn from_base(layout: &Layout, base: i64) -> Result<Self, LayoutError> {
        if layout.rank() == 2 {
            return Ok(Self { base, ..layout.table() });
        }
        Err(LayoutError::refused(
            Operation::Print,
            Operand::Layout(*layout),
            Operand::None,
            Rule::Ranks { left: layout.rank(), right: 2 },
        ))
    }

    fn plain(&self) -> Layout {
        match self.mapping {
            TableSource::Plain(layout) => layout,
            TableSource::Swizzled(composed) => composed.plain(),
        }
    }

    /// The image of a linear index, as text.
    pub(super) fn entry(&self, index: i64) -> Text {
        let at = Coord::leaf(index);
        let image = match self.mapping {
            TableSource::Plain(layout) => layout.image(&at),
            TableSource::Swizzled(composed) => composed.index(&at).map(IntTuple::leaf),
        };
        let mut text = Text::EMPTY;
        if let Ok(image) = image {
            if self.plain().is_coordinate() {
                image.write(&mut text, false);
            } else {
                text.integer(image.value(0) + self.base);
            }
        }
        text
    }

    /// The offset of a linear index, 0 if strides have a basis.
    #[cfg(feature = "svg")]
    pub(super) fn offset(&self, index: i64) -> i64 {
        let at = Coord::leaf(index);
        let offset = match self.mapping {
            TableSource::Plain(layout) => layout.index(&at),
            TableSource::Swizzled(composed) => composed.index(&at),
        };
        offset.unwrap_or(0)
    }

    /// Where the offset of a linear index lies between `least` and `most`, in 64th parts.
    #[cfg(feature = "svg")]
    pub(super) fn shade(&self, index: i64, (least, most): (i64, i64)) -> i64 {
        let offset = self.offset(index);
        match most.checked_sub(least) {
            Some(range) if range < i64::MAX / 64 => (offset - least) * 64 / range.max(1),
            // 64th parts of a wide range are exact enough, and do not overflow.
            _ => (offset / 64 - least / 64) * 64 / (most / 64 - least / 64),
        }
    }

    /// The least and the greatest offset.
    #[cfg(feature = "svg")]
    pub(super) fn bounds(&self) -> (i64, i64) {
        match self.mapping {
            TableSource::Plain(layout) if layout.is_coordinate() => (0, 0),
            TableSource::Plain(layout) => (0..layout.leaf_count()).map(|k| layout.leaf(k)).fold(
                (0, 0),
                |(low, high), leaf| {
                    let end = (leaf.0 - 1).max(0) * leaf.1;
                    (low + end.min(0), high + end.max(0))
                },
            ),
            TableSource::Swizzled(composed) => composed.bounds(),
        }
    }

    /// The characters of the widest cell: the digits of the cosize, as in CuTe, and a sign.
    fn width(&self) -> usize {
        let (least, end) = match self.mapping {
            TableSource::Swizzled(composed) => composed.bounds(),
            TableSource::Plain(layout) if layout.is_coordinate() => {
                let widths = (0..layout.size()).map(|index| self.entry(index).len());
                return widths.max().unwrap_or(1);
            }
            TableSource::Plain(layout) => {
                let falls = (0..layout.leaf_count()).any(|k| layout.leaf(k).1 < 0);
                (-i64::from(falls), 0)
            }
        };
        digits(self.plain().cosize().max(end.saturating_add(1))) + usize::from(least < 0)
    }

    /// `_` for rows and columns, then the coordinate of a panel in the other modes.
    pub(super) fn heading(&self, panel: i64) -> Result<Coord, LayoutError> {
        let (shape, rank) = (self.plain().shape(), self.plain().rank());
        let others = IntTuple::leaf(panel).idx2crd(&shape.take(2, rank)?)?;
        let mut modes = [Coord::KEEP; MAX_RANK];
        for (i, mode) in modes.iter_mut().enumerate().take(rank).skip(2) {
            *mode = Coord::from_tuple(others.mode(i - 2)?);
        }
        Coord::tuple(&modes[..rank])
    }
}

/// The sizes of a picture of a layout.
pub(super) struct Grid {
    pub(super) rows: i64,
    pub(super) columns: i64,
    pub(super) panels: i64,
    /// The characters of a row label.
    pub(super) label: usize,
    /// The characters of a cell.
    pub(super) width: usize,
}

impl Table {
    pub(super) fn grid(&self) -> Grid {
        let plain = self.plain();
        let extent = |i: usize| plain.mode(i).map_or(1, |mode| mode.size());
        let (rows, columns) =
            if plain.rank() < 2 { (1, plain.size()) } else { (extent(0), extent(1)) };
        Grid {
            rows,
            columns,
            panels: (2..plain.rank()).map(extent).product::<i64>(),
            label: digits(rows + self.base - 1).max(2),
            // A column label is three characters wider than a cell.
            width: self.width().max(digits(columns + self.base - 1).saturating_sub(2)),
        }
    }

    /// Writes the layout in notation.
    pub(super) fn write_notation(&self, f: &mut impl fmt::Write) -> fmt::Result {
        match &self.mapping {
            TableSource::Plain(layout) => write!(f, "{layout}"),
            TableSource::Swizzled(composed) => write!(f, "{composed}"),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            self.write_notation(f)?;
            writeln!(f)?;
        }
        let plain = self.plain();
        let Grid { rows, columns, panels, label, width } = self.grid();
        for panel in 0..panels {
            let first = panel * rows * columns;
            if plain.rank() > 2
                && let Ok(heading) = self.heading(panel)
            {
                let gap = if panel == 0 { "" } else { "\n" };
                writeln!(f, "{gap}{heading}")?;
            }
            write!(f, "{:label$} ", "")?;
            for column in 0..columns {
                write!(f, "{:>1$}", column + self.base, width + 3)?;
            }
            writeln!(f)?;
            for row in 0..rows {
                rule(f, columns, label, width)?;
                write!(f, "{:>label$}  ", row + self.base)?;
                for column in 0..columns {
                    let entry = self.entry(first + row + rows * column);
                    write!(f, "| {:>width$} ", entry.as_str())?;
                }
                writeln!(f, "|")?;
            }
            rule(f, columns, label, width)?;
        }
        Ok(())
    }
}

fn digits(value: i64) -> usize {
    value.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

fn rule(f: &mut fmt::Formatter<'_>, columns: i64, label: usize, width: usize) -> fmt::Result {
    write!(f, "{:label$}  ", "")?;
    for _ in 0..columns {
        write!(f, "+{:-<1$}", "", width + 2)?;
    }
    writeln!(f, "+")
}
