//! Layouts as tables of offsets.

use core::fmt;

use crate::error::text::Text;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::number::limit::MAX_RANK;
use crate::swizzle::composed::ComposedLayout;
use crate::tuple::IntTuple;
use crate::tuple::coord::Coord;

/// The offsets of a layout, a row for each coordinate of mode 0 and a column for each of mode 1, as
/// `print_layout` of CuTe, Mojo and MoYe draws them. Each coordinate of the modes from 2 on has a panel
/// of its own under that coordinate, `(_,_,1,0)`; one mode alone is one row.
///
/// Rows and columns are numbered by the linear index in their mode. Where strides count in units, the
/// cells are coordinates. `{:#}` has the notation of the layout as a first line, as `print_layout` does.
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
    mapping: Mapping,
    base: i64,
}

#[derive(Clone, Copy)]
enum Mapping {
    Plain(Layout),
    Swizzled(ComposedLayout),
}

impl Layout {
    /// The offsets as a table, of any rank: displayed, it is the picture that CuTe's and Mojo's
    /// `print_layout` draws of two modes, with a panel for each coordinate of the modes from 2 on.
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
        Table { mapping: Mapping::Plain(*self), base: 0 }
    }
}

impl ComposedLayout {
    /// [`Layout::table`] of the swizzled offsets.
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
        Table { mapping: Mapping::Swizzled(*self), base: 0 }
    }
}

impl Table {
    /// Labels and offsets from 0 on. Refused unless the layout has two modes, which is all that CuTe, Mojo
    /// and MoYe draw; [`Layout::table`] draws the others, too.
    pub fn new(layout: &Layout) -> Result<Self, LayoutError> {
        Self::from_base(layout, 0)
    }

    /// [`Table::new`] with labels and offsets from `base` on: 1 for a system that counts from 1.
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
            Mapping::Plain(layout) => layout,
            Mapping::Swizzled(composed) => composed.plain(),
        }
    }

    /// What a linear index maps to, as text.
    fn entry(&self, index: i64) -> Text {
        let at = Coord::leaf(index);
        let image = match self.mapping {
            Mapping::Plain(layout) => layout.image(&at),
            Mapping::Swizzled(composed) => composed.index(&at).map(IntTuple::leaf),
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

    /// Characters of the widest cell: the digits of the cosize, as CuTe has it, and a sign.
    fn width(&self) -> usize {
        let (least, end) = match self.mapping {
            Mapping::Swizzled(composed) => composed.bounds(),
            Mapping::Plain(layout) if layout.is_coordinate() => {
                let widths = (0..layout.size()).map(|index| self.entry(index).len());
                return widths.max().unwrap_or(1);
            }
            Mapping::Plain(layout) => {
                let falls = (0..layout.leaf_count()).any(|k| layout.leaf(k).1 < 0);
                (-i64::from(falls), 0)
            }
        };
        digits(self.plain().cosize().max(end.saturating_add(1))) + usize::from(least < 0)
    }

    /// `_` for rows and columns, then the coordinate of a panel in the other modes.
    fn heading(&self, panel: i64) -> Result<Coord, LayoutError> {
        let (shape, rank) = (self.plain().shape(), self.plain().rank());
        let others = IntTuple::leaf(panel).idx2crd(&shape.take(2, rank)?)?;
        let mut modes = [Coord::KEEP; MAX_RANK];
        for (i, mode) in modes.iter_mut().enumerate().take(rank).skip(2) {
            *mode = Coord::from_tuple(others.mode(i - 2)?);
        }
        Coord::tuple(&modes[..rank])
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            match &self.mapping {
                Mapping::Plain(layout) => writeln!(f, "{layout}")?,
                Mapping::Swizzled(composed) => writeln!(f, "{composed}")?,
            }
        }
        let plain = self.plain();
        let extent = |i: usize| plain.mode(i).map_or(1, |mode| mode.size());
        let (rows, columns) =
            if plain.rank() < 2 { (1, plain.size()) } else { (extent(0), extent(1)) };
        let panels = (2..plain.rank()).map(extent).product::<i64>();
        let label = digits(rows + self.base - 1).max(2);
        // The number of a column is three places wider than a cell.
        let width = self.width().max(digits(columns + self.base - 1).saturating_sub(2));
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
