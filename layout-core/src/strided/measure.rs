//! The bytes that an array occupies, and its properties.

use crate::algebra::disjoint::MovingModes;
use crate::error::{ArrayRule, LayoutError, Operation, Rule};
use crate::number::{add, multiply};
use crate::strided::array::StridedLayout;
use crate::strided::list::AxisList;
use crate::strided::order::sort_slowest_first;
use crate::value::limit::MAX_AXES;

impl StridedLayout {
    /// The strides in bytes, NumPy's `strides`.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(4,6):(-6,1)".parse()?, 8)?;
    /// assert_eq!(a.strides_in_bytes()?.to_string(), "(-48,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn strides_in_bytes(&self) -> Result<AxisList, LayoutError> {
        let (mut strides, mut k) = (self.strides(), 0);
        while k < strides.len {
            strides.values[k] = match multiply(strides.values[k], self.item_size) {
                Ok(bytes) => bytes,
                Err(rule) => return Err(self.no_bytes(rule)),
            };
            k += 1;
        }
        Ok(strides)
    }

    /// The offset of the first element in bytes.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(4,):(1,)".parse()?, 8)?.with_offset(3)?;
    /// assert_eq!(a.offset_in_bytes()?, 24);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn offset_in_bytes(&self) -> Result<i64, LayoutError> {
        match multiply(self.offset, self.item_size) {
            Ok(bytes) => Ok(bytes),
            Err(rule) => Err(self.no_bytes(rule)),
        }
    }

    /// The least and the greatest offset of an element, in elements. `(0, -1)` for an empty array.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(2,3):(-3,1)".parse()?, 4)?;
    /// assert_eq!(a.offset_bounds(), (-3, 2));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn offset_bounds(&self) -> (i64, i64) {
        if self.volume() == 0 {
            return (0, -1);
        }
        let (least, greatest) = self.reach();
        (self.offset + least, self.offset + greatest)
    }

    /// The least offset of an element, in elements: the first of [`offset_bounds`](Self::offset_bounds).
    pub const fn min_offset(&self) -> i64 {
        self.offset_bounds().0
    }

    /// The greatest offset of an element, in elements: the second of [`offset_bounds`](Self::offset_bounds).
    pub const fn max_offset(&self) -> i64 {
        self.offset_bounds().1
    }

    /// The bytes to allocate: from the start of memory to the end of the last element.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(2,3):(-3,1)".parse()?, 4)?;
    /// assert_eq!(a.with_offset(3)?.required_size_in_bytes()?, 24);
    /// assert_eq!(
    ///     a.required_size_in_bytes().unwrap_err().to_string(),
    ///     "no size in bytes of (2,3):(-3,1): the least offset is -3: elements before the start need an offset"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::BeforeStart`] where elements precede the start, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn required_size_in_bytes(&self) -> Result<i64, LayoutError> {
        let (least, greatest) = self.offset_bounds();
        if least < 0 {
            return Err(self.no_bytes(Rule::Array(ArrayRule::BeforeStart { least })));
        }
        let bytes = match add(greatest, 1) {
            Ok(elements) => multiply(elements, self.item_size),
            Err(rule) => Err(rule),
        };
        match bytes {
            Ok(bytes) => Ok(bytes),
            Err(rule) => Err(self.no_bytes(rule)),
        }
    }

    const fn no_bytes(&self, rule: Rule) -> LayoutError {
        LayoutError::unary(Operation::Bytes, self.operand(), rule)
    }

    /// The axes from the slowest to the fastest: [`Layout::stride_order`](crate::Layout::stride_order). An implicit
    /// array has an order of its own.
    pub const fn stride_order(&self) -> AxisList {
        let (mut order, mut k) = (AxisList::zeros(self.rank()), 0);
        if !self.is_implicit {
            let order_of_axes = order.values.split_at_mut(order.len).0;
            sort_slowest_first(&self.extents.values, &self.strides.values, order_of_axes);
            return order;
        }
        while k < order.len {
            order.values[k] = k as i64;
            k += 1;
        }
        order
    }

    /// [`Layout::is_contiguous_c`](crate::Layout::is_contiguous_c).
    pub const fn is_contiguous_c(&self) -> bool {
        let (mut fastest, mut k) = ([0; MAX_AXES], 0);
        while k < self.rank() {
            fastest[k] = (self.rank() - 1 - k) as i64;
            k += 1;
        }
        self.is_contiguous_in(&fastest)
    }

    /// [`Layout::is_contiguous_f`](crate::Layout::is_contiguous_f).
    pub const fn is_contiguous_f(&self) -> bool {
        let (mut fastest, mut k) = ([0; MAX_AXES], 0);
        while k < self.rank() {
            fastest[k] = k as i64;
            k += 1;
        }
        self.is_contiguous_in(&fastest)
    }

    /// [`Layout::is_contiguous_any`](crate::Layout::is_contiguous_any).
    pub const fn is_contiguous_any(&self) -> bool {
        let (mut fastest, mut k) = ([0; MAX_AXES], 0);
        sort_slowest_first(
            &self.extents.values,
            &self.strides.values,
            fastest.split_at_mut(self.rank()).0,
        );
        // Reverses the order.
        while 2 * k + 1 < self.rank() {
            fastest.swap(k, self.rank() - 1 - k);
            k += 1;
        }
        self.is_contiguous_in(&fastest)
    }

    /// Whether the axes, in this order from the fastest on, continue each other from the stride 1 on. Extents of 1 do not
    /// matter, and an empty array is contiguous.
    const fn is_contiguous_in(&self, fastest: &[i64; MAX_AXES]) -> bool {
        let (mut next, mut k) = (1, 0);
        if self.volume() == 0 {
            return true;
        }
        while k < self.rank() {
            let axis = fastest[k] as usize;
            let (extent, stride) = (self.extents.values[axis], self.strides.values[axis]);
            if extent != 1 {
                if stride != next {
                    return false;
                }
                // A partial product of the volume, which fits.
                next *= extent;
            }
            k += 1;
        }
        true
    }

    /// Whether the elements fill the memory from its start, without gaps.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(2,3):(3,1)".parse()?, 4)?;
    /// assert!(a.is_dense() && !a.with_offset(1)?.is_dense());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_dense(&self) -> bool {
        self.offset == 0 && self.is_contiguous_any()
    }

    /// Whether no two elements share memory. Exact, also for interleaving strides.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// assert!(StridedLayout::new(&"(2,3):(3,2)".parse()?, 4)?.is_unique()?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::is_injective`](crate::Layout::is_injective).
    pub const fn is_unique(&self) -> Result<bool, LayoutError> {
        if self.volume() == 0 {
            return Ok(true);
        }
        let (extents, strides) = (self.extents.as_slice(), self.strides.as_slice());
        let mut moving = MovingModes::<MAX_AXES>::of_lists(extents, strides);
        moving.peel();
        match moving.cancel() {
            Ok(found) => Ok(found.is_none()),
            Err(rule) => Err(LayoutError::unary(Operation::Injective, self.operand(), rule)),
        }
    }
}
