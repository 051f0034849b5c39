//! Reshape and broadcast, in NumPy's order of elements.
//!
//! ```text
//! reshape(A, shape):
//!     infer the extent -1 by the size
//!     rows = the row-major layout of shape        # coordinate -> row-major index
//!     reversed = A with its axes in reverse order # its linear index is the row-major index of A
//!     return reversed o rows                      # an axis may become a nested mode
//!
//! broadcast(A, shape):                            # axes align at the right
//!     a new axis, or an axis of extent 1:  extent of shape, stride 0
//!     equal extents:                       the axis of A
//!     otherwise                            refuse
//! ```

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{multiply, tri};
use crate::strided::array::StridedLayout;
use crate::strided::list::AxisList;
use crate::value::{IntTuple, Layout, Num, Tiler, low_bits};

impl Layout {
    /// The elements in unchanged *row-major* order with another shape, NumPy's `reshape`. One extent may be -1:
    /// it is inferred. An axis of the result without a stride of its own is a nested mode. So a reshape exists for
    /// which NumPy copies. [`to_flat`](Self::to_flat) tells whether an axis is nested.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::parse("(5,3,4):row")?;
    /// assert_eq!(a.reshape(&"(20,3)".parse()?)?.to_string(), "(20,3):(3,1)");
    /// assert_eq!(a.reshape(&"(4,-1)".parse()?)?.to_string(), "(4,15):(15,1)");
    /// let columns = Layout::parse("(4,6):col")?;
    /// assert_eq!(columns.reshape(&"(24,)".parse()?)?.to_string(), "((6,4)):((4,1))");
    /// let refused = columns.reshape(&"(6,4)".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot reshape (4,6):(1,4) to (6,4): 4 does not divide 6"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Sizes`] where the sizes differ, [`Rule::NegativeExtent`], [`ArrayRule::TwoInferred`],
    /// [`ArrayRule::Ambiguous`] and [`Rule::Divides`] where an extent cannot be inferred, and the errors of
    /// [`compose`](Self::compose).
    pub const fn reshape(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        self.binary(Operation::Reshape, Operand::Tuple(*shape), self.reshaped(shape))
    }

    pub(super) const fn reshaped(&self, shape: &IntTuple) -> Result<Self, Rule> {
        let known = tri!(self.modes.size(0, self.modes.len));
        let shape = tri!(completed(shape, known));
        let rows = tri!(rows(&shape));
        let (size, wanted) = (known.value, rows.size());
        if size != wanted {
            return Err(Rule::Sizes { left: size, right: wanted });
        }
        if size == 0 {
            return Ok(rows);
        }
        let source = match self.reversed_axes() {
            Ok(source) => source,
            Err(error) => return Err(error.rule),
        };
        match source.compose(&Tiler::whole(rows)) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.rule),
        }
    }

    /// The elements repeated to fill `shape`, NumPy's `broadcast_to`. Axes align at the right. An axis of one
    /// element, and a new axis, get stride 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,1):(1,0)".parse()?;
    /// assert_eq!(a.broadcast_to(&"(2,3,4)".parse()?)?.to_string(), "(2,3,4):(0,1,0)");
    /// let refused = a.broadcast_to(&"(2,4)".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot broadcast (3,1):(1,0) to (2,4): axis 0 has the extent 3, which is neither 1 nor 2"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Broadcast`] where an extent is neither 1 nor the extent of the shape, [`ArrayRule::BroadcastUnknown`]
    /// where an extent is 1 only at run time, and [`ArrayRule::BroadcastRank`] for fewer axes.
    pub const fn broadcast_to(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        self.binary(Operation::Broadcast, Operand::Tuple(*shape), self.broadcasted(shape))
    }

    const fn broadcasted(&self, shape: &IntTuple) -> Result<Self, Rule> {
        let target = tri!(resting(shape));
        let (rank, to) = (self.rank(), target.rank());
        if rank > to {
            return Err(Rule::Array(ArrayRule::BroadcastRank { rank, to }));
        }
        let (here, there) = (tri!(self.axis_sizes()), tri!(target.axis_sizes()));
        let (from, onto) = (self.tops(), target.tops());
        let mut out = Builder::EMPTY;
        if !target.profile.is_leaf(0) {
            out.open(to);
        }
        let (added, mut axis) = (to - rank, 0);
        while axis < to {
            let wanted = there.extents[axis];
            let extent = if axis < added { 1 } else { here.extents[axis - added] };
            let stretches = axis < added || here.extent(axis - added).is(1);
            if stretches {
                out.copy(&target, onto[axis], onto[axis + 1]);
            } else if extent == wanted {
                out.copy(self, from[axis - added], from[axis - added + 1]);
            } else if extent == 1 {
                let rule = ArrayRule::BroadcastUnknown { axis: axis - added, to: wanted };
                return Err(Rule::Array(rule));
            } else {
                let rule = ArrayRule::Broadcast { axis: axis - added, extent, to: wanted };
                return Err(Rule::Array(rule));
            }
            axis += 1;
        }
        out.checked()
    }
}

impl StridedLayout {
    /// The elements in unchanged row-major order with another shape, NumPy's `reshape` without a copy. One extent may
    /// be -1: it is inferred.
    ///
    /// ```text
    /// runs = the axes without extents of 1, joined wherever one continues the next
    /// from the last axis on: take each extent from the end of the runs
    /// ```
    ///
    /// ```
    /// use layout_core::{AxisList, StridedLayout};
    /// let a = StridedLayout::new(&"(4,6):(6,1)".parse()?, 4)?;
    /// assert_eq!(a.reshaped(&"(2,2,-1)".parse()?)?.layout()?.to_string(), "(2,2,6):(12,6,1)");
    /// assert_eq!(a.reshaped(&AxisList::new(&[1; 62])?).unwrap_err().to_string(),
    ///     "cannot reshape (4,6):(6,1) to 62 axes: the sizes 24 and 1 differ");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Sizes`] where the sizes differ, [`Rule::NegativeExtent`], [`ArrayRule::TwoInferred`],
    /// [`ArrayRule::Ambiguous`] and [`Rule::Divides`] where an extent cannot be inferred. [`Rule::Divides`] and
    /// [`ArrayRule::NoFlatStride`] where an axis would have no stride of its own: a strided array has no such reshape
    /// without a copy, [`Layout::reshape`] has one with nested modes.
    pub const fn reshaped(&self, shape: &AxisList) -> Result<Self, LayoutError> {
        self.refusing_list(Operation::Reshape, shape, self.reshaped_to(shape))
    }

    const fn reshaped_to(&self, shape: &AxisList) -> Result<Self, Rule> {
        let (volume, mut shape) = (self.volume(), *shape);
        if let Some((at, extent)) = tri!(inferred(shape.as_slice(), volume)) {
            shape.values[at] = extent;
        }
        let mut strides = AxisList::zeros(shape.len);
        let flat = tri!(Self::of_axes(shape, strides, self.item_size, self.offset));
        if flat.volume() != volume {
            return Err(Rule::Sizes { left: volume, right: flat.volume() });
        }
        if volume == 0 {
            return Ok(flat);
        }
        let (runs, steps, _) = tri!(tri!(self.without_ones()).merged(u64::MAX));
        let (mut run, mut left, mut step, mut axis) = (runs.len, 1, 0, shape.len);
        while axis > 0 {
            axis -= 1;
            let extent = shape.values[axis];
            if extent == 1 {
                continue;
            }
            if left == 1 {
                run -= 1;
                (left, step) = (runs.values[run], steps.values[run]);
            }
            if extent > left && extent % left == 0 {
                let next = steps.values[run - 1];
                let rule = ArrayRule::NoFlatStride { axis, extent: left, stride: step, next };
                return Err(Rule::Array(rule));
            }
            if left % extent != 0 {
                return Err(Rule::Divides { divisor: extent, dividend: left });
            }
            strides.values[axis] = step;
            left /= extent;
            // The last product may exceed every offset; no axis has it.
            step = step.saturating_mul(extent);
        }
        Self::of_axes(shape, strides, self.item_size, self.offset)
    }

    /// The elements repeated to fill `shape`, NumPy's `broadcast_to`: [`Layout::broadcast_to`].
    ///
    /// # Errors
    /// [`ArrayRule::Broadcast`] where an extent is neither 1 nor the extent of the shape, [`ArrayRule::BroadcastRank`] for
    /// fewer axes, [`Rule::NegativeExtent`] and [`Rule::Overflow`].
    pub const fn broadcast_to(&self, shape: &AxisList) -> Result<Self, LayoutError> {
        self.refusing_list(Operation::Broadcast, shape, self.broadcasted(shape))
    }

    const fn broadcasted(&self, shape: &AxisList) -> Result<Self, Rule> {
        let (rank, to) = (self.rank(), shape.len);
        if rank > to {
            return Err(Rule::Array(ArrayRule::BroadcastRank { rank, to }));
        }
        let (mut strides, mut axis) = (AxisList::zeros(to), 0);
        while axis < rank {
            let (extent, wanted) = (self.extents.values[axis], shape.values[to - rank + axis]);
            if extent != 1 && extent == wanted {
                strides.values[to - rank + axis] = self.strides.values[axis];
            } else if extent != 1 {
                return Err(Rule::Array(ArrayRule::Broadcast { axis, extent, to: wanted }));
            }
            axis += 1;
        }
        Self::of_axes(*shape, strides, self.item_size, self.offset)
    }
}

/// The layout of a shape with every stride 0.
const fn resting(shape: &IntTuple) -> Result<Layout, Rule> {
    tri!(shape.integral(0, shape.leaf_count()));
    let mut stride = *shape;
    let mut k = 0;
    while k < stride.leaf_count() {
        stride.set_num(k, Num::ZERO);
        k += 1;
    }
    let layout = Layout::from_parts(*shape, stride);
    tri!(layout.validate());
    Ok(layout)
}

/// The shape with the integer that -1 infers.
const fn completed(shape: &IntTuple, size: Num) -> Result<IntTuple, Rule> {
    let mut shape = *shape;
    if let Some((at, extent)) = tri!(inferred(shape.leaves(), size.value)) {
        let others = shape.known | 1 << at;
        shape.set_num(at, Num::plain(extent, size.known && others == low_bits(shape.leaf_count())));
    }
    Ok(shape)
}

/// The axis whose extent is -1, and the extent that `size` elements need there.
///
/// # Errors
/// `NegativeExtent`, `TwoInferred`, `Ambiguous`, `Divides` and `Overflow`.
const fn inferred(extents: &[i64], size: i64) -> Result<Option<(usize, i64)>, Rule> {
    let (mut at, mut k) = (None, 0);
    while k < extents.len() {
        match extents[k] {
            -1 if at.is_some() => return Err(Rule::Array(ArrayRule::TwoInferred)),
            -1 => at = Some(k),
            extent if extent < 0 => return Err(Rule::NegativeExtent { extent }),
            _ => {}
        }
        k += 1;
    }
    let Some(at) = at else { return Ok(None) };
    let mut rest = 1;
    k = 0;
    while k < extents.len() {
        if k != at {
            rest = tri!(multiply(rest, extents[k]));
        }
        k += 1;
    }
    if rest == 0 {
        return Err(Rule::Array(ArrayRule::Ambiguous));
    }
    if size % rest != 0 {
        return Err(Rule::Divides { divisor: rest, dividend: size });
    }
    Ok(Some((at, size / rest)))
}

/// The compact layout of a shape whose last axis is the fastest. Within an axis, the leftmost mode is the fastest. It
/// maps to the linear index of NumPy.
const fn rows(shape: &IntTuple) -> Result<Layout, Rule> {
    let mut rows = tri!(resting(shape));
    if rows.size() == 0 {
        return Ok(rows);
    }
    let (tops, mut axis, mut step) = (rows.tops(), rows.rank(), Num::ONE);
    while axis > 0 {
        axis -= 1;
        let mut leaf = tops[axis].leaf;
        while leaf < tops[axis + 1].leaf {
            let extent = rows.modes.extent(leaf);
            if !extent.is(1) {
                rows.modes.set(leaf, extent, step);
                let value = tri!(multiply(step.value, extent.value));
                step = Num::plain(value, step.known && extent.known);
            }
            leaf += 1;
        }
    }
    Ok(rows)
}
