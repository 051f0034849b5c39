//! Arrays without gaps, by the order of their axes.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::strided::array::StridedLayout;
use crate::strided::axes::permutation;
use crate::strided::list::AxisList;
use crate::value::limit::MAX_AXES;

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
    Axes(AxisList),
}

impl StridedLayout {
    /// The dense array of a shape with its axes in this order. All strides of an empty array are 0.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let shape = "(5,3,7)".parse()?;
    /// let a = StridedLayout::dense(&shape, 4, &StrideOrder::Axes("(2,0,1)".parse()?))?;
    /// assert_eq!(a.layout()?.to_string(), "(5,3,7):(3,1,15)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], [`ArrayRule::Axis`] and [`ArrayRule::AxisTwice`] unless the order names each axis once,
    /// [`ArrayRule::KeptOrder`] for the order `K`, and [`Rule::Overflow`] for a volume above [`isize::MAX`].
    pub const fn dense(
        shape: &AxisList,
        item_size: i64,
        order: &StrideOrder,
    ) -> Result<Self, LayoutError> {
        match compact(shape, item_size, order) {
            Ok(array) => Ok(array),
            Err(rule) => {
                let right = match order {
                    StrideOrder::Axes(axes) => axes.operand(),
                    _ => Operand::None,
                };
                Err(LayoutError::refused(Operation::Order, shape.operand(), right, rule))
            }
        }
    }

    /// The dense array of the same shape and item size, cuda.core's `to_dense` and `dense_like`. `K` keeps the order
    /// of the axes, by absolute stride. The offset becomes 0. An array that is implicit remains so where its own
    /// order is asked for.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let a = StridedLayout::new(&"(4,7,3):(-12,42,-2)".parse()?, 2)?;
    /// assert_eq!(a.to_dense(&StrideOrder::K)?.layout()?.to_string(), "(4,7,3):(3,12,1)");
    /// assert_eq!(a.to_dense(&StrideOrder::C)?.layout()?.to_string(), "(4,7,3):(21,3,1)");
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
        Self::dense(&self.extents, self.item_size, &order)
    }
}

const fn compact(
    shape: &AxisList,
    item_size: i64,
    order: &StrideOrder,
) -> Result<StridedLayout, Rule> {
    let (rank, mut strides) = (shape.len, AxisList::zeros(shape.len));
    let axes = match order {
        StrideOrder::Axes(order) => tri!(permutation(order.as_slice(), rank)),
        StrideOrder::K => return Err(Rule::Array(ArrayRule::KeptOrder)),
        _ => [0; MAX_AXES],
    };
    // Also checks the extents.
    let flat = tri!(StridedLayout::of_axes(*shape, strides, item_size, 0));
    if flat.volume() == 0 {
        return Ok(flat);
    }
    let (mut step, mut k) = (1, rank);
    while k > 0 {
        k -= 1;
        let axis = match order {
            StrideOrder::Axes(_) => axes[k],
            StrideOrder::F => rank - 1 - k,
            _ => k,
        };
        strides.values[axis] = step;
        // A partial product of the volume, which fits.
        step *= shape.values[axis];
    }
    StridedLayout::of_axes(*shape, strides, item_size, 0)
}
