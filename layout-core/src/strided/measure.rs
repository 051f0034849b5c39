//! The bytes that an array occupies, and its properties.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::{add, multiply};
use crate::strided::array::{StridedLayout, reach};
use crate::tuple::IntTuple;

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
    pub const fn strides_in_bytes(&self) -> Result<IntTuple, LayoutError> {
        let (mut strides, mut k) = (self.strides(), 0);
        while k < strides.leaf_count() {
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
        let (least, greatest) = reach(&self.layout);
        (self.offset + least, self.offset + greatest)
    }

    /// The bytes to allocate: from the start of memory to the end of the last element.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(2,3):(-3,1)".parse()?, 4)?;
    /// assert_eq!(a.with_offset(3)?.required_size_in_bytes()?, 24);
    /// assert_eq!(
    ///     a.required_size_in_bytes().unwrap_err().to_string(),
    ///     "no bytes of (2,3):(-3,1): the least offset is -3: elements before the start need an offset"
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
        LayoutError::refused(Operation::Bytes, Operand::Layout(self.layout), Operand::None, rule)
    }

    /// The axes from the slowest to the fastest: [`Layout::stride_order`](crate::Layout::stride_order). Those of an
    /// implicit array have their own order.
    pub const fn stride_order(&self) -> IntTuple {
        if self.is_implicit {
            let (mut order, mut k) = (self.shape(), 0);
            while k < self.rank() {
                order.values[k] = k as i64;
                k += 1;
            }
            return order;
        }
        match self.layout.stride_order() {
            Ok(order) => order,
            // Every axis has a stride of its own.
            Err(_) => unreachable!(),
        }
    }

    /// [`Layout::is_contiguous_c`](crate::Layout::is_contiguous_c).
    pub const fn is_contiguous_c(&self) -> bool {
        self.layout.is_contiguous_c()
    }

    /// [`Layout::is_contiguous_f`](crate::Layout::is_contiguous_f).
    pub const fn is_contiguous_f(&self) -> bool {
        self.layout.is_contiguous_f()
    }

    /// [`Layout::is_contiguous_any`](crate::Layout::is_contiguous_any).
    pub const fn is_contiguous_any(&self) -> bool {
        self.layout.is_contiguous_any()
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
        if self.volume() == 0 { Ok(true) } else { self.layout.is_injective() }
    }
}
