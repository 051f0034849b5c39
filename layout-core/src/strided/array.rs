//! [`StridedLayout`], a flat layout with an item size and an offset.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::{add, multiply, tri};
use crate::strided::StrideOrder;
use crate::strided::axes::{exactly, permutation};
use crate::strided::list::AxisList;
use crate::value::limit::{Limit, MAX_RANK};
use crate::value::{Layout, MOST, Modes, Num, Profile};

/// A strided array without its data: a shape, a stride in elements for each axis, the size of an element in bytes,
/// and the offset of the first element. cuda.core's `StridedLayout`. Every offset fits `isize`, and every answer is
/// exact.
///
/// An array has at most 64 axes. A [`Layout`] has at most 12 modes at one level, so [`layout`](Self::layout) refuses an
/// array with more axes. Two arrays are equal when they map every index to the same bytes. So strides of extents of 1, and
/// all strides of an empty array, do not matter.
///
/// ```
/// use layout_core::{Slice, StrideOrder, StridedLayout};
/// let a = StridedLayout::dense(&"(5,3,7)".parse()?, 4, &StrideOrder::C)?;
/// assert_eq!(a.strides_in_bytes()?.to_string(), "(84,28,4)");
/// let part = a.sliced(&[Slice::from(1..), Slice::Index(2)])?;
/// assert_eq!((part.layout()?.to_string(), part.offset()), ("(4,7):(21,1)".into(), 35));
/// assert_eq!(part.reshaped(&"(28,)".parse()?).unwrap_err().to_string(),
///     "cannot reshape (4,7):(21,1) to (28): axis 0 has no stride of its own: 7:1 continues at 21; \
///     a layout with nested modes can have it: Layout::reshape");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct StridedLayout {
    pub(crate) extents: AxisList,
    pub(crate) strides: AxisList,
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
    /// assert_eq!(a.layout()?.to_string(), "(6,4):(4,1)");
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
                Ok(_) => Self::of_modes(&axes, item_size),
                Err(rule) => Err(rule),
            },
            Err(rule) => Err(rule),
        };
        match result {
            Ok(array) => Ok(array),
            Err(rule) => Err(LayoutError::unary(Operation::Array, Operand::Layout(known), rule)),
        }
    }

    const fn of_modes(axes: &Modes, item_size: i64) -> Result<Self, Rule> {
        let (extents, strides) =
            (axes.extents.split_at(axes.len).0, axes.strides.split_at(axes.len).0);
        match (AxisList::new(extents), AxisList::new(strides)) {
            (Ok(extents), Ok(strides)) => Self::of_axes(extents, strides, item_size, 0),
            (Err(error), _) | (_, Err(error)) => Err(error.rule),
        }
    }

    /// An array of up to 64 axes, with strides in elements.
    ///
    /// ```
    /// use layout_core::{AxisList, StridedLayout};
    /// let shape = AxisList::new(&[2; 20])?;
    /// let mut strides = [0; 20];
    /// strides[19] = 1;
    /// let a = StridedLayout::from_strides(&shape, &AxisList::new(&strides)?, 4)?;
    /// assert_eq!((a.rank(), a.volume(), a.offset_bounds()), (20, 1 << 20, (0, 1)));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless each axis has a stride, [`Rule::NegativeExtent`], [`ArrayRule::ItemSize`] unless the size
    /// is positive, and [`Rule::Overflow`] for a volume or offsets above [`isize::MAX`].
    pub const fn from_strides(
        shape: &AxisList,
        strides: &AxisList,
        item_size: i64,
    ) -> Result<Self, LayoutError> {
        if shape.len != strides.len {
            let rule = Rule::Ranks { left: shape.len, right: strides.len };
            return Err(LayoutError::unary(Operation::Array, shape.operand(), rule));
        }
        match Self::of_axes(*shape, *strides, item_size, 0) {
            Ok(array) => Ok(array),
            Err(rule) => {
                let (extents, strides) = (*shape, *strides);
                let made = Self { extents, strides, item_size, offset: 0, is_implicit: false };
                Err(LayoutError::unary(Operation::Array, made.operand(), rule))
            }
        }
    }

    /// An array with strides in bytes.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::from_byte_strides(&"(4,6)".parse()?, &"(48,8)".parse()?, 8)?;
    /// assert_eq!(a.layout()?.to_string(), "(4,6):(6,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::ByteStride`] where a stride is not a multiple of the item size. Otherwise as [`new`](Self::new).
    pub const fn from_byte_strides(
        shape: &AxisList,
        strides: &AxisList,
        item_size: i64,
    ) -> Result<Self, LayoutError> {
        let (mut elements, mut k) = (*strides, 0);
        while k < strides.len && item_size > 0 {
            let stride = strides.values[k];
            if stride % item_size != 0 {
                let rule = Rule::Array(ArrayRule::ByteStride { stride, item_size });
                return Err(LayoutError::unary(Operation::Array, shape.operand(), rule));
            }
            elements.values[k] = stride / item_size;
            k += 1;
        }
        Self::from_strides(shape, &elements, item_size)
    }

    /// The array of these axes, of which there are as many extents as strides.
    ///
    /// # Errors
    /// `ItemSize`, `NegativeExtent`, `Integer`, and `Overflow` where the volume, also next to an extent of 0, or an offset
    /// exceeds [`MOST`].
    pub(crate) const fn of_axes(
        extents: AxisList,
        strides: AxisList,
        item_size: i64,
        offset: i64,
    ) -> Result<Self, Rule> {
        if item_size <= 0 {
            return Err(Rule::Array(ArrayRule::ItemSize { item_size }));
        }
        let (mut volume, mut span, mut k) = (1, 1, 0);
        while k < extents.len {
            let (extent, stride) = (extents.values[k], strides.values[k]);
            if extent.unsigned_abs() > MOST as u64 || stride.unsigned_abs() > MOST as u64 {
                return Err(Rule::Integer);
            }
            if extent < 0 {
                return Err(Rule::NegativeExtent { extent });
            }
            if extent > 1 {
                volume = tri!(multiply(volume, extent));
                span = tri!(add(span, tri!(multiply(extent - 1, stride.abs()))));
            }
            k += 1;
        }
        let array = Self { extents, strides, item_size, offset, is_implicit: false };
        let (least, greatest) = array.reach();
        tri!(add(offset, least));
        tri!(add(offset, greatest));
        Ok(array)
    }

    /// The row-major array of a shape whose strides are not stated, cuda.core's `strides=None`. It prints as such,
    /// and equals the array of the same strides. Only operations that change nothing keep it implicit:
    /// [`to_dense`](Self::to_dense) in its own order and [`repacked`](Self::repacked) to its own item size.
    ///
    /// ```
    /// use layout_core::{StrideOrder, StridedLayout};
    /// let a = StridedLayout::implicit(&"(5,4)".parse()?, 2)?;
    /// assert_eq!(a.to_string(), "StridedLayout(shape=(5, 4), strides=None, itemsize=2)");
    /// assert_eq!((a.layout()?.to_string(), a.explicit_strides()), ("(5,4):(4,1)".into(), None));
    /// let b = StridedLayout::dense(&"(5,4)".parse()?, 2, &StrideOrder::C)?;
    /// assert!(a == b && !a.same_fields(&b));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`dense`](Self::dense).
    pub const fn implicit(shape: &AxisList, item_size: i64) -> Result<Self, LayoutError> {
        match Self::dense(shape, item_size, &StrideOrder::C) {
            Ok(array) => Ok(Self { is_implicit: true, ..array }),
            Err(error) => Err(error),
        }
    }

    /// The strides in elements, cuda.core's `strides`. `None` for an [`implicit`](Self::implicit) array.
    pub const fn explicit_strides(&self) -> Option<AxisList> {
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
        let moved = Self::of_axes(self.extents, self.strides, self.item_size, offset);
        self.refusing(Operation::Array, Operand::None, moved)
    }

    /// Shape and strides in elements: a mode for each axis.
    ///
    /// ```
    /// use layout_core::{AxisList, StrideOrder, StridedLayout};
    /// let a = StridedLayout::dense(&AxisList::new(&[2; 13])?, 4, &StrideOrder::C)?;
    /// assert_eq!(
    ///     a.layout().unwrap_err().to_string(),
    ///     "no flat layout is 13 axes: more than 12 modes at one level"
    /// );
    /// assert_eq!(a.flattened(0, -1, None)?.layout()?.to_string(), "(8192):(1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12 axes.
    pub const fn layout(&self) -> Result<Layout, LayoutError> {
        match self.modes() {
            Ok(layout) => Ok(layout),
            Err(rule) => Err(LayoutError::unary(Operation::Flat, Operand::Axes(self.rank()), rule)),
        }
    }

    const fn modes(&self) -> Result<Layout, Rule> {
        let (mut modes, mut k) = (Modes::EMPTY, 0);
        if self.rank() > MAX_RANK {
            return Err(Rule::Full { limit: Limit::Rank });
        }
        while k < self.rank() {
            let (extent, stride) = (self.extents.values[k], self.strides.values[k]);
            tri!(modes.push(Num::known(extent), Num::known(stride)));
            k += 1;
        }
        match Profile::flat(modes.len) {
            Ok(profile) => Ok(Layout { profile, modes }),
            Err(limit) => Err(Rule::Full { limit }),
        }
    }

    /// The number of axes, NumPy's `ndim`.
    pub const fn rank(&self) -> usize {
        self.extents.len
    }

    /// The extents.
    pub const fn shape(&self) -> AxisList {
        self.extents
    }

    /// The strides in elements.
    pub const fn strides(&self) -> AxisList {
        self.strides
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
        let (mut volume, mut k) = (1, 0);
        while k < self.rank() {
            // The product of the extents other than 0 fits.
            volume *= self.extents.values[k];
            k += 1;
        }
        volume
    }

    /// The axes in the order of the numbers in `axes`. A negative number counts from the end.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// let a = StridedLayout::new(&"(5,3,7):(21,7,1)".parse()?, 1)?;
    /// assert_eq!(a.permuted(&"(2,0,1)".parse()?)?.layout()?.to_string(), "(7,5,3):(1,21,7)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], [`ArrayRule::Axis`] and [`ArrayRule::AxisTwice`] unless each axis is there once.
    pub const fn permuted(&self, axes: &AxisList) -> Result<Self, LayoutError> {
        self.refusing_list(Operation::Permute, axes, self.permuted_by(axes))
    }

    const fn permuted_by(&self, order: &AxisList) -> Result<Self, Rule> {
        let axes = tri!(permutation(order.as_slice(), self.rank()));
        let (mut out, mut k) = (Self { is_implicit: false, ..*self }, 0);
        while k < self.rank() {
            out.extents.values[k] = self.extents.values[axes[k]];
            out.strides.values[k] = self.strides.values[axes[k]];
            k += 1;
        }
        Ok(out)
    }

    /// The array with stride 0 for each extent of 1.
    pub(super) const fn with_ones_at_rest(mut self) -> Self {
        let mut k = 0;
        while k < self.rank() {
            if self.extents.values[k] == 1 {
                self.strides.values[k] = 0;
            }
            k += 1;
        }
        self
    }

    /// The least and the greatest offset relative to the offset of the array. Both 0 for an empty one.
    pub(super) const fn reach(&self) -> (i64, i64) {
        let (mut least, mut greatest, mut k) = (0, 0, 0);
        while k < self.rank() {
            if self.extents.values[k] == 0 {
                return (0, 0);
            }
            // Cannot saturate in a valid array: the sum is below its span.
            let span = (self.extents.values[k] - 1).saturating_mul(self.strides.values[k]);
            if span < 0 {
                least += span;
            } else {
                greatest += span;
            }
            k += 1;
        }
        (least, greatest)
    }

    /// The operand of a refusal: the layout, or the number of axes where no layout has them.
    pub(super) const fn operand(&self) -> Operand {
        match self.modes() {
            Ok(layout) => Operand::Layout(layout),
            Err(_) => Operand::Axes(self.rank()),
        }
    }

    /// [`refusing`](Self::refusing) with a list as the right operand.
    pub(super) const fn refusing_list(
        &self,
        operation: Operation,
        right: &AxisList,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(array) => Ok(array),
            Err(rule) => self.refusing(operation, right.operand(), Err(rule)),
        }
    }

    pub(super) const fn refusing(
        &self,
        operation: Operation,
        right: Operand,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(array) => Ok(array),
            Err(rule) => Err(LayoutError::refused(operation, self.operand(), right, rule)),
        }
    }
}

impl PartialEq for StridedLayout {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.strides, &other.strides);
        let alike = |k: usize| self.extents[k] == 1 || a[k] == b[k];
        self.extents == other.extents
            && (self.item_size, self.offset) == (other.item_size, other.offset)
            && (self.volume() == 0 || (0..a.len).all(alike))
    }
}

impl Eq for StridedLayout {}
