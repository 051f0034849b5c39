//! Results of padded divides.

use crate::coord::Coord;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::guard::Guard;
use crate::layout::Layout;

/// A layout that was divided with the number of tiles rounded up, and the test of which of its
/// coordinates are inside the original.
#[derive(Clone, Copy)]
pub struct Padded {
    layout: Layout,
    guard: Guard,
}

impl Padded {
    pub(crate) const fn new(layout: Layout, guard: Guard) -> Self {
        Self { layout, guard }
    }

    /// The padded layout: defined on every coordinate; those outside have no element.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether the coordinate `c` of the padded layout is an element of the original; `false` out of
    /// the range of the padded layout. Refused when `c` does not fit its shape.
    pub const fn inside(&self, c: &Coord) -> Result<bool, LayoutError> {
        match self.layout.linear(c, true) {
            Ok(linear) => Ok(self.guard.inside(linear)),
            Err(Rule::Bounds { .. }) => Ok(false),
            Err(rule) => Err(LayoutError {
                operation: Operation::Index,
                left: Operand::Layout(self.layout),
                right: Operand::Coord(*c),
                rule,
            }),
        }
    }

    #[doc(hidden)]
    pub const fn guard(&self) -> Guard {
        self.guard
    }
}
