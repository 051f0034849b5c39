//! [`Padded`], the result of a padded division.

use crate::algebra::guard::Guard;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::value::{Coord, IntTuple, Layout, Profile};

/// A layout divided with the number of tiles rounded up, and the guard of the coordinates that are inside the
/// original.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Padded<L = Layout> {
    layout: L,
    guard: Guard,
}

impl<L: Copy> Padded<L> {
    pub(crate) const fn new(layout: L, guard: Guard) -> Self {
        Self { layout, guard }
    }

    /// The padded layout. Coordinates outside the original have an offset, but no element.
    pub const fn layout(&self) -> L {
        self.layout
    }

    #[doc(hidden)]
    pub const fn guard(&self) -> Guard {
        self.guard
    }
}

impl Padded {
    /// Whether the coordinate `c` of the padded layout is an element of the original. `false` for a coordinate out of
    /// range.
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level, and [`Rule::Kept`] for `_`.
    pub const fn inside(&self, c: &Coord) -> Result<bool, LayoutError> {
        match self.layout.linear(c, true) {
            Ok(linear) => Ok(self.guard.inside(linear)),
            Err(Rule::Bounds { .. }) => Ok(false),
            Err(rule) => Err(LayoutError::refused(
                Operation::Index,
                Operand::Layout(self.layout),
                Operand::Coord(*c),
                rule,
            )),
        }
    }

    /// Whether every tile is whole: every coordinate is inside the original.
    pub const fn all_whole(&self) -> bool {
        self.guard.is_everywhere()
    }

    /// Whether all coordinates that `_` in `c` covers are inside the original. With `_` for the tile and the
    /// coordinate of a tile, whether that tile is whole. `false` for a coordinate out of range.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(10,4):(4,1)".parse()?;
    /// let tiles = a.zipped_divide_padded(&"<8,4>".parse()?)?;
    /// assert!(tiles.is_whole(&"(_,(0,0))".parse()?)?);
    /// assert!(!tiles.is_whole(&"(_,(1,0))".parse()?)?); // rows 8 and 9 of 10
    /// assert!(tiles.is_whole(&"((_,_),(0,0))".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level.
    pub const fn is_whole(&self, c: &Coord) -> Result<bool, LayoutError> {
        let (_, last) = match self.ends(c) {
            Ok(ends) => ends,
            Err(rule) => return Err(self.refuse(c, rule)),
        };
        // The coordinates of the original grow with those of the tile and the rest, so the last one decides.
        self.inside(&Coord::from_tuple(last))
    }

    /// The coordinates inside the original that `_` in `c` covers, in the order of the linear index. With `_` for the
    /// tile and the coordinate of a tile, the elements of that tile. `_` alone gives all elements.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let tiles = Layout::parse("10:1")?.zipped_divide_padded(&"4:1".parse()?)?;
    /// let rest: Vec<String> = tiles.coords(&"(_,2)".parse()?)?.map(|c| c.to_string()).collect();
    /// assert_eq!(rest, ["(0,2)", "(1,2)"]); // elements 8 and 9
    /// assert_eq!(tiles.coords(&"_".parse()?)?.count(), 10);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level.
    pub fn coords(&self, c: &Coord) -> Result<InsideCoords, LayoutError> {
        let (first, last) = self.ends(c).map_err(|rule| self.refuse(c, rule))?;
        let shape = self.layout.shape();
        // If the first coordinate is out of range, all are.
        let in_range = self.layout.linear(&Coord::from_tuple(first), true).is_ok();
        Ok(InsideCoords {
            next: in_range.then(|| first.idx2crd(&shape)).transpose()?,
            first: first.idx2crd(&shape)?,
            last: last.idx2crd(&shape)?,
            padded: *self,
        })
    }

    const fn refuse(&self, c: &Coord, rule: Rule) -> LayoutError {
        LayoutError::refused(
            Operation::Slice,
            Operand::Layout(self.layout),
            Operand::Coord(*c),
            rule,
        )
    }

    /// The first and the last coordinate that `_` in `c` covers.
    const fn ends(&self, c: &Coord) -> Result<(IntTuple, IntTuple), Rule> {
        let (shape, mut first, mut last) = (self.layout.shape(), c.tuple, c.tuple);
        if !c.tuple.weakly_congruent(&shape) {
            return Err(Rule::Fit);
        }
        let (mut there, mut node, mut leaf) = (Profile::ROOT, 0, 0);
        while node < c.tuple.profile.nodes() {
            if c.tuple.profile.is_leaf(node) {
                let end = shape.profile.after(there);
                if c.is_kept(leaf) {
                    first.set_value(leaf, 0);
                    last.set_value(leaf, tri!(shape.product(there.leaf, end.leaf)) - 1);
                }
                there = end;
                leaf += 1;
            } else {
                there.node += 1;
            }
            node += 1;
        }
        Ok((first, last))
    }
}

/// The coordinates inside the original, from [`Padded::coords`].
#[derive(Clone)]
pub struct InsideCoords {
    padded: Padded,
    first: IntTuple,
    last: IntTuple,
    next: Option<IntTuple>,
}

impl Iterator for InsideCoords {
    type Item = IntTuple;

    fn next(&mut self) -> Option<IntTuple> {
        while let Some(found) = self.next {
            let mut c = found;
            // Increments the first digit that is not at its end, and resets those before it.
            let k = (0..c.leaf_count()).find(|&k| c.value(k) < self.last.value(k));
            self.next = k.map(|k| {
                (0..k).for_each(|j| c.set_value(j, self.first.value(j)));
                c.set_value(k, c.value(k) + 1);
                c
            });
            if self.padded.inside(&found.into()) == Ok(true) {
                return Some(found);
            }
        }
        None
    }
}
