//! [`ItemLayout`], a layout with an item size and an offset in its type.

use layout_core::{ArrayRule, LayoutError, Operand, Operation, Rule, StridedLayout};
use static_layout::int::Int;
use static_layout::internal;
use static_layout::ops::tuple::{CeilDiv, ElemScale};
use static_layout::ops::{
    BroadcastTo, MergeAxesBy, Permute, RecastBits, Reshape, SliceAxes, Squeeze, TupleOps,
    UnsqueezeAxes,
};
use static_layout::typenum::U0;
use static_layout::{
    ComposedLayout, Extent, IntTuple, LayoutOps, Numeral, PlainLayout, Static, Swizzle,
};

/// The layout `c -> O + L(c)`: a swizzle without bits applies to no offset, and a slice adds to `O` in the type.
pub type WithOffset<L, O> = ComposedLayout<Swizzle<U0, U0, U0>, O, L>;

/// The offset `O` in items of `NEW` bytes instead of `ITEM`.
pub type OffsetIn<O, const ITEM: usize, const NEW: usize> =
    CeilDiv<ElemScale<O, Numeral<ITEM>>, Numeral<NEW>>;
/// The layout `L` from the offset `O` on, in items of `NEW` bytes instead of `ITEM`.
pub type Repacked<L, O, const ITEM: usize, const NEW: usize> =
    WithOffset<RecastBits<L, ITEM, NEW>, OffsetIn<O, ITEM, NEW>>;

/// A layout with the size of an item in bytes and the offset of the first item in its type: cuda.core's
/// `StridedLayout` as a type. The offset is a numeral, or a `usize` where only run time knows it.
///
/// ```
/// use static_layout_dialects::ItemLayout;
/// use static_layout::*;
/// let a = ItemLayout::<_, 4>::new(layout!((5, 3, 7):row));
/// let part = a.sliced(slices!(1.., 2));
/// assert_eq!((part.layout().to_string(), part.offset()), ("(4,7):(21,1)".into(), 35));
/// assert_eq!((part.offset_in_bytes(), size_of_val(&part)), (140, 0));
/// assert_eq!(
///     part.to_dynamic()?.to_string(),
///     "StridedLayout(shape=(4, 7), strides=(21, 1), itemsize=4, _slice_offset=35)"
/// );
/// let row = 3;
/// assert_eq!(a.sliced(slices!(row)).offset(), 63);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ItemLayout<A, const ITEM: usize>(A);

impl<L: PlainLayout, const ITEM: usize> ItemLayout<WithOffset<L, U0>, ITEM> {
    /// The layout of items of `ITEM` bytes, from the start of memory on.
    ///
    /// # Compile errors
    ///
    /// For items of 0 bytes, and for a swizzled layout.
    pub fn new(layout: L) -> Self {
        const { assert!(ITEM > 0, "an item has 1 byte or more") };
        Self(ComposedLayout::new(Swizzle::new(), U0::new(), layout))
    }
}

impl<L: PlainLayout, O: Int, const ITEM: usize> ItemLayout<WithOffset<L, O>, ITEM> {
    /// The layout, in items.
    pub fn layout(self) -> L {
        self.0.plain()
    }

    /// The size of an item in bytes.
    pub const fn item_size(self) -> usize {
        ITEM
    }

    /// The offset of the first item, in items.
    pub fn offset(self) -> isize {
        self.0.inner_offset().word() as isize
    }

    /// The offset of the first item, in bytes.
    pub fn offset_in_bytes(self) -> isize {
        self.offset() * ITEM as isize
    }

    /// The layout on plain integers.
    ///
    /// # Errors
    ///
    /// As [`StridedLayout::new`] and [`StridedLayout::with_offset`].
    pub fn to_dynamic(self) -> Result<StridedLayout, LayoutError> {
        let layout = PlainLayout::to_dynamic(self.layout());
        StridedLayout::new(&layout, ITEM as i64)?.with_offset(self.offset() as i64)
    }

    /// The part that slices select, its offset included: [`Layout::slice_axes`](static_layout::Layout::slice_axes).
    ///
    /// # Panics
    ///
    /// As [`Layout::slice_axes`](static_layout::Layout::slice_axes).
    ///
    /// # Compile errors
    ///
    /// Those of [`Layout::slice_axes`](static_layout::Layout::slice_axes).
    pub fn sliced<C: IntTuple>(
        self,
        slices: C,
    ) -> ItemLayout<SliceAxes<WithOffset<L, O>, C>, ITEM> {
        ItemLayout(LayoutOps::slice_axes(self.0, slices).0)
    }

    /// The axes in the order of `I`: [`Layout::permute`](static_layout::Layout::permute).
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 3, 7):row)).sliced(slices!(1..));
    /// let b = a.permuted::<Shape!(2, 0, 1)>();
    /// assert_eq!((b.layout(), b.offset()), (layout!((7, 4, 3):(1, 21, 7)), 21));
    /// ```
    pub fn permuted<I: IntTuple>(self) -> ItemLayout<Permute<WithOffset<L, O>, I>, ITEM> {
        ItemLayout(LayoutOps::permute::<I>(self.0))
    }

    /// Another shape of the same items: [`Layout::reshape`](static_layout::Layout::reshape).
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 3, 4):row)).reshaped(shape!(_, 4));
    /// assert_eq!(a.layout(), layout!((15, 4):row));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Layout::reshape`](static_layout::Layout::reshape).
    pub fn reshaped<P: IntTuple>(self, shape: P) -> ItemLayout<Reshape<WithOffset<L, O>, P>, ITEM> {
        ItemLayout(LayoutOps::reshape(self.0, shape))
    }

    /// The axes joined where the bits of `MASK` are set: [`Layout::merge_axes_by`](static_layout::Layout::merge_axes_by).
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 3, 4):row)).flattened::<0b100>();
    /// assert_eq!(a.layout(), layout!((5, 12):row));
    /// ```
    pub fn flattened<const MASK: usize>(
        self,
    ) -> ItemLayout<MergeAxesBy<WithOffset<L, O>, MASK>, ITEM>
    where
        Extent<MASK>: Static,
    {
        ItemLayout(LayoutOps::merge_axes_by::<MASK>(self.0))
    }

    /// Without the axes of the static extent 1: [`Layout::squeeze`](static_layout::Layout::squeeze).
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 1, 4):row)).squeezed();
    /// assert_eq!(a.layout(), layout!((5, 4):row));
    /// ```
    pub fn squeezed(self) -> ItemLayout<Squeeze<WithOffset<L, O>>, ITEM> {
        ItemLayout(LayoutOps::squeeze(self.0))
    }

    /// Axes of one item at the numbers `I`: [`Layout::unsqueeze_axes`](static_layout::Layout::unsqueeze_axes).
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 4):row)).unsqueezed::<Shape!(3, 0)>();
    /// assert_eq!(a.layout(), layout!((1, 5, 4, 1):(0, 4, 1, 0)));
    /// ```
    pub fn unsqueezed<I: IntTuple>(self) -> ItemLayout<UnsqueezeAxes<WithOffset<L, O>, I>, ITEM> {
        ItemLayout(LayoutOps::unsqueeze_axes::<I>(self.0))
    }

    /// The items repeated to fill a shape: [`Layout::broadcast_to`](static_layout::Layout::broadcast_to).
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((1, 4):row)).broadcast_to(shape!(5, 4));
    /// assert_eq!(a.layout(), layout!((5, 4):(0, 1)));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Layout::broadcast_to`](static_layout::Layout::broadcast_to).
    pub fn broadcast_to<P: IntTuple>(
        self,
        shape: P,
    ) -> ItemLayout<BroadcastTo<WithOffset<L, O>, P>, ITEM> {
        ItemLayout(LayoutOps::broadcast_to(self.0, shape))
    }

    /// The bytes as items of `NEW` bytes: neighbours along `AXIS` join or split. `AXIS` counts from the last axis if it is negative,
    /// and `pointer` is the address of the memory. NumPy's `view(dtype)`, cuda.core's `repacked`.
    ///
    /// ```text
    /// 4 bytes     (5,4):(4,1) from 8 on
    /// 8 bytes     (5,2):(2,1) from 4 on
    /// 2 bytes     (5,8):(8,1) from 16 on
    /// ```
    ///
    /// An axis that has one item left remains: [`squeezed`](Self::squeezed) drops it.
    ///
    /// ```
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 4>::new(layout!((7, 4):row)).sliced(slices!(2..));
    /// let wide = a.repacked::<8, -1>(0x1000);
    /// assert_eq!((wide.layout(), wide.offset()), (layout!((5, 2):row), 4));
    /// assert_eq!((wide.item_size(), size_of_val(&wide)), (8, 0));
    /// assert_eq!(wide.repacked::<2, 1>(0x1000).layout(), layout!((5, 8):row));
    /// assert_eq!(
    ///     a.try_repacked::<8, -1>(0x1004).unwrap_err().to_string(),
    ///     "cannot repack (5,4):(4,1): the address 4100 is not aligned to 8 bytes"
    /// );
    /// ```
    ///
    /// # Panics
    ///
    /// If [`try_repacked`](Self::try_repacked) returns an error.
    ///
    /// # Compile errors
    ///
    /// If static numbers alone are refused:
    /// ```compile_fail,E0080
    /// use static_layout_dialects::ItemLayout;
    /// use static_layout::*;
    /// // cannot repack (5,6):(6,1): the extent 6 of axis 1 is not a multiple of 4
    /// let _ = ItemLayout::<_, 2>::new(layout!((5, 6):row)).repacked::<8, 1>(0);
    /// ```
    #[track_caller]
    pub fn repacked<const NEW: usize, const AXIS: isize>(
        self,
        pointer: usize,
    ) -> ItemLayout<Repacked<L, O, ITEM, NEW>, NEW>
    where
        Extent<ITEM>: Static,
        Extent<NEW>: Static,
        RecastBits<L, ITEM, NEW>: PlainLayout,
        OffsetIn<O, ITEM, NEW>: Int,
    {
        internal::unwrap_or_panic(self.try_repacked::<NEW, AXIS>(pointer))
    }

    /// [`repacked`](Self::repacked), or the reason why there are no such items.
    ///
    /// # Errors
    ///
    /// As [`StridedLayout::repacked`], and [`ArrayRule::TypedAxis`] if new items belong to another axis than `AXIS` in the type of the
    /// result: among several axes of stride 1 or of one item, the type gives them to the first whose stride is 1.
    ///
    /// # Compile errors
    ///
    /// Those of [`repacked`](Self::repacked).
    pub fn try_repacked<const NEW: usize, const AXIS: isize>(
        self,
        pointer: usize,
    ) -> Result<ItemLayout<Repacked<L, O, ITEM, NEW>, NEW>, LayoutError>
    where
        Extent<ITEM>: Static,
        Extent<NEW>: Static,
        RecastBits<L, ITEM, NEW>: PlainLayout,
        OffsetIn<O, ITEM, NEW>: Int,
    {
        const { check_repacked::<L, O>(ITEM, NEW, AXIS) };
        let due = self.to_dynamic()?.repacked(NEW as i64, pointer as i64, AXIS as i64, true)?;
        let layout = LayoutOps::try_recast_bits::<ITEM, NEW>(self.layout())?;
        let in_bytes = self.0.inner_offset().try_elem_scale(Numeral::<ITEM>::default())?;
        let offset = in_bytes.try_ceil_div(Numeral::<NEW>::default())?;
        let made = ItemLayout(ComposedLayout::new(Swizzle::new(), offset, layout));
        if made.to_dynamic()? == due {
            return Ok(made);
        }
        let layout = Operand::Layout(PlainLayout::to_dynamic(self.layout()));
        let rule = Rule::Array(ArrayRule::TypedAxis { axis: AXIS as i64 });
        Err(LayoutError::refused(Operation::Repack, layout, Operand::None, rule))
    }
}

/// Stops the compiler if static numbers alone are refused, at any address.
const fn check_repacked<L: PlainLayout, O: Int>(item: usize, new: usize, axis: isize) {
    let (layout, offset) = (L::FORM, O::DESC);
    if !layout.all_known() {
        return;
    }
    let offset = if offset.all_known() { offset.value(0) } else { 0 };
    let array = match StridedLayout::new(&layout, item as i64) {
        Ok(array) => array.with_offset(offset),
        Err(error) => Err(error),
    };
    let due = match array {
        Ok(array) => array.repacked(new as i64, 0, axis as i64, true),
        Err(error) => Err(error),
    };
    if let Err(error) = due {
        internal::report(&error);
    }
}
