//! Arrays without gaps, by the order of their axes.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::modes::Modes;
use crate::number::{Num, multiply, tri};
use crate::strided::array::StridedLayout;
use crate::strided::axes::{exactly, permutation};
use crate::tuple::IntTuple;

/// The order of the axes of a dense array, NumPy's `order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrideOrder {
    /// Row-major: the last axis is the fastest.
    C,
    /// Column-major: the first axis is the fastest.
    F,
    /// The order of the array that is copied. [`StridedLayout::dense`] copies none, and refuses it.
    K,
    /// All axes from the slowest to the fastest. A negative number counts from the end.
    Axes(IntTuple),
}

impl StridedLayout {
    /// The dense array of a shape with its axes in this order. All strides of an empty array are 0.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let shape = "(5,3,7)".parse()?;
    /// let a = StridedLayout::dense(&shape, 4, &StrideOrder::Axes("(2,0,1)".parse()?))?;
    /// assert_eq!(a.layout().to_string(), "(5,3,7):(3,1,15)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], [`ArrayRule::Axis`] and [`ArrayRule::AxisTwice`] unless the order names each axis once,
    /// [`ArrayRule::KeptOrder`] for the order `K`, and [`Rule::Overflow`] for a volume above [`isize::MAX`].
    pub const fn dense(
        shape: &IntTuple,
        item_size: i64,
        order: &StrideOrder,
    ) -> Result<Self, LayoutError> {
        match dense(shape, order) {
            Ok(layout) => match Self::checked(layout, item_size, 0) {
                Ok(array) => Ok(array),
                Err(rule) => Err(refused(shape, order, rule)),
            },
            Err(rule) => Err(refused(shape, order, rule)),
        }
    }

    /// The dense array of the same shape and item size, cuda.core's `to_dense` and `dense_like`. `K` keeps the order
    /// of the axes, by absolute stride. The offset becomes 0. An array that is implicit remains so where its own
    /// order is asked for.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let a = StridedLayout::new(&"(4,7,3):(-12,42,-2)".parse()?, 2)?;
    /// assert_eq!(a.to_dense(&StrideOrder::K)?.layout().to_string(), "(4,7,3):(3,12,1)");
    /// assert_eq!(a.to_dense(&StrideOrder::C)?.layout().to_string(), "(4,7,3):(21,3,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`dense`](Self::dense).
    pub const fn to_dense(&self, order: &StrideOrder) -> Result<Self, LayoutError> {
        let stays = match order {
            StrideOrder::C | StrideOrder::K => true,
            StrideOrder::F => self.is_contiguous_f(),
            StrideOrder::Axes(_) => false,
        };
        if self.is_implicit && stays {
            return Ok(*self);
        }
        let order = match order {
            StrideOrder::K => StrideOrder::Axes(self.stride_order()),
            StrideOrder::C => StrideOrder::C,
            StrideOrder::F => StrideOrder::F,
            StrideOrder::Axes(axes) => StrideOrder::Axes(*axes),
        };
        Self::dense(&self.shape(), self.item_size, &order)
    }
}

const fn refused(shape: &IntTuple, order: &StrideOrder, rule: Rule) -> LayoutError {
    let right = match order {
        StrideOrder::Axes(axes) => Operand::Tuple(*axes),
        _ => Operand::None,
    };
    LayoutError::refused(Operation::Order, Operand::Tuple(*shape), right, rule)
}

const fn dense(shape: &IntTuple, order: &StrideOrder) -> Result<Layout, Rule> {
    if matches!(order, StrideOrder::K) {
        return Err(Rule::Array(ArrayRule::KeptOrder));
    }
    // An axis is counted by its size, whatever its nesting.
    let sizes = tri!(Layout::from_parts(*shape, *shape).axis_sizes());
    let rank = sizes.len;
    let mut axes = match order {
        StrideOrder::Axes(order) => tri!(permutation(order, rank)),
        _ => [0; crate::MAX_LEAVES],
    };
    let mut k = 0;
    while k < rank {
        match order {
            StrideOrder::Axes(_) => {}
            StrideOrder::F => axes[k] = rank - 1 - k,
            _ => axes[k] = k,
        }
        if sizes.extents[k] < 0 {
            return Err(Rule::NegativeExtent { extent: sizes.extents[k] });
        }
        k += 1;
    }
    let empty = tri!(sizes.size(0, rank)).value == 0;
    let (mut out, mut step) = (sizes, 1);
    while k > 0 && !empty {
        k -= 1;
        let extent = sizes.extents[axes[k]];
        out.set(axes[k], Num::known(extent), Num::known(step));
        step = tri!(multiply(step, extent));
    }
    exactly(&known(&out))
}

/// The axes with each integer known.
const fn known(axes: &Modes) -> Modes {
    let (mut out, mut k) = (*axes, 0);
    while k < axes.len {
        out.set(k, Num::known(axes.extents[k]), Num::known(axes.strides[k]));
        k += 1;
    }
    out
}
