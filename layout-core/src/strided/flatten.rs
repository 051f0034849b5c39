//! Joins, removes and adds axes.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::layout::modes::continues;
use crate::number::{multiply, tri};
use crate::strided::array::StridedLayout;
use crate::strided::axes::{flat, mask, named};
use crate::strided::list::AxisList;
use crate::value::limit::{Limit, MAX_AXES, MAX_RANK};
use crate::value::{Layout, Modes, Num};

impl Layout {
    /// Joins each axis with its left neighbour where the two continue each other in row-major order, and bit `k` of
    /// `mask` is set for axis `k`. An extent of 1 joins either neighbour. The result without axes is `(1):(0)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,5,3):(15,3,1)".parse()?;
    /// assert_eq!(a.merge_axes(u32::MAX)?.to_string(), "(60):(1)");
    /// assert_eq!(a.merge_axes(0b100)?.to_string(), "(4,15):(15,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`](crate::ArrayRule::NoFlatStride) where a mode has no stride of its own.
    pub const fn merge_axes(&self, mask: u32) -> Result<Self, LayoutError> {
        let result = match self.merged(mask) {
            Ok((merged, _)) => flat(&merged),
            Err(rule) => Err(rule),
        };
        self.unary(Operation::MergeAxes, result)
    }

    /// A mask of the axes that join their left neighbour in [`merge_axes`](Self::merge_axes). The bitwise `and` of
    /// several layouts' masks merges all of them alike.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,5,3):(15,3,1)".parse()?;
    /// let b: Layout = "(4,5,3):(1,12,4)".parse()?;
    /// let both = a.mergeable_axes()? & b.mergeable_axes()?;
    /// assert_eq!(both, 0b100);
    /// assert_eq!(a.merge_axes(both)?.to_string(), "(4,15):(15,1)");
    /// assert_eq!(b.merge_axes(both)?.to_string(), "(4,15):(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`](crate::ArrayRule::NoFlatStride) where a mode has no stride of its own.
    pub const fn mergeable_axes(&self) -> Result<u32, LayoutError> {
        match self.merged(u32::MAX) {
            Ok((_, joined)) => Ok(joined),
            Err(rule) => {
                Err(LayoutError::unary(Operation::MergeAxes, Operand::Layout(*self), rule))
            }
        }
    }

    const fn merged(&self, mask: u32) -> Result<(Modes, u32), Rule> {
        let axes = tri!(self.axes());
        let (mut out, mut joins, mut k) = (Modes::EMPTY, 0_u32, 0);
        while k < axes.len {
            let (extent, stride) = (axes.extent(k), axes.stride(k));
            if out.len > 0 && mask >> k & 1 == 1 {
                let last = out.len - 1;
                let left = (out.extent(last), out.stride(last));
                if let Some((size, stride)) = tri!(joined(left, (extent, stride))) {
                    out.set(last, size, stride);
                    joins |= 1 << k;
                    k += 1;
                    continue;
                }
            }
            tri!(out.push(extent, stride));
            k += 1;
        }
        if out.len == 0 {
            tri!(out.push(Num::ONE, Num::ZERO));
        }
        Ok((out, joins))
    }

    /// The layout without axes of a known extent of 1, NumPy's `squeeze`. An empty layout becomes `(0):(0)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(1,5,1,3):(9,3,7,1)".parse()?;
    /// assert_eq!(a.squeeze()?.to_string(), "(5,3):(3,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`](crate::ArrayRule::NoFlatStride) where a mode has no stride of its own.
    pub const fn squeeze(&self) -> Result<Self, LayoutError> {
        self.unary(Operation::Squeeze, self.squeezed())
    }

    const fn squeezed(&self) -> Result<Self, Rule> {
        if tri!(self.modes.size(0, self.modes.len)).is(0) {
            let mut empty = Modes::EMPTY;
            tri!(empty.push(Num::ZERO, Num::ZERO));
            return flat(&empty);
        }
        let (sizes, tops) = (tri!(self.axis_sizes()), self.tops());
        let (mut out, mut rank, mut axis) = (Builder::EMPTY, 0, 0);
        out.open(0);
        while axis < self.rank() {
            if !sizes.extent(axis).is(1) {
                out.copy(self, tops[axis], tops[axis + 1]);
                rank += 1;
            }
            axis += 1;
        }
        out.set_rank(rank);
        out.checked()
    }

    /// The layout with added axes of extent 1, NumPy's `expand_dims`. The added axes have the numbers `axes` in
    /// the result. A negative number counts from the end.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(5,3):(3,1)".parse()?;
    /// assert_eq!(a.unsqueeze(&[0, -1])?.to_string(), "(1,5,3,1):(0,3,1,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`](crate::ArrayRule::Axis) and [`ArrayRule::AxisTwice`](crate::ArrayRule::AxisTwice) unless each number is an axis of the result, and
    /// [`Rule::Full`] for more than 12 axes.
    pub const fn unsqueeze(&self, axes: &[i64]) -> Result<Self, LayoutError> {
        self.binary(Operation::Unsqueeze, Operand::None, self.unsqueezed(axes))
    }

    const fn unsqueezed(&self, axes: &[i64]) -> Result<Self, Rule> {
        let rank = self.rank() + axes.len();
        if rank > MAX_RANK {
            return Err(Rule::Full { limit: Limit::Rank });
        }
        let new = tri!(mask(axes, rank));
        let (tops, mut out, mut own, mut axis) = (self.tops(), Builder::EMPTY, 0, 0);
        out.open(rank);
        while axis < rank {
            if new >> axis & 1 == 1 {
                out.leaf(Num::ONE, Num::ZERO);
            } else {
                out.copy(self, tops[own], tops[own + 1]);
                own += 1;
            }
            axis += 1;
        }
        out.checked()
    }
}

/// An axis joined with its left neighbour, if the two continue each other in row-major order or one of them has the
/// extent 1. Values of run-time integers must not decide the form.
const fn joined(left: (Num, Num), axis: (Num, Num)) -> Result<Option<(Num, Num)>, Rule> {
    let ((size, slower), (extent, stride)) = (left, axis);
    let continues = extent.known
        && stride.known
        && slower.known
        && continues(extent.value, stride.value, slower.value);
    if !(size.is(1) || extent.is(1) || continues) {
        return Ok(None);
    }
    let size = Num::plain(tri!(multiply(size.value, extent.value)), size.known && extent.known);
    Ok(Some((size, if extent.is(1) { slower } else { stride })))
}

impl StridedLayout {
    /// [`Layout::merge_axes`] of the axes `start..=end`, or of those that a mask sets: with a mask, `start` and `end`
    /// do not count, as in cuda.core. A negative number counts from the end.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(4,5,3):(15,3,1)".parse()?, 4)?;
    /// assert_eq!(a.flattened(1, -1, None)?.layout()?.to_string(), "(4,15):(15,1)");
    /// assert_eq!(a.flattened(0, 0, Some(0b100))?.layout()?.to_string(), "(4,15):(15,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`](crate::ArrayRule::Axis) for an axis that does not exist, without a mask.
    pub const fn flattened(
        &self,
        start: i64,
        end: i64,
        mask: Option<u64>,
    ) -> Result<Self, LayoutError> {
        let result = match self.mask_of(start, end, mask) {
            Ok(mask) => match self.merged(mask) {
                Ok((extents, strides, _)) => {
                    Ok(Self { extents, strides, is_implicit: false, ..*self }.with_ones_at_rest())
                }
                Err(rule) => Err(rule),
            },
            Err(rule) => Err(rule),
        };
        self.refusing(Operation::MergeAxes, Operand::None, result)
    }

    const fn mask_of(&self, start: i64, end: i64, mask: Option<u64>) -> Result<u64, Rule> {
        let rank = self.rank();
        if let Some(mask) = mask {
            return Ok(mask);
        }
        // An array without axes has none between any two ends.
        if rank == 0 && start == 0 && end == -1 {
            return Ok(0);
        }
        let (mut axis, last) = (tri!(named(start, rank)), tri!(named(end, rank)));
        let mut within = 0;
        while axis < last {
            axis += 1;
            within |= 1 << axis;
        }
        Ok(within)
    }

    /// The axes, each joined with its left neighbour where the mask allows it and the two continue each other, and a
    /// mask of those joined. `1:0` for no axis.
    pub(super) const fn merged(&self, mask: u64) -> Result<(AxisList, AxisList, u64), Rule> {
        let (mut extents, mut strides) = (AxisList::EMPTY, AxisList::EMPTY);
        let (mut joins, mut k) = (0, 0);
        while k < self.rank() {
            let (extent, stride) = (self.extents.values[k], self.strides.values[k]);
            if extents.len > 0 && mask >> k & 1 == 1 {
                let last = extents.len - 1;
                let left = (Num::known(extents.values[last]), Num::known(strides.values[last]));
                let axis = (Num::known(extent), Num::known(stride));
                if let Some((size, stride)) = tri!(joined(left, axis)) {
                    (extents.values[last], strides.values[last]) = (size.value, stride.value);
                    joins |= 1 << k;
                    k += 1;
                    continue;
                }
            }
            tri!(extents.push(extent));
            tri!(strides.push(stride));
            k += 1;
        }
        if extents.len == 0 {
            tri!(extents.push(1));
            tri!(strides.push(0));
        }
        Ok((extents, strides, joins))
    }

    /// A mask of the axes that can join the axis before them: [`Layout::mergeable_axes`].
    pub const fn flattened_axis_mask(&self) -> u64 {
        match self.merged(u64::MAX) {
            Ok((_, _, joins)) => joins,
            Err(_) => 0,
        }
    }

    /// [`Layout::squeeze`].
    ///
    /// # Errors
    /// None.
    pub const fn squeezed(&self) -> Result<Self, LayoutError> {
        self.refusing(Operation::Squeeze, Operand::None, self.without_ones())
    }

    /// The array without axes of the extent 1. An empty array becomes `(0):(0)`.
    pub(super) const fn without_ones(&self) -> Result<Self, Rule> {
        let (mut extents, mut strides, mut k) = (AxisList::EMPTY, AxisList::EMPTY, 0);
        if self.volume() == 0 {
            (extents, strides) = (AxisList::zeros(1), AxisList::zeros(1));
            k = self.rank();
        }
        while k < self.rank() {
            if self.extents.values[k] != 1 {
                tri!(extents.push(self.extents.values[k]));
                tri!(strides.push(self.strides.values[k]));
            }
            k += 1;
        }
        Ok(Self { extents, strides, is_implicit: false, ..*self })
    }

    /// [`Layout::unsqueeze`].
    ///
    /// # Errors
    /// [`ArrayRule::Axis`](crate::ArrayRule::Axis) and [`ArrayRule::AxisTwice`](crate::ArrayRule::AxisTwice) unless each number is an axis of the result, and
    /// [`Rule::Full`] for more than 64 axes.
    pub const fn unsqueezed(&self, axes: &[i64]) -> Result<Self, LayoutError> {
        self.refusing(Operation::Unsqueeze, Operand::None, self.with_ones(axes))
    }

    const fn with_ones(&self, axes: &[i64]) -> Result<Self, Rule> {
        let rank = self.rank() + axes.len();
        if rank > MAX_AXES {
            return Err(Rule::Full { limit: Limit::Axes });
        }
        let new = tri!(mask(axes, rank));
        let (mut extents, mut strides) = (AxisList::EMPTY, AxisList::EMPTY);
        let (mut own, mut axis) = (0, 0);
        while axis < rank {
            let (extent, stride) = if new >> axis & 1 == 1 {
                (1, 0)
            } else {
                own += 1;
                (self.extents.values[own - 1], self.strides.values[own - 1])
            };
            tri!(extents.push(extent));
            tri!(strides.push(stride));
            axis += 1;
        }
        Ok(Self { extents, strides, is_implicit: false, ..*self })
    }
}
