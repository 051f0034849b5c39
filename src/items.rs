//! [`ItemLayout`], a layout with an item size and an offset in its type.

use crate::ops::{BroadcastTo, MergeAxesBy, Permute, Reshape, SliceAxes, Squeeze, UnsqueezeAxes};
use crate::types::{Arrays, Int, IntTuple, Leaf, Map, OffsetMap, PlainLayout, PlainOf, Sum};
use crate::{AnyLayout, Extent, LayoutError, LayoutOps, Static};
use layout_core::StridedLayout;
use typenum::U0;

/// A layout with the size of an item in bytes and the offset of the first item in its type: cuda.core's
/// `StridedLayout` as a type. The offset is a numeral, or a `usize` where only run time knows it.
///
/// ```
/// use static_layout::items::ItemLayout;
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
pub struct ItemLayout<L, const ITEM: usize, O = U0> {
    layout: L,
    offset: O,
}

/// Why a swizzled layout is refused.
const SWIZZLED: &str = "a strided layout has no swizzle";

/// The offset `O` moved to the first item that `C` takes of `L`.
pub type Moved<O, L, C> =
    <Map<Sum, <O as Leaf>::In, <PlainOf<L> as Arrays>::FirstOfAxes<C>> as Int>::Leaf;

#[layout_macros::at_caller]
impl<L: AnyLayout, const ITEM: usize> ItemLayout<L, ITEM> {
    /// The layout of items of `ITEM` bytes, from the start of memory on.
    ///
    /// # Compile errors
    ///
    /// For items of 0 bytes.
    pub fn new(layout: L) -> Self {
        const { crate::types::check::require(ITEM > 0, "an item has 1 byte or more") };
        Self { layout, offset: crate::types::static_value() }
    }
}

#[layout_macros::at_caller]
impl<L: AnyLayout, const ITEM: usize, O: Leaf> ItemLayout<L, ITEM, O> {
    /// The layout, in items.
    pub const fn layout(self) -> L {
        self.layout
    }

    /// The size of an item in bytes.
    pub const fn item_size(self) -> usize {
        ITEM
    }

    /// The offset of the first item, in items.
    pub fn offset(self) -> isize {
        self.offset.word() as isize
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
    ///
    /// # Compile errors
    ///
    /// A swizzled layout.
    pub fn to_dynamic(self) -> Result<StridedLayout, LayoutError> {
        const { crate::types::check::require(<L::OffsetMap as OffsetMap>::IS_IDENTITY, SWIZZLED) };
        let layout = self.layout.parts().1.plain();
        StridedLayout::new(&layout, ITEM as i64)?.with_offset(self.offset() as i64)
    }

    /// The part that slices select, its offset included: [`Layout::slice_axes`](crate::Layout::slice_axes).
    ///
    /// # Panics
    ///
    /// As [`Layout::slice_axes`](crate::Layout::slice_axes), and where a run-time offset would be negative.
    ///
    /// # Compile errors
    ///
    /// Those of [`Layout::slice_axes`](crate::Layout::slice_axes).
    pub fn sliced<C: IntTuple>(
        self,
        slices: C,
    ) -> ItemLayout<SliceAxes<L, C>, ITEM, Moved<O, L, C>> {
        let (layout, moved) = self.layout.slice_axes(slices);
        let offset = Leaf::from_value((self.offset() + moved) as i64);
        let out = ItemLayout { layout, offset };
        assert!(out.offset() == self.offset() + moved, "a run-time offset is not negative");
        out
    }

    /// The axes in the order of `I`: [`Layout::permute`](crate::Layout::permute).
    ///
    /// ```
    /// use static_layout::items::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 3, 7):row)).sliced(slices!(1..));
    /// let b = a.permuted::<Shape!(2, 0, 1)>();
    /// assert_eq!((b.layout(), b.offset()), (layout!((7, 4, 3):(1, 21, 7)), 21));
    /// ```
    pub fn permuted<I: IntTuple>(self) -> ItemLayout<Permute<L, I>, ITEM, O> {
        ItemLayout { layout: LayoutOps::permute::<I>(self.layout), offset: self.offset }
    }

    /// Another shape of the same items: [`Layout::reshape`](crate::Layout::reshape).
    ///
    /// ```
    /// use static_layout::items::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 3, 4):row)).reshaped(shape!(_, 4));
    /// assert_eq!(a.layout(), layout!((15, 4):row));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Layout::reshape`](crate::Layout::reshape).
    pub fn reshaped<P: IntTuple>(self, shape: P) -> ItemLayout<Reshape<L, P>, ITEM, O> {
        ItemLayout { layout: LayoutOps::reshape(self.layout, shape), offset: self.offset }
    }

    /// The axes joined where the bits of `MASK` are set: [`Layout::merge_axes_by`](crate::Layout::merge_axes_by).
    ///
    /// ```
    /// use static_layout::items::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 3, 4):row)).flattened::<0b100>();
    /// assert_eq!(a.layout(), layout!((5, 12):row));
    /// ```
    pub fn flattened<const MASK: usize>(self) -> ItemLayout<MergeAxesBy<L, MASK>, ITEM, O>
    where
        Extent<MASK>: Static,
    {
        ItemLayout { layout: LayoutOps::merge_axes_by::<MASK>(self.layout), offset: self.offset }
    }

    /// Without the axes of the static extent 1: [`Layout::squeeze`](crate::Layout::squeeze).
    ///
    /// ```
    /// use static_layout::items::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 1, 4):row)).squeezed();
    /// assert_eq!(a.layout(), layout!((5, 4):row));
    /// ```
    pub fn squeezed(self) -> ItemLayout<Squeeze<L>, ITEM, O> {
        ItemLayout { layout: LayoutOps::squeeze(self.layout), offset: self.offset }
    }

    /// Axes of one item at the numbers `I`: [`Layout::unsqueeze_axes`](crate::Layout::unsqueeze_axes).
    ///
    /// ```
    /// use static_layout::items::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((5, 4):row)).unsqueezed::<Shape!(3, 0)>();
    /// assert_eq!(a.layout(), layout!((1, 5, 4, 1):(0, 4, 1, 0)));
    /// ```
    pub fn unsqueezed<I: IntTuple>(self) -> ItemLayout<UnsqueezeAxes<L, I>, ITEM, O> {
        ItemLayout { layout: LayoutOps::unsqueeze_axes::<I>(self.layout), offset: self.offset }
    }

    /// The items repeated to fill a shape: [`Layout::broadcast_to`](crate::Layout::broadcast_to).
    ///
    /// ```
    /// use static_layout::items::ItemLayout;
    /// use static_layout::*;
    /// let a = ItemLayout::<_, 2>::new(layout!((1, 4):row)).broadcast_to(shape!(5, 4));
    /// assert_eq!(a.layout(), layout!((5, 4):(0, 1)));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Layout::broadcast_to`](crate::Layout::broadcast_to).
    pub fn broadcast_to<P: IntTuple>(self, shape: P) -> ItemLayout<BroadcastTo<L, P>, ITEM, O> {
        ItemLayout { layout: LayoutOps::broadcast_to(self.layout, shape), offset: self.offset }
    }
}
