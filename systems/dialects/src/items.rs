//! [`ItemLayout`], a layout with an item size and an offset in its type.

use layout_core::{LayoutError, StridedLayout};
use static_layout::int::Int;
use static_layout::ops::{
    BroadcastTo, MergeAxesBy, Permute, Reshape, SliceAxes, Squeeze, UnsqueezeAxes,
};
use static_layout::typenum::U0;
use static_layout::{ComposedLayout, Extent, IntTuple, LayoutOps, PlainLayout, Static, Swizzle};

/// The layout `c -> O + L(c)`: a swizzle without bits applies to no offset, and a slice adds to `O` in the type.
pub type WithOffset<L, O> = ComposedLayout<Swizzle<U0, U0, U0>, O, L>;

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
///     "_StridedLayout(shape=(4, 7), strides=(21, 1), itemsize=4, _slice_offset=35)"
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
}
