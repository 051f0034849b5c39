//! Coordinates of a shape: to a linear index, back, and from one shape to another.
//!
//! A linear index counts colexicographically, with the leftmost digit fastest.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::tuple::checks::plus;
use crate::value::{IntTuple, Num, Profile, TreePosition};

impl IntTuple {
    /// The linear index of this coordinate in `shape`, CuTe's `crd2idx`. Bounds are not checked.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(3,(2,3))".parse()?;
    /// let c: IntTuple = "(1,(1,2))".parse()?;
    /// assert_eq!(c.crd2idx(&shape)?, 16);
    /// assert_eq!(IntTuple::from(16).idx2crd(&shape)?, c);
    /// assert_eq!(c.crd2crd(&shape, &"(6,3)".parse()?)?.to_string(), "(4,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level, [`Rule::NegativeExtent`],
    /// [`Rule::Unit`] where an integer has a basis, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn crd2idx(&self, shape: &Self) -> Result<i64, LayoutError> {
        match self.crd2idx_of(shape) {
            Ok(index) => Ok(index.value(0)),
            Err(error) => Err(error),
        }
    }

    /// [`IntTuple::crd2idx`] as a leaf, known where the leaves are.
    #[doc(hidden)]
    pub const fn crd2idx_of(&self, shape: &Self) -> Result<Self, LayoutError> {
        let result = match self.linear_in(shape) {
            Ok(index) => Ok(Self::single(index)),
            Err(rule) => Err(rule),
        };
        self.in_shape(shape, result)
    }

    const fn in_shape(
        &self,
        shape: &Self,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(tuple) => Ok(tuple),
            Err(rule) => Err(LayoutError::refused(
                Operation::Coord,
                Operand::Tuple(*shape),
                Operand::Tuple(*self),
                rule,
            )),
        }
    }

    const fn linear_in(&self, shape: &Self) -> Result<Num, Rule> {
        if !self.weakly_congruent(shape) {
            return Err(Rule::Fit);
        }
        tri!(shape.extents());
        let (mut there, mut node, mut leaf) = (Profile::ROOT, 0, 0);
        let (mut index, mut step) = (Num::ZERO, Num::ONE);
        while node < self.profile.nodes() {
            if self.profile.is_leaf(node) {
                index = tri!(plus(index, tri!(self.num(leaf).times(step))));
                step = tri!(step.times(tri!(shape.size_at(there))));
                there = shape.profile.after(there);
                leaf += 1;
            } else {
                there.node += 1;
            }
            node += 1;
        }
        Ok(index)
    }

    /// This coordinate nested as `shape`, CuTe's `idx2crd`: an integer is a linear index of the mode that it faces,
    /// and becomes its digits. The last digit has no upper bound.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(3,(2,3))".parse()?;
    /// assert_eq!(IntTuple::from(16).idx2crd(&shape)?.to_string(), "(1,(1,2))");
    /// assert_eq!(IntTuple::parse("(1,5)")?.idx2crd(&shape)?.to_string(), "(1,(1,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level, [`Rule::Bounds`] for a negative
    /// integer or a mode of extent 0, [`Rule::NegativeExtent`], and [`Rule::Unit`] where an integer has a basis.
    pub const fn idx2crd(&self, shape: &Self) -> Result<Self, LayoutError> {
        self.in_shape(shape, self.natural_in(shape))
    }

    const fn natural_in(&self, shape: &Self) -> Result<Self, Rule> {
        if !self.weakly_congruent(shape) {
            return Err(Rule::Fit);
        }
        tri!(shape.extents());
        let mut out = *shape;
        let (mut there, mut node, mut leaf) = (Profile::ROOT, 0, 0);
        while node < self.profile.nodes() {
            if self.profile.is_leaf(node) {
                tri!(out.split(there, self.num(leaf)));
                there = shape.profile.after(there);
                leaf += 1;
            } else {
                there.node += 1;
            }
            node += 1;
        }
        Ok(out)
    }

    /// Replaces the extents of the subtree at `at` by the digits of `index` in them.
    const fn split(&mut self, at: TreePosition, index: Num) -> Result<(), Rule> {
        let (mut rest, end) = (index, self.profile.after(at).leaf);
        tri!(index.number());
        let mut k = at.leaf;
        if index.value < 0 || k == end && index.value != 0 {
            return Err(Rule::Bounds { value: index.value, extent: 1 });
        }
        while k < end {
            let extent = self.num(k);
            if k + 1 == end {
                self.set_num(k, rest);
                return Ok(());
            }
            if extent.value <= 0 {
                return Err(Rule::Bounds { value: index.value, extent: extent.value });
            }
            if extent.is(1) {
                self.set_num(k, Num::ZERO);
            } else {
                let known = rest.known && extent.known;
                self.set_num(k, Num::plain(rest.value % extent.value, known));
                rest = Num::plain(rest.value / extent.value, known);
            }
            k += 1;
        }
        Ok(())
    }

    /// The coordinate in the shape `to` with the linear index that this coordinate has in the shape `from`.
    ///
    /// CuTe's `crd2crd` converts mode by mode where both shapes are tuples. Where the sizes of the modes differ, it
    /// leaves the shape: it converts `(3,1)` of `(4,2)` to `(1,3)` in `(2,4)`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let c: IntTuple = "(3,1)".parse()?;
    /// assert_eq!(c.crd2crd(&"(4,2)".parse()?, &"(2,4)".parse()?)?.to_string(), "(1,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`crd2idx`](Self::crd2idx), then as [`idx2crd`](Self::idx2crd).
    pub const fn crd2crd(&self, from: &Self, to: &Self) -> Result<Self, LayoutError> {
        match self.crd2idx_of(from) {
            Ok(index) => index.idx2crd(to),
            Err(error) => Err(error),
        }
    }

    /// The next coordinate of `shape` in the order of the linear index, CuTe's `increment`. The last digit has no
    /// upper bound.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let c: IntTuple = "(3,(0,2))".parse()?;
    /// assert_eq!(c.increment(&"(4,(3,8))".parse()?)?.to_string(), "(0,(1,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the tuples are congruent, [`Rule::Unit`] where an integer has a basis, and
    /// [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn increment(&self, shape: &Self) -> Result<Self, LayoutError> {
        if !self.congruent(shape) {
            return self.in_shape(shape, Err(Rule::Fit));
        }
        if let Some(rule) = self.first_unit() {
            return self.in_shape(shape, Err(rule));
        }
        let (mut out, mut k) = (*self, 0);
        while k < out.leaf_count() {
            let (digit, extent) = (out.num(k), shape.num(k));
            let known = digit.known && extent.known;
            if k + 1 == out.leaf_count() || digit.value.saturating_add(1) < extent.value {
                match plus(digit, Num::ONE) {
                    Ok(next) => out.set_num(k, next),
                    Err(rule) => return self.in_shape(shape, Err(rule)),
                }
                return Ok(out);
            }
            out.set_num(k, Num::plain(0, known));
            k += 1;
        }
        Ok(out)
    }
}
