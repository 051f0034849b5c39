//! The offset of a coordinate, the coordinate of a linear index, and slices.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{add, multiply, tri};
use crate::value::limit::MAX_LEAVES;
use crate::value::{Coord, IntTuple, Layout, Num, Profile, TreePosition};

impl Layout {
    /// The offset of a coordinate, CuTe's `layout(coord)`: `sum c_i * d_i`. Each integer of the coordinate is a
    /// linear index of the mode that it faces, and splits colexicographically. The last digit has no upper bound.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// assert_eq!(a.index(&16.into())?, 17);
    /// assert_eq!(a.index(&"(1,5)".parse()?)?, 17);
    /// assert_eq!(a.index(&"(1,(1,2))".parse()?)?, 17);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level, [`Rule::Kept`] for `_`,
    /// [`Rule::Bounds`] where an integer splits over an extent of 0, [`Rule::Unit`] where a stride has a basis
    /// ([`image`](Self::image) gives the coordinate), and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn index(&self, c: &Coord) -> Result<i64, LayoutError> {
        self.at(c, self.offset(c))
    }

    /// [`Layout::index`] of a coordinate within the shape.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,8):(8,1)".parse()?;
    /// assert_eq!(
    ///     a.try_index(&"(4,0)".parse()?).unwrap_err().to_string(),
    ///     "coordinate (4,0) is out of range for shape (4,8): 4 is not below 4"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`index`](Self::index), and [`Rule::Bounds`] for a coordinate out of range.
    pub const fn try_index(&self, c: &Coord) -> Result<i64, LayoutError> {
        match self.linear(c, true) {
            Ok(_) => self.index(c),
            Err(rule) => self.at(c, Err(rule)),
        }
    }

    /// The offset of a natural coordinate in range: one pass over the leaves, because types compute it in `const`.
    /// `None` for every other coordinate, which `index` handles.
    pub(crate) const fn natural_offset(&self, c: &Coord) -> Option<i64> {
        let are_numbers = self.modes.bases.are_none() && c.tuple.bases.are_none();
        if c.kept != 0 || !are_numbers || !self.profile.equals(&c.tuple.profile) {
            return None;
        }
        let most = i64::MAX as i128;
        let (mut offset, mut k) = (0_i128, 0);
        while k < self.modes.len {
            let digit = c.tuple.values[k];
            if digit < 0 || digit >= self.modes.extents[k] {
                return None;
            }
            offset += digit as i128 * self.modes.strides[k] as i128;
            if offset > most || offset < -most {
                return None;
            }
            k += 1;
        }
        Some(offset as i64)
    }

    const fn at(&self, c: &Coord, result: Result<i64, Rule>) -> Result<i64, LayoutError> {
        match result {
            Ok(offset) => Ok(offset),
            Err(rule) => Err(self.refuse(Operation::Index, *c, rule)),
        }
    }

    pub(crate) const fn refuse(&self, operation: Operation, c: Coord, rule: Rule) -> LayoutError {
        LayoutError::refused(operation, Operand::Layout(*self), Operand::Coord(c), rule)
    }

    pub(crate) const fn offset(&self, c: &Coord) -> Result<i64, Rule> {
        let (mut here, mut there) = (Profile::ROOT, Profile::ROOT);
        let mut offset = 0;
        while there.node < c.profile().nodes() {
            if tri!(self.descends(here, c, there)) {
                here.node += 1;
            } else {
                let value = tri!(c.integer(there.leaf));
                let end = self.profile.after(here);
                offset = tri!(add(offset, tri!(self.linear_offset(here.leaf, end.leaf, value))));
                here = end;
                there.leaf += 1;
            }
            there.node += 1;
        }
        Ok(offset)
    }

    /// Whether the coordinate has a tuple here.
    ///
    /// # Errors
    /// `Fit` unless it then faces a tuple of the same rank.
    pub(crate) const fn descends(
        &self,
        here: TreePosition,
        c: &Coord,
        there: TreePosition,
    ) -> Result<bool, Rule> {
        if c.profile().is_leaf(there.node) {
            return Ok(false);
        }
        if self.profile.is_leaf(here.node)
            || self.profile.rank(here.node) != c.profile().rank(there.node)
        {
            return Err(Rule::Fit);
        }
        Ok(true)
    }

    /// The offset of the linear index `value` of the leaves `from..to`.
    pub(crate) const fn linear_offset(
        &self,
        from: usize,
        to: usize,
        value: i64,
    ) -> Result<i64, Rule> {
        tri!(self.modes.integral(from, to));
        let (mut offset, mut rest, mut k) = (0, value, from);
        while k < to {
            let (extent, stride) = (self.modes.extents[k], self.modes.strides[k]);
            let digit = if k + 1 == to {
                rest
            } else if extent == 0 {
                return Err(Rule::Bounds { value, extent });
            } else {
                rest % extent
            };
            offset = tri!(add(offset, tri!(multiply(digit, stride))));
            if k + 1 < to {
                rest /= extent;
            }
            k += 1;
        }
        Ok(offset)
    }

    /// The linear index of a coordinate. With `bounded`, refuses one out of range.
    pub(crate) const fn linear(&self, c: &Coord, bounded: bool) -> Result<i64, Rule> {
        let (mut here, mut there) = (Profile::ROOT, Profile::ROOT);
        let (mut linear, mut step) = (0, 1);
        while there.node < c.profile().nodes() {
            if tri!(self.descends(here, c, there)) {
                here.node += 1;
            } else {
                let value = tri!(c.integer(there.leaf));
                let end = self.profile.after(here);
                let size = tri!(self.modes.size(here.leaf, end.leaf)).value;
                if bounded && (value < 0 || value >= size) {
                    return Err(Rule::Bounds { value, extent: size });
                }
                linear = tri!(add(linear, tri!(multiply(value, step))));
                step = tri!(multiply(step, size));
                here = end;
                there.leaf += 1;
            }
            there.node += 1;
        }
        Ok(linear)
    }

    /// The natural coordinate of the linear index `i`, CuTe's `get_hier_coord`: nested as the shape. The last digit
    /// has no upper bound.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// assert_eq!(a.coord(16)?.to_string(), "(1,(1,2))");
    /// assert_eq!(a.flat_coord(16)?.to_string(), "(1,5)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Bounds`] where an extent other than the last one is 0.
    pub const fn coord(&self, i: i64) -> Result<IntTuple, LayoutError> {
        let mut out = self.shape();
        let (mut k, mut rest) = (0, i);
        while k < self.modes.len {
            let extent = self.modes.extents[k];
            let last = k + 1 == self.modes.len;
            if extent == 0 && !last {
                let rule = Rule::Bounds { value: i, extent };
                return Err(self.refuse(Operation::Coord, Coord::leaf(i), rule));
            }
            out.set_num(k, Num::known(if last { rest } else { rest % extent }));
            rest = if last { 0 } else { rest / extent };
            k += 1;
        }
        Ok(out)
    }

    /// The coordinate of the linear index `i` with one integer for each mode at the top level, CuTe's
    /// `get_flat_coord`. The last integer has no upper bound.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(2,2)):(4,(1,2))".parse()?;
    /// assert_eq!(a.flat_coord(6)?.to_string(), "(0,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Bounds`] where a mode other than the last one has the size 0.
    pub const fn flat_coord(&self, i: i64) -> Result<IntTuple, LayoutError> {
        if self.profile.is_leaf(0) {
            return Ok(IntTuple::leaf(i));
        }
        let mut parts = [IntTuple::leaf(0); crate::MAX_RANK];
        let (mut k, mut rest, mut place) = (0, i, self.profile.first_mode(Profile::ROOT));
        while k < self.rank() {
            let end = self.profile.after(place);
            let extent = match self.modes.size(place.leaf, end.leaf) {
                Ok(size) => size.value,
                Err(rule) => return Err(self.refuse(Operation::Coord, Coord::leaf(i), rule)),
            };
            let last = k + 1 == self.rank();
            if extent == 0 && !last {
                let rule = Rule::Bounds { value: i, extent };
                return Err(self.refuse(Operation::Coord, Coord::leaf(i), rule));
            }
            parts[k] = IntTuple::leaf(if last { rest } else { rest % extent });
            rest = if last { 0 } else { rest / extent };
            place = end;
            k += 1;
        }
        IntTuple::tuple(parts.split_at(self.rank()).0)
    }

    /// The sublayout of the modes that `_` faces, and the offset of the integers of `c`. CuTe's `slice_and_offset`.
    /// `_` alone keeps the whole layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((2,2),8):((1,2),4)".parse()?;
    /// let (column, offset) = a.slice(&"(_,3)".parse()?)?;
    /// assert_eq!((column.to_string(), offset), ("((2,2)):((1,2))".to_string(), 12));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level, [`Rule::Unit`] where a stride of
    /// an integer has a basis, and [`Rule::Bounds`] and [`Rule::Overflow`] as [`index`](Self::index), which does not
    /// check bounds either.
    pub const fn slice(&self, c: &Coord) -> Result<(Self, i64), LayoutError> {
        match self.sliced(c, self) {
            Ok(parts) => Ok(parts),
            Err(rule) => Err(self.refuse(Operation::Slice, *c, rule)),
        }
    }

    /// The sublayout of `kept` that `_` faces, and the offset in this layout of the integers of `c`.
    pub(crate) const fn sliced(&self, c: &Coord, kept: &Self) -> Result<(Self, i64), Rule> {
        let (mut here, mut there) = (Profile::ROOT, Profile::ROOT);
        let (mut offset, mut modes, mut out) = (0, 0, Builder::EMPTY);
        if c.profile().is_leaf(0) && c.is_kept(0) {
            return Ok((*kept, 0));
        }
        out.open(0);
        while there.node < c.profile().nodes() {
            if tri!(self.descends(here, c, there)) {
                here.node += 1;
                there.node += 1;
                continue;
            }
            let end = self.profile.after(here);
            if c.is_kept(there.leaf) {
                out.copy(kept, here, end);
                modes += 1;
            } else {
                let value = tri!(c.integer(there.leaf));
                offset = tri!(add(offset, tri!(self.linear_offset(here.leaf, end.leaf, value))));
            }
            here = end;
            there.leaf += 1;
            there.node += 1;
        }
        out.set_rank(modes);
        Ok((tri!(out.finish()), offset))
    }

    /// The offsets in the order of the linear index.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(3,1)".parse()?;
    /// assert!(a.iter().eq([0, 3, 1, 4, 2, 5]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If the layout maps to coordinates: [`Layout::images`] has those.
    pub const fn iter(&self) -> Offsets {
        assert!(!self.is_coordinate(), "a layout that maps to coordinates has images, no offsets");
        Offsets { layout: *self, digits: [0; MAX_LEAVES], offset: 0, left: self.size() }
    }
}

/// The offsets of a layout in the order of the linear index, from [`Layout::iter`].
#[derive(Clone, Debug)]
pub struct Offsets {
    layout: Layout,
    digits: [i64; MAX_LEAVES],
    offset: i64,
    left: i64,
}

impl Iterator for Offsets {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let offset = self.offset;
        let modes = &self.layout.modes;
        for k in 0..modes.len {
            if self.digits[k] + 1 < modes.extents[k] {
                self.digits[k] += 1;
                self.offset += modes.strides[k];
                break;
            }
            self.offset -= self.digits[k] * modes.strides[k];
            self.digits[k] = 0;
        }
        Some(offset)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}

impl ExactSizeIterator for Offsets {}
