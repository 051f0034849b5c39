//! Bytes as wider or narrower elements.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::{multiply, tri};
use crate::strided::array::StridedLayout;
use crate::strided::axes::named;
use crate::strided::list::AxisList;

impl StridedLayout {
    /// The bytes as elements of `item_size` bytes, NumPy's `view(dtype)`. Adjacent elements along `axis` join or
    /// split. `pointer` is the address of the memory. An axis that packing leaves with one element disappears, unless
    /// `keep_axis`. The array's own item size changes nothing, whatever the axis.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(5,4):(4,1)".parse()?, 4)?;
    /// assert_eq!(a.repacked(8, 0, -1, true)?.layout()?.to_string(), "(5,2):(2,1)");
    /// assert_eq!(a.repacked(2, 0, -1, true)?.layout()?.to_string(), "(5,8):(8,1)");
    /// assert_eq!(
    ///     a.repacked(6, 0, -1, true).unwrap_err().to_string(),
    ///     "cannot repack (5,4):(4,1): of the item sizes 4 and 6 neither divides the other"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::ItemSize`] unless the size is positive, and [`ArrayRule::ItemSizes`] unless one size divides the
    /// other. [`ArrayRule::UnitStride`] or [`ArrayRule::EmptyAxis`] where the axis has no adjacent elements. For
    /// wider elements, [`ArrayRule::Pointer`], [`ArrayRule::PackedOffset`], [`ArrayRule::PackedExtent`] and
    /// [`ArrayRule::PackedStride`] unless the address, the offset, the extent of the axis and all other strides are
    /// whole items.
    pub const fn repacked(
        &self,
        item_size: i64,
        pointer: i64,
        axis: i64,
        keep_axis: bool,
    ) -> Result<Self, LayoutError> {
        let result = self.repack(item_size, pointer, axis, keep_axis);
        self.refusing(Operation::Repack, Operand::None, result)
    }

    const fn repack(&self, new: i64, pointer: i64, axis: i64, keep: bool) -> Result<Self, Rule> {
        let old = self.item_size;
        if new == old {
            return Ok(*self);
        }
        let axis = tri!(named(axis, self.rank()));
        if new <= 0 {
            return Err(Rule::Array(ArrayRule::ItemSize { item_size: new }));
        }
        if new % old != 0 && old % new != 0 {
            return Err(Rule::Array(ArrayRule::ItemSizes { old, new }));
        }
        let (stride, extent) = (self.strides.values[axis], self.extents.values[axis]);
        if new > old && pointer % new != 0 {
            return Err(Rule::Array(ArrayRule::Pointer { pointer, item_size: new }));
        }
        if stride != 1 && extent != 1 {
            return Err(Rule::Array(ArrayRule::UnitStride { axis, stride }));
        }
        if extent == 0 {
            return Err(Rule::Array(ArrayRule::EmptyAxis { axis }));
        }
        if new > old {
            self.packed(new, axis, new / old, keep)
        } else {
            self.unpacked(new, axis, old / new)
        }
    }

    /// Joins `count` elements to one.
    const fn packed(
        &self,
        item_size: i64,
        axis: usize,
        count: i64,
        keep: bool,
    ) -> Result<Self, Rule> {
        let (mut extents, mut strides, mut k) = (AxisList::EMPTY, AxisList::EMPTY, 0);
        if self.offset % count != 0 {
            return Err(Rule::Array(ArrayRule::PackedOffset { offset: self.offset, count }));
        }
        while k < self.rank() {
            let (extent, stride) = (self.extents.values[k], self.strides.values[k]);
            if k == axis && extent % count != 0 {
                return Err(Rule::Array(ArrayRule::PackedExtent { axis, extent, count }));
            }
            if k != axis && extent != 1 && stride % count != 0 {
                return Err(Rule::Array(ArrayRule::PackedStride { axis: k, stride, count }));
            }
            if k != axis {
                tri!(extents.push(extent));
                tri!(strides.push(stride / count));
            } else if keep || extent != count {
                tri!(extents.push(extent / count));
                tri!(strides.push(1));
            }
            k += 1;
        }
        Self::at_rest(extents, strides, item_size, self.offset / count)
    }

    /// Splits one element into `count`.
    const fn unpacked(&self, item_size: i64, axis: usize, count: i64) -> Result<Self, Rule> {
        let (mut extents, mut strides, mut k) = (AxisList::EMPTY, AxisList::EMPTY, 0);
        while k < self.rank() {
            let (extent, stride) = (self.extents.values[k], self.strides.values[k]);
            if k == axis {
                tri!(extents.push(tri!(multiply(extent, count))));
                tri!(strides.push(1));
            } else {
                tri!(extents.push(extent));
                tri!(strides.push(if extent == 1 { 0 } else { tri!(multiply(stride, count)) }));
            }
            k += 1;
        }
        Self::at_rest(extents, strides, item_size, tri!(multiply(self.offset, count)))
    }

    /// The array of these axes, with stride 0 for each extent of 1.
    const fn at_rest(
        extents: AxisList,
        strides: AxisList,
        item_size: i64,
        offset: i64,
    ) -> Result<Self, Rule> {
        Ok(tri!(Self::of_axes(extents, strides, item_size, offset)).with_ones_at_rest())
    }

    /// The greatest item size that divides `most` and that [`repacked`](Self::repacked) accepts for this axis and
    /// address: the bytes of one vector access. The array's own item size where the axis has no adjacent elements.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(16,5,6):(30,6,1)".parse()?, 2)?;
    /// assert_eq!(a.max_compatible_item_size(16, 0, -1)?, 4);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::LeastItemSize`] where `most` is below the item size, and [`ArrayRule::Axis`].
    pub const fn max_compatible_item_size(
        &self,
        most: i64,
        pointer: i64,
        axis: i64,
    ) -> Result<i64, LayoutError> {
        match self.widest(most, pointer, axis) {
            Ok(bytes) => Ok(bytes),
            Err(rule) => Err(LayoutError::unary(Operation::Repack, self.operand(), rule)),
        }
    }

    const fn widest(&self, most: i64, pointer: i64, axis: i64) -> Result<i64, Rule> {
        let item_size = self.item_size;
        let axis = tri!(named(axis, self.rank()));
        if most <= 0 {
            return Err(Rule::Array(ArrayRule::ItemSize { item_size: most }));
        }
        if most < item_size {
            return Err(Rule::Array(ArrayRule::LeastItemSize { most, item_size }));
        }
        let extent = self.extents.values[axis];
        if extent == 0 || extent != 1 && self.strides.values[axis] != 1 {
            return Ok(item_size);
        }
        let mut widest = common(most, pointer);
        widest = common(widest, tri!(multiply(self.offset, item_size)));
        widest = common(widest, tri!(multiply(extent, item_size)));
        let mut k = 0;
        while k < self.rank() {
            if k != axis && self.extents.values[k] != 1 {
                widest = common(widest, tri!(multiply(self.strides.values[k], item_size)));
            }
            k += 1;
        }
        Ok(widest)
    }
}

/// The gcd.
const fn common(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}
