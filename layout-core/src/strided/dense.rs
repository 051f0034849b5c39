//! Arrays without gaps, by the order of their axes.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::modes::Modes;
use crate::number::{Num, multiply, tri};
use crate::strided::array::StridedLayout;
use crate::strided::axes::{exactly, permutation};
use crate::tuple::IntTuple;

/// Which axis of a dense array is the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrideOrder {
    /// The last one: row-major.
    C,
    /// The first one: column-major.
    F,
    /// As in the layout that is copied; C where there is none.
    K,
    /// All axes from the slowest to the fastest; negative numbers count from the end.
    Axes(IntTuple),
}

impl StridedLayout {
    /// The array of a shape without gaps, the axes in this order. All strides of an empty array are 0.
    ///
    /// Refused for an order that does not name each axis once, and for a volume past `isize`.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let shape = "(5,3,7)".parse()?;
    /// let a = StridedLayout::dense(&shape, 4, &StrideOrder::Axes("(2,0,1)".parse()?))?;
    /// assert_eq!(a.layout().to_string(), "(5,3,7):(3,1,15)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
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

    /// The array of the same shape and item size without gaps: `K` keeps the order of the axes, whatever
    /// their signs. The offset is dropped.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let a = StridedLayout::new(&"(4,7,3):(-12,42,-2)".parse()?, 2)?;
    /// assert_eq!(a.to_dense(&StrideOrder::K)?.layout().to_string(), "(4,7,3):(3,12,1)");
    /// assert_eq!(a.to_dense(&StrideOrder::C)?.layout().to_string(), "(4,7,3):(21,3,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn to_dense(&self, order: &StrideOrder) -> Result<Self, LayoutError> {
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
    // The sizes of the axes, whatever is nested in them.
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
            StrideOrder::C | StrideOrder::K => axes[k] = k,
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

/// The same axes, all known.
const fn known(axes: &Modes) -> Modes {
    let (mut out, mut k) = (*axes, 0);
    while k < axes.len {
        out.set(k, Num::known(axes.extents[k]), Num::known(axes.strides[k]));
        k += 1;
    }
    out
}
