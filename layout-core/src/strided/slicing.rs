//! Slices of axes by index, range and step, as in NumPy.

use core::ops::{Range, RangeFrom, RangeFull, RangeTo};

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::{add, multiply, tri};
use crate::strided::array::StridedLayout;
use crate::strided::axes::flat;
use crate::strided::list::AxisList;
use crate::value::{Layout, Modes, Num};

/// What a slice selects of an axis. A negative number counts from the end.
///
/// ```
/// use layout_core::{Layout, Slice};
/// let a: Layout = "(4,6):(6,1)".parse()?;
/// let (part, offset) = a.slice_axes(&[Slice::from(1..-1), Slice::FULL.step(-2)])?;
/// assert_eq!((part.to_string(), offset), ("(2,3):(6,-2)".into(), 11));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// One index. The axis disappears.
    Index(i64),
    /// `start:stop:step`: every `step`-th element from `start` up to, but not including, `stop`. Clipped at the ends.
    Range {
        /// The first element. `None` is the first in the direction of the step.
        start: Option<i64>,
        /// The first element that is not selected. `None` is the end in the direction of the step.
        stop: Option<i64>,
        /// The distance of two elements. A negative step walks down.
        step: i64,
    },
}

impl Slice {
    /// The whole axis, `:`.
    pub const FULL: Self = Self::Range { start: None, stop: None, step: 1 };

    /// This range with another step, `start:stop:step`. An index remains.
    ///
    /// ```
    /// use layout_core::Slice;
    /// assert_eq!(Slice::from(2..8).step(3).to_string(), "2:8:3");
    /// ```
    pub const fn step(self, step: i64) -> Self {
        match self {
            Self::Range { start, stop, .. } => Self::Range { start, stop, step },
            index => index,
        }
    }
}

impl Slice {
    /// The first index that the slice takes of an axis, and the axis of all that it takes; none for an index. Values of
    /// run-time extents must not decide a stride.
    const fn taken(
        self,
        axis: usize,
        extent: Num,
        stride: Num,
    ) -> Result<(i64, Option<(Num, Num)>), Rule> {
        let (start, stop, step) = match self {
            Self::Index(index) => {
                let extent = extent.value;
                return match index_in(index, extent) {
                    Some(at) => Ok((at, None)),
                    None => Err(Rule::Array(ArrayRule::Index { index, axis, extent })),
                };
            }
            Self::Range { start, stop, step } => (start, stop, step),
        };
        let Some((first, count)) = range_in(start, stop, step, extent.value) else {
            return Err(Rule::Array(ArrayRule::Step));
        };
        let rests = extent.known && count < 2;
        let moves = if rests { 0 } else { tri!(multiply(stride.value, step)) };
        let kept = (Num::plain(count, extent.known), Num::plain(moves, rests || stride.known));
        Ok((if count == 0 { 0 } else { first }, Some(kept)))
    }
}

/// `offset + first * stride`.
const fn moved(offset: i64, first: i64, stride: i64) -> Result<i64, Rule> {
    let moved = tri!(multiply(first, stride));
    match offset.checked_add(moved) {
        Some(offset) => Ok(offset),
        None => Err(Rule::Overflow { a: offset, operator: '+', b: moved }),
    }
}

impl StridedLayout {
    /// The part that `slices` select: [`Layout::slice_axes`], with its offset added.
    ///
    /// # Errors
    /// As [`Layout::slice_axes`].
    pub const fn sliced(&self, slices: &[Slice]) -> Result<Self, LayoutError> {
        self.refusing(Operation::SliceAxes, Operand::None, self.sliced_by(slices))
    }

    const fn sliced_by(&self, slices: &[Slice]) -> Result<Self, Rule> {
        if slices.len() > self.rank() {
            let rule = ArrayRule::Slices { slices: slices.len(), rank: self.rank() };
            return Err(Rule::Array(rule));
        }
        let (mut extents, mut strides) = (AxisList::EMPTY, AxisList::EMPTY);
        let (mut offset, mut empty, mut axis) = (0, false, 0);
        while axis < self.rank() {
            let slice = if axis < slices.len() { slices[axis] } else { Slice::FULL };
            let (extent, stride) = (self.extents.values[axis], self.strides.values[axis]);
            let (first, kept) = tri!(slice.taken(axis, Num::known(extent), Num::known(stride)));
            if let Some((extent, stride)) = kept {
                tri!(extents.push(extent.value));
                tri!(strides.push(stride.value));
                empty |= extent.value == 0;
            }
            offset = tri!(moved(offset, first, stride));
            axis += 1;
        }
        if empty {
            strides = AxisList::zeros(extents.len);
        }
        let offset = tri!(add(self.offset, offset));
        Self::of_axes(extents, strides, self.item_size, offset)
    }
}

/// An index, counted from the end where negative; `None` outside of the axis.
#[inline]
pub const fn index_in(index: i64, extent: i64) -> Option<i64> {
    let at = if index < 0 { index.saturating_add(extent) } else { index };
    if at < 0 || at >= extent { None } else { Some(at) }
}

/// The first index of a range, and the number of indices; `None` for a step of 0.
#[inline]
pub const fn range_in(
    start: Option<i64>,
    stop: Option<i64>,
    step: i64,
    extent: i64,
) -> Option<(i64, i64)> {
    if step == 0 {
        return None;
    }
    let (least, most) = if step > 0 { (0, extent) } else { (-1, extent - 1) };
    let (first, end) = if step > 0 { (least, most) } else { (most, least) };
    let first = match start {
        Some(at) => cut(at, extent, least, most),
        None => first,
    };
    let end = match stop {
        Some(at) => cut(at, extent, least, most),
        None => end,
    };
    let span = if step > 0 { end - first } else { first - end };
    let count = if span <= 0 { 0 } else { (span as u64 - 1) / step.unsigned_abs() + 1 };
    Some((first, count as i64))
}

/// An index, counted from the end where negative, clipped at the ends.
#[inline]
const fn cut(at: i64, extent: i64, least: i64, most: i64) -> i64 {
    let at = if at < 0 { at.saturating_add(extent) } else { at };
    if at < least {
        least
    } else if at > most {
        most
    } else {
        at
    }
}

impl Layout {
    /// The part of the layout that `slices` select, and the offset of its first element: NumPy's basic indexing. Axes
    /// without a slice remain whole. All strides of an empty part are 0.
    ///
    /// ```
    /// use layout_core::{Layout, Slice};
    /// let a: Layout = "(5,3,7):(21,7,1)".parse()?;
    /// let (part, offset) = a.slice_axes(&[Slice::Index(-1), Slice::from(1..)])?;
    /// assert_eq!((part.to_string(), offset), ("(2,7):(7,1)".into(), 91));
    /// let refused = a.slice_axes(&[Slice::Index(5)]).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot slice the axes of (5,3,7):(21,7,1): the index 5 is out of range for axis 0, whose extent is 5"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Index`] for an index out of range, [`ArrayRule::Step`] for a step of 0, [`ArrayRule::Slices`] for
    /// more slices than axes, and [`ArrayRule::NoFlatStride`] where a mode has no stride of its own.
    pub const fn slice_axes(&self, slices: &[Slice]) -> Result<(Self, i64), LayoutError> {
        match self.sliced_axes(slices) {
            Ok(part) => Ok(part),
            Err(rule) => Err(LayoutError::refused(
                Operation::SliceAxes,
                Operand::Layout(*self),
                Operand::None,
                rule,
            )),
        }
    }

    const fn sliced_axes(&self, slices: &[Slice]) -> Result<(Self, i64), Rule> {
        let axes = tri!(self.axes());
        if slices.len() > axes.len {
            let rule = ArrayRule::Slices { slices: slices.len(), rank: axes.len };
            return Err(Rule::Array(rule));
        }
        let (mut out, mut offset, mut empty, mut axis) = (Modes::EMPTY, 0_i64, false, 0);
        while axis < axes.len {
            let slice = if axis < slices.len() { slices[axis] } else { Slice::FULL };
            let (first, kept) = tri!(slice.taken(axis, axes.extent(axis), axes.stride(axis)));
            if let Some((extent, stride)) = kept {
                tri!(out.push(extent, stride));
                empty |= extent.is(0);
            }
            offset = tri!(moved(offset, first, axes.strides[axis]));
            axis += 1;
        }
        axis = 0;
        while empty && axis < out.len {
            out.set(axis, out.extent(axis), Num::ZERO);
            axis += 1;
        }
        Ok((tri!(flat(&out)), offset))
    }
}

impl From<i64> for Slice {
    fn from(index: i64) -> Self {
        Self::Index(index)
    }
}

impl From<Range<i64>> for Slice {
    fn from(range: Range<i64>) -> Self {
        Self::Range { start: Some(range.start), stop: Some(range.end), step: 1 }
    }
}

impl From<RangeFrom<i64>> for Slice {
    fn from(range: RangeFrom<i64>) -> Self {
        Self::Range { start: Some(range.start), stop: None, step: 1 }
    }
}

impl From<RangeTo<i64>> for Slice {
    fn from(range: RangeTo<i64>) -> Self {
        Self::Range { start: None, stop: Some(range.end), step: 1 }
    }
}

impl From<RangeFull> for Slice {
    fn from(_: RangeFull) -> Self {
        Self::FULL
    }
}
