//! Axes in memory: their order, and bytes.

use super::parts::*;
use super::table::operations;
use layout_core::StridedLayout;

operations! {
    memory:

    /// Whether the elements lie side by side in the order of the coordinates, the *rightmost* axis fastest; within an
    /// axis the leftmost mode. Extents of 1 do not count. `IS_CONTIGUOUS_C` of [`LayoutOps`](crate::LayoutOps) is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// assert!(layout!((2, 1, n):(3, 7, 1)).is_contiguous_c());
    /// assert!(!layout!((2, 3):col).is_contiguous_c());
    /// const { assert!(<Layout!((2, 3):row)>::IS_CONTIGUOUS_C) };
    /// ```
    fn is_contiguous_c() -> bool
    { constant |a| a.is_contiguous_c(); unswizzled SWIZZLED; }

    /// Whether the elements lie side by side, the *leftmost* axis fastest: [`is_contiguous`](Self::is_contiguous) as
    /// strided arrays name it. `IS_CONTIGUOUS_F` of [`LayoutOps`](crate::LayoutOps) is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, 3):(1, 2)).is_contiguous_f());
    /// ```
    fn is_contiguous_f() -> bool
    { constant |a| a.is_contiguous_f(); unswizzled SWIZZLED; }

    /// Whether the elements lie side by side in some order of the axes, without gaps:
    /// [`is_bijective`](Self::is_bijective).
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((5, 3, 7):(3, 1, 15)).is_contiguous_any());
    /// ```
    fn is_contiguous_any() -> bool
    { constant |a| a.is_contiguous_any(); unswizzled SWIZZLED; }

    /// The axes from the slowest to the fastest: by falling `|stride|`, equal ones by falling extent, then from left to
    /// right. Refused if a mode has no stride of its own.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((7, 5, 3):(1, 21, 7)).stride_order()?.to_string(), "(1,2,0)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If a mode has no stride of its own.
    fn stride_order() -> Result<layout_core::IntTuple, LayoutError>
    { constant |a| a.stride_order(); unswizzled SWIZZLED; }

    /// The greatest extent times stride of a leaf: Ascend's and MoYe's `capacity`. It does not bound the offsets;
    /// [`cosize`](Self::cosize) does.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, 8):(8, 1)).capacity(), 32);
    /// ```
    fn capacity() -> i64
    { constant |a| a.capacity(); unswizzled SWIZZLED; }

    /// Bit `k` says that axis `k` continues its left neighbour in row-major order, so [`merge_axes`](Self::merge_axes)
    /// joins both. Refused if a mode has no stride of its own.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, 5, 3):(15, 3, 1)).mergeable_axes()?, 0b110);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If a mode has no stride of its own.
    fn mergeable_axes() -> Result<u32, LayoutError>
    { constant |a| a.mergeable_axes(); unswizzled SWIZZLED; }
}

pub(super) const SWIZZLED: &str =
    "the axes of a swizzled layout have no order in memory: use the layout inside";

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The layout over elements of type `T` as a strided array, which counts in bytes: strides, offsets and the size of
    /// the allocation, the widest vector, the same bytes as other items. Refused if a mode has no stride of its own,
    /// and for a `T` without a size.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((5, 3, 7):row).strided::<f32>()?;
    /// assert_eq!(a.strides_in_bytes()?.to_string(), "(84,28,4)");
    /// assert_eq!(a.required_size_in_bytes()?, 5 * 3 * 7 * 4);
    /// assert_eq!(layout!((16, 6):row).strided::<u16>()?.max_compatible_item_size(16, 0, -1)?, 4);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If a mode has no stride of its own, or `T` has no size.
    #[inline]
    pub fn strided<T>(self) -> Result<StridedLayout, LayoutError> {
        strided::<T, Self>(self)
    }
}

/// The plain layout over elements of type `T`; of a static layout, computed in `const`.
#[inline]
pub(super) fn strided<T, A: PlainLayout>(layout: A) -> Result<StridedLayout, LayoutError> {
    if <A::IsStatic as Bool>::VALUE {
        const { StridedLayout::new(&A::FORM, size_of::<T>() as i64) }
    } else {
        StridedLayout::new(&PlainLayout::plain(layout), size_of::<T>() as i64)
    }
}
