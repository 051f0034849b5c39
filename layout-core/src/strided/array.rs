//! [`StridedLayout`], a flat layout with an item size and an offset.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::modes::Modes;
use crate::number::{add, tri};
use crate::strided::StrideOrder;
use crate::strided::axes::{self, exactly, permutation};
use crate::strided::slicing::Slice;
use crate::tuple::IntTuple;

/// A strided array without its data: a shape, a stride in elements for each axis, the size of an element in bytes,
/// and the offset of the first element. cuda.core's `StridedLayout`. Every offset fits `isize`, and every answer is
/// exact.
///
/// An array has at most 12 axes. Two are equal when they map every index to the same bytes. So strides of extents of
/// 1, and all strides of an empty array, do not matter.
///
/// ```
/// use layout_core::{Slice, StrideOrder, StridedLayout};
/// let a = StridedLayout::dense(&"(5,3,7)".parse()?, 4, &StrideOrder::C)?;
/// assert_eq!(a.strides_in_bytes()?.to_string(), "(84,28,4)");
/// let part = a.sliced(&[Slice::from(1..), Slice::Index(2)])?;
/// assert_eq!((part.layout().to_string(), part.offset()), ("(4,7):(21,1)".into(), 35));
/// assert_eq!(part.reshaped(&"(28,)".parse()?).unwrap_err().to_string(),
///     "cannot reshape (4,7):(21,1) to (28): axis 0 has no stride of its own: 7:1 continues at 21; \
///     a layout with nested modes can have it: Layout::reshape");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct StridedLayout {
    pub(crate) layout: Layout,
    pub(crate) item_size: i64,
    pub(crate) offset: i64,
    /// Whether the strides were not given: cuda.core's `strides=None`.
    pub(crate) is_implicit: bool,
}

impl StridedLayout {
    /// An array of this layout, with elements of `item_size` bytes.
    ///
    /// ```
    /// use layout_core::{Layout, StridedLayout};
    /// let a = StridedLayout::new(&"((2,3),4):((4,8),1)".parse()?, 8)?;
    /// assert_eq!(a.layout().to_string(), "(6,4):(4,1)");
    /// assert!(StridedLayout::new(&"((2,3),4):((4,9),1)".parse()?, 8).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`] where a mode has no stride of its own, and [`ArrayRule::ItemSize`] unless the size
    /// is positive.
    pub const fn new(layout: &Layout, item_size: i64) -> Result<Self, LayoutError> {
        let known = layout.set_known();
        let result = match known.axes() {
            Ok(axes) => match exactly(&axes) {
                Ok(flat) => Self::checked(flat, item_size, 0),
                Err(rule) => Err(rule),
            },
            Err(rule) => Err(rule),
        };
        of(&known, Operation::Array, Operand::None, result)
    }

    /// An array with strides in bytes.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::from_byte_strides(&"(4,6)".parse()?, &"(48,8)".parse()?, 8)?;
    /// assert_eq!(a.layout().to_string(), "(4,6):(6,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::ByteStride`] where a stride is no multiple of the item size. Otherwise as [`new`](Self::new).
    pub const fn from_byte_strides(
        shape: &IntTuple,
        strides: &IntTuple,
        item_size: i64,
    ) -> Result<Self, LayoutError> {
        let (mut elements, mut k) = (*strides, 0);
        while k < strides.leaf_count() && item_size > 0 {
            let stride = strides.value(k);
            if stride % item_size != 0 {
                let rule = Rule::Array(ArrayRule::ByteStride { stride, item_size });
                return Err(LayoutError::refused(
                    Operation::Array,
                    Operand::Tuple(*shape),
                    Operand::None,
                    rule,
                ));
            }
            elements.values[k] = stride / item_size;
            k += 1;
        }
        match Layout::new(*shape, elements) {
            Ok(layout) => Self::new(&layout, item_size),
            Err(error) => Err(error),
        }
    }

    pub(crate) const fn checked(layout: Layout, item_size: i64, offset: i64) -> Result<Self, Rule> {
        if item_size <= 0 {
            return Err(Rule::Array(ArrayRule::ItemSize { item_size }));
        }
        let (least, greatest) = reach(&layout);
        tri!(add(offset, least));
        tri!(add(offset, greatest));
        Ok(Self { layout, item_size, offset, is_implicit: false })
    }

    /// The row-major array of a shape whose strides are not stated, cuda.core's `strides=None`. It prints as such,
    /// and equals the array of the same strides. Only operations that change nothing keep it implicit:
    /// [`to_dense`](Self::to_dense) in its own order and [`repacked`](Self::repacked) to its own item size.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let a = StridedLayout::implicit(&"(5,4)".parse()?, 2)?;
    /// assert_eq!(a.to_string(), "StridedLayout(shape=(5, 4), strides=None, itemsize=2)");
    /// assert_eq!((a.layout().to_string(), a.explicit_strides()), ("(5,4):(4,1)".into(), None));
    /// let b = StridedLayout::dense(&"(5,4)".parse()?, 2, &StrideOrder::C)?;
    /// assert!(a == b && !a.same_fields(&b));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`dense`](Self::dense).
    pub const fn implicit(shape: &IntTuple, item_size: i64) -> Result<Self, LayoutError> {
        match Self::dense(shape, item_size, &StrideOrder::C) {
            Ok(array) => Ok(Self { is_implicit: true, ..array }),
            Err(error) => Err(error),
        }
    }

    /// The strides in elements, cuda.core's `strides`. `None` for an [`implicit`](Self::implicit) array.
    pub const fn explicit_strides(&self) -> Option<IntTuple> {
        if self.is_implicit { None } else { Some(self.strides()) }
    }

    /// Whether both arrays have the same fields, cuda.core's `==`: strides of extents of 1 and of empty arrays
    /// count, and implicit strides differ from explicit ones. `==` compares where the elements are.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let of = |strides: &str| StridedLayout::new(&strides.parse()?, 4);
    /// let (a, b) = (of("(1,4):(7,1)")?, of("(1,4):(9,1)")?);
    /// assert!(a == b && !a.same_fields(&b));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn same_fields(&self, other: &Self) -> bool {
        self.shape() == other.shape()
            && self.explicit_strides() == other.explicit_strides()
            && (self.item_size, self.offset) == (other.item_size, other.offset)
    }

    /// This array with another offset, in elements.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(4,):(-1,)".parse()?, 2)?.with_offset(3)?;
    /// assert_eq!(a.offset_bounds(), (0, 3));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] where an offset exceeds [`isize::MAX`].
    pub const fn with_offset(&self, offset: i64) -> Result<Self, LayoutError> {
        if offset == self.offset {
            return Ok(*self);
        }
        self.named(
            Operation::Array,
            Operand::None,
            Self::checked(self.layout, self.item_size, offset),
        )
    }

    /// Shape and strides in elements: a mode for each axis.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The number of axes, NumPy's `ndim`.
    pub const fn rank(&self) -> usize {
        self.layout.modes.len
    }

    /// The extents.
    pub const fn shape(&self) -> IntTuple {
        self.layout.shape()
    }

    /// The strides in elements.
    pub const fn strides(&self) -> IntTuple {
        self.layout.stride()
    }

    /// The size of an element in bytes.
    pub const fn item_size(&self) -> i64 {
        self.item_size
    }

    /// The offset of the element `(0,0,..)`, in elements.
    pub const fn offset(&self) -> i64 {
        self.offset
    }

    /// The number of elements.
    pub const fn volume(&self) -> i64 {
        self.layout.size()
    }

    /// The axes in the order of the numbers in `axes`. A negative number counts from the end.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(5,3,7):(21,7,1)".parse()?, 1)?;
    /// assert_eq!(a.permuted(&"(2,0,1)".parse()?)?.layout().to_string(), "(7,5,3):(1,21,7)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], [`ArrayRule::Axis`] and [`ArrayRule::AxisTwice`] unless each axis is there once.
    pub const fn permuted(&self, axes: &IntTuple) -> Result<Self, LayoutError> {
        self.named(Operation::Permute, Operand::Tuple(*axes), self.permuted_by(axes))
    }

    const fn permuted_by(&self, order: &IntTuple) -> Result<Self, Rule> {
        let axes = tri!(permutation(order, self.rank()));
        let (mut out, mut k) = (Modes::EMPTY, 0);
        while k < self.rank() {
            tri!(out.push(self.layout.modes.extent(axes[k]), self.layout.modes.stride(axes[k])));
            k += 1;
        }
        Self::checked(tri!(exactly(&out)), self.item_size, self.offset)
    }

    /// The part that `slices` select: [`Layout::slice_axes`], with its offset added.
    ///
    /// # Errors
    /// As [`Layout::slice_axes`].
    pub const fn sliced(&self, slices: &[Slice]) -> Result<Self, LayoutError> {
        match self.layout.slice_axes(slices) {
            Ok((part, moved)) => {
                let result = match add(self.offset, moved) {
                    Ok(offset) => Self::checked(part, self.item_size, offset),
                    Err(rule) => Err(rule),
                };
                self.named(Operation::SliceAxes, Operand::None, result)
            }
            Err(error) => Err(error),
        }
    }

    /// [`Layout::reshape`] to a flat layout.
    ///
    /// # Errors
    /// As [`Layout::reshape`]. [`ArrayRule::NoFlatStride`] where an axis would have no stride of its own: a strided
    /// array has no such reshape without a copy.
    pub const fn reshaped(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        match self.layout.reshape(shape) {
            Ok(layout) => match layout.to_flat() {
                Ok(flat) => Ok(Self { layout: flat, is_implicit: false, ..*self }),
                Err(error) => Err(LayoutError::refused(
                    Operation::Reshape,
                    Operand::Layout(self.layout),
                    Operand::Tuple(*shape),
                    error.rule,
                )),
            },
            Err(error) => Err(error),
        }
    }

    /// [`Layout::broadcast_to`].
    ///
    /// # Errors
    /// As [`Layout::broadcast_to`].
    pub const fn broadcast_to(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        self.with_layout(self.layout.broadcast_to(shape))
    }

    /// [`Layout::merge_axes`] of the axes `start..=end`, or of those that a mask sets: with a mask, `start` and `end`
    /// do not count, as in cuda.core. A negative number counts from the end.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(4,5,3):(15,3,1)".parse()?, 4)?;
    /// assert_eq!(a.flattened(1, -1, None)?.layout().to_string(), "(4,15):(15,1)");
    /// assert_eq!(a.flattened(0, 0, Some(0b100))?.layout().to_string(), "(4,15):(15,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for an axis that does not exist, without a mask.
    pub const fn flattened(
        &self,
        start: i64,
        end: i64,
        mask: Option<u32>,
    ) -> Result<Self, LayoutError> {
        if let Some(mask) = mask {
            return self.with_layout(self.layout.merge_axes(mask));
        }
        let rank = self.rank();
        // An array without axes has none between any two ends.
        let (first, last) = match (axes::named(start, rank), axes::named(end, rank)) {
            (Ok(first), Ok(last)) => (first, last),
            _ if rank == 0 && start == 0 && end == -1 => (0, 0),
            (Err(rule), _) | (_, Err(rule)) => {
                return self.named(Operation::MergeAxes, Operand::None, Err(rule));
            }
        };
        let (mut within, mut k) = (0_u32, first + 1);
        while k <= last {
            within |= 1 << k;
            k += 1;
        }
        self.with_layout(self.layout.merge_axes(within))
    }

    /// A mask of the axes that can join the axis before them: [`Layout::mergeable_axes`].
    pub const fn flattened_axis_mask(&self) -> u32 {
        match self.layout.mergeable_axes() {
            Ok(mask) => mask,
            Err(_) => 0,
        }
    }

    /// [`Layout::squeeze`].
    ///
    /// # Errors
    /// As [`Layout::squeeze`].
    pub const fn squeezed(&self) -> Result<Self, LayoutError> {
        self.with_layout(self.layout.squeeze())
    }

    /// [`Layout::unsqueeze`].
    ///
    /// # Errors
    /// As [`Layout::unsqueeze`].
    pub const fn unsqueezed(&self, axes: &[i64]) -> Result<Self, LayoutError> {
        self.with_layout(self.layout.unsqueeze(axes))
    }

    const fn with_layout(&self, layout: Result<Layout, LayoutError>) -> Result<Self, LayoutError> {
        match layout {
            Ok(layout) => Ok(Self { layout, is_implicit: false, ..*self }),
            Err(error) => Err(error),
        }
    }

    pub(crate) const fn named(
        &self,
        operation: Operation,
        right: Operand,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        of(&self.layout, operation, right, result)
    }
}

const fn of(
    layout: &Layout,
    operation: Operation,
    right: Operand,
    result: Result<StridedLayout, Rule>,
) -> Result<StridedLayout, LayoutError> {
    match result {
        Ok(array) => Ok(array),
        Err(rule) => Err(LayoutError::refused(operation, Operand::Layout(*layout), right, rule)),
    }
}

/// The least and the greatest offset of a flat layout. Both 0 for an empty one.
pub(crate) const fn reach(layout: &Layout) -> (i64, i64) {
    let (modes, mut least, mut greatest, mut k) = (&layout.modes, 0, 0, 0);
    while k < modes.len {
        if modes.extents[k] == 0 {
            return (0, 0);
        }
        // Cannot saturate for a valid layout: the sum is below the cosize.
        let span = (modes.extents[k] - 1).saturating_mul(modes.strides[k]);
        if span < 0 {
            least += span;
        } else {
            greatest += span;
        }
        k += 1;
    }
    (least, greatest)
}

impl PartialEq for StridedLayout {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.layout.modes, &other.layout.modes);
        let alike = |k: usize| a.extents[k] == 1 || a.strides[k] == b.strides[k];
        self.shape() == other.shape()
            && (self.item_size, self.offset) == (other.item_size, other.offset)
            && (self.volume() == 0 || (0..a.len).all(alike))
    }
}

impl Eq for StridedLayout {}
