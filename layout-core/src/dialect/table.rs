//! A layout of two modes as a table of offsets.

use core::fmt;

use crate::coord::Coord;
use crate::layout::Layout;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::tuple::IntTuple;

/// The offsets of a layout of two modes, a row for each coordinate of the first one, as `print_layout` of
/// CuTe, Mojo and MoYe draws them.
///
/// ```
/// use layout_core::{Layout, dialect::Table};
/// let table = Table::new(&"(2,3):(3,1)".parse()?)?.to_string();
/// assert_eq!(table.lines().next(), Some("      0   1   2"));
/// assert_eq!(table.lines().nth(4), Some(" 1  | 3 | 4 | 5 |"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Table {
    layout: Layout,
    base: i64,
}

impl Table {
    /// Labels and offsets from 0 on. Refused unless the layout has two modes.
    pub fn new(layout: &Layout) -> Result<Self, LayoutError> {
        Self::from_base(layout, 0)
    }

    pub(crate) fn from_base(layout: &Layout, base: i64) -> Result<Self, LayoutError> {
        if layout.rank() == 2 {
            return Ok(Self { layout: *layout, base });
        }
        Err(LayoutError::refused(
            Operation::Print,
            Operand::Layout(*layout),
            Operand::None,
            Rule::Ranks { left: layout.rank(), right: 2 },
        ))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Ok(rows), Ok(columns)) = (self.layout.mode(0), self.layout.mode(1)) else {
            return Ok(());
        };
        let (rows, columns) = (rows.size(), columns.size());
        let digits = |value: i64| value.checked_ilog10().map_or(1, |digits| digits as usize + 1);
        let width = digits(self.layout.cosize()) + usize::from(self.falls());
        write!(f, "   ")?;
        for column in 0..columns {
            write!(f, "{:>1$}", column + self.base, width + 3)?;
        }
        writeln!(f)?;
        for row in 0..rows {
            rule(f, columns, width)?;
            write!(f, "{:>2}  ", row + self.base)?;
            for column in 0..columns {
                let coordinate = [IntTuple::leaf(row), IntTuple::leaf(column)];
                let offset = IntTuple::tuple(&coordinate)
                    .and_then(|coordinate| self.layout.index(&Coord::from_tuple(coordinate)));
                write!(f, "| {:>1$} ", offset.unwrap_or(0) + self.base, width)?;
            }
            writeln!(f, "|")?;
        }
        rule(f, columns, width)
    }
}

impl Table {
    /// A stride is negative.
    fn falls(&self) -> bool {
        (0..self.layout.leaf_count()).any(|k| self.layout.leaf(k).1 < 0)
    }
}

fn rule(f: &mut fmt::Formatter<'_>, columns: i64, width: usize) -> fmt::Result {
    write!(f, "    ")?;
    for _ in 0..columns {
        write!(f, "+{:-<1$}", "", width + 2)?;
    }
    writeln!(f, "+")
}
