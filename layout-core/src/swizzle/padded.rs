//! Padded divisions of swizzled layouts. The plain layout decides which coordinates are inside.

use crate::algebra::padded::{InsideCoords, Padded};
use crate::error::LayoutError;
use crate::value::{ComposedLayout, Coord};

impl Padded<ComposedLayout> {
    /// Whether the coordinate `c` of the padded layout is an element of the original.
    ///
    /// # Errors
    /// As for a plain layout.
    pub const fn inside(&self, c: &Coord) -> Result<bool, LayoutError> {
        match Padded::new(self.layout().plain(), self.guard()).inside(c) {
            Ok(inside) => Ok(inside),
            Err(error) => Err(self.layout().named(error)),
        }
    }

    /// Whether all coordinates that `_` in `c` covers are inside the original.
    ///
    /// # Errors
    /// As for a plain layout.
    pub const fn is_whole(&self, c: &Coord) -> Result<bool, LayoutError> {
        match Padded::new(self.layout().plain(), self.guard()).is_whole(c) {
            Ok(whole) => Ok(whole),
            Err(error) => Err(self.layout().named(error)),
        }
    }

    /// The coordinates inside the original that `_` in `c` covers.
    ///
    /// # Errors
    /// As for a plain layout.
    pub fn coords(&self, c: &Coord) -> Result<InsideCoords, LayoutError> {
        Padded::new(self.layout().plain(), self.guard())
            .coords(c)
            .map_err(|error| self.layout().named(error))
    }
}
