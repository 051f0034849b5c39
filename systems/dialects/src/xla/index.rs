//! Indices and linear indices of a shape without its tiles: XLA's `IndexUtil`.

use core::cmp::Ordering;

use crate::list::Integers;
use crate::number::multiply;
use crate::xla::order::refused;
use crate::xla::shape::XlaShape;
use layout_core::{ArrayRule, LayoutError, Operation, Rule};

/// An index: an integer for each dimension.
pub(super) type IndexList = Integers;

impl XlaShape {
    /// The offset in elements, ignoring tiles, XLA's `MultidimensionalIndexToLinearIndex`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[10,20,30]{1,2,0}".parse()?;
    /// assert_eq!(a.linear_index(&[3, 5, 7])?, 1945);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] and [`ArrayRule::Index`] for an index out of range.
    pub fn linear_index(&self, index: &[i64]) -> Result<i64, LayoutError> {
        self.check_index(index)?;
        let physical = self.physical();
        Ok(physical.fold(0, |linear, (dimension, extent)| linear * extent + index[dimension]))
    }

    /// Writes the index of an offset, ignoring tiles, to `index`. XLA's `LinearIndexToMultidimensionalIndex`, which
    /// wraps out of range.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let (a, mut index) = ("f32[10,20,30]{1,2,0}".parse::<XlaShape>()?, [0; 3]);
    /// a.multi_index(1945, &mut index)?;
    /// assert_eq!(index, [3, 5, 7]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Index`] for an offset out of range, and [`Rule::Ranks`] unless `index` has the length of the
    /// rank.
    pub fn multi_index(&self, linear: i64, index: &mut [i64]) -> Result<(), LayoutError> {
        self.check_rank(index)?;
        let count = self.element_count()?;
        if linear < 0 || linear >= count {
            let rule = ArrayRule::Index { index: linear, axis: 0, extent: count };
            return Err(refused(rule));
        }
        let mut rest = linear;
        for &dimension in self.layout.minor_to_major() {
            let extent = self.dimensions()[dimension as usize];
            index[dimension as usize] = rest % extent;
            rest /= extent;
        }
        Ok(())
    }

    /// Advances to the next index in row-major order, whatever the layout, XLA's `BumpIndices`. Returns `false`, and
    /// changes nothing, at the last index and for an empty shape.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let (a, mut index) = ("f32[2,3]{0,1}".parse::<XlaShape>()?, [0, 2]);
    /// assert!(a.bump(&mut index)?);
    /// assert_eq!(index, [1, 0]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`linear_index`](Self::linear_index).
    pub fn bump(&self, index: &mut [i64]) -> Result<bool, LayoutError> {
        self.check_rank(index)?;
        if self.dimensions().contains(&0) {
            return Ok(false);
        }
        self.check_index(index)?;
        for (dimension, &extent) in self.dimensions().iter().enumerate().rev() {
            if index[dimension] + 1 < extent {
                index[dimension] += 1;
                index[dimension + 1..].fill(0);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an index is in range.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[2,3]".parse()?;
    /// assert!(a.contains(&[1, 2]) && !a.contains(&[2, 0]) && !a.contains(&[1, -1]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn contains(&self, index: &[i64]) -> bool {
        self.check_index(index).is_ok()
    }

    /// The distance in elements of adjacent indices along a dimension, ignoring tiles.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("f32[5,8,10,4]".parse::<XlaShape>()?.dimension_stride(1)?, 40);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub fn dimension_stride(&self, dimension: usize) -> Result<i64, LayoutError> {
        let mut stride = 1;
        for &faster in self.layout.minor_to_major() {
            if faster == dimension as i64 {
                return Ok(stride);
            }
            let extent = self.dimensions()[faster as usize].max(1);
            stride = multiply(stride, extent)
                .map_err(|rule| LayoutError::alone(Operation::Xla, rule))?;
        }
        Err(refused(ArrayRule::Axis { axis: dimension as i64, rank: self.rank() }))
    }

    /// Calls `visit` with every index `base + k * step` below `base + count`, with the fastest dimension of the
    /// layout first. XLA's `ForEachIndex`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let (a, mut seen) = ("f32[3,4]{0,1}".parse::<XlaShape>()?, Vec::new());
    /// a.for_each_index(&[0, 1], &[3, 2], &[2, 1], |index| seen.push(index.to_vec()))?;
    /// assert_eq!(seen, [[0, 1], [2, 1], [0, 2], [2, 2]]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless all lists have the length of the rank, and [`ArrayRule::Step`] unless steps are
    /// positive.
    pub fn for_each_index(
        &self,
        base: &[i64],
        count: &[i64],
        step: &[i64],
        mut visit: impl FnMut(&[i64]),
    ) -> Result<(), LayoutError> {
        self.check_rank(base)?;
        self.check_rank(count)?;
        self.check_rank(step)?;
        let (order, mut index) = (self.layout.minor_to_major(), IndexList::of(base)?);
        if count.iter().any(|&count| count <= 0) {
            return Ok(());
        }
        if step.iter().any(|&step| step <= 0) {
            return Err(refused(ArrayRule::Step));
        }
        loop {
            visit(index.as_slice());
            let at = index.as_mut_slice();
            let next = order.iter().map(|&d| d as usize).find(|&d| {
                at[d] = at[d].saturating_add(step[d]);
                let inside = at[d] < base[d].saturating_add(count[d]);
                if !inside {
                    at[d] = base[d];
                }
                inside
            });
            if next.is_none() {
                return Ok(());
            }
        }
    }

    /// The lexicographic order of two indices.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert!(XlaShape::compare(&[1, 2], &[1, 3]).is_lt());
    /// ```
    pub fn compare(left: &[i64], right: &[i64]) -> Ordering {
        left.cmp(right)
    }

    fn check_rank(&self, index: &[i64]) -> Result<(), LayoutError> {
        let (left, right) = (self.rank(), index.len());
        if left == right {
            Ok(())
        } else {
            Err(LayoutError::alone(Operation::Xla, Rule::Ranks { left, right }))
        }
    }

    pub(super) fn check_index(&self, index: &[i64]) -> Result<(), LayoutError> {
        self.check_rank(index)?;
        for (axis, (&index, &extent)) in index.iter().zip(self.dimensions()).enumerate() {
            if index < 0 || index >= extent {
                return Err(refused(ArrayRule::Index { index, axis, extent }));
            }
        }
        Ok(())
    }
}
