//! What is true of axes in memory: their order, and bytes.

use crate::check;
use crate::layout::{AnyLayout, Layout, PlainLayout, PlainOf};
use crate::num::Bool;
use crate::swizzle::OffsetMap;
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError, StridedLayout};

const SWIZZLED: &str =
    "the axes of a swizzled layout have no order in memory: ask the layout inside";

/// The answer on plain integers; in `const` for a static layout.
macro_rules! answered {
    ($A:ty, $layout:expr, |$a:ident| $ask:expr) => {
        if <<$A as AnyLayout>::IsStatic as Bool>::VALUE {
            const {
                let $a = <$A as PlainLayout>::DESC;
                $ask
            }
        } else {
            let $a = $layout.plain();
            $ask
        }
    };
}

macro_rules! measures {
    ($($(#[$doc:meta])* $method:ident($a:ident) -> $out:ty = $ask:expr;)*) => {
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $method(self) -> $out {
                    answered!(Self, self, |$a| $ask)
                }
            )*

            /// The layout over elements of type `T` as a strided array, which knows about bytes: strides, offsets and
            /// what must be allocated in bytes, the widest vector, the same bytes as other items. Refused where a
            /// mode has no stride of its own, and for a `T` without a size.
            ///
            /// ```
            /// use static_layout::*;
            /// let a = layout!((5, 3, 7):row).strided::<f32>()?;
            /// assert_eq!(a.strides_in_bytes()?.to_string(), "(84,28,4)");
            /// assert_eq!(a.required_size_in_bytes()?, 5 * 3 * 7 * 4);
            /// assert_eq!(layout!((16, 6):row).strided::<u16>()?.max_compatible_item_size(16, 0, -1)?, 4);
            /// # Ok::<(), LayoutError>(())
            /// ```
            #[inline]
            pub fn strided<T>(self) -> Result<StridedLayout, LayoutError> {
                answered!(Self, self, |a| StridedLayout::new(&a, size_of::<T>() as i64))
            }
        }

        /// What is true of axes in memory, for every layout that is not swizzled. The constants are of static layouts.
        ///
        /// ```
        /// use static_layout::*;
        /// fn is_row_major<L: AnyLayout>(_: L) -> bool {
        ///     L::IS_CONTIGUOUS_C
        /// }
        /// assert!(is_row_major(layout!((2, 3):row)) && !is_row_major(layout!((2, 3):col)));
        /// ```
        #[layout_macros::at_caller]
        pub trait Measured: AnyLayout {
            /// [`is_contiguous_c`](Layout::is_contiguous_c) of a static layout.
            const IS_CONTIGUOUS_C: bool =
                check::holds_plain::<Self>(<PlainOf<Self> as PlainLayout>::DESC.is_contiguous_c());
            /// [`is_contiguous_f`](Layout::is_contiguous_f) of a static layout.
            const IS_CONTIGUOUS_F: bool =
                check::holds_plain::<Self>(<PlainOf<Self> as PlainLayout>::DESC.is_contiguous_f());

            $(
                #[doc = concat!("See [`Layout::", stringify!($method), "`].")]
                #[inline]
                fn $method(self) -> $out {
                    const { not_swizzled::<Self>() };
                    answered!(PlainOf<Self>, self.parts().1, |$a| $ask)
                }
            )*

            /// See [`Layout::strided`].
            #[inline]
            fn strided<T>(self) -> Result<StridedLayout, LayoutError> {
                const { not_swizzled::<Self>() };
                answered!(PlainOf<Self>, self.parts().1, |a| {
                    StridedLayout::new(&a, size_of::<T>() as i64)
                })
            }
        }
        impl<L: AnyLayout> Measured for L {}
    };
}

measures! {
    /// Whether the elements lie side by side in the order of the coordinates, the *rightmost* axis fastest; within an
    /// axis the leftmost mode. Extents of 1 do not count. `IS_CONTIGUOUS_C` of [`Measured`] is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// assert!(layout!((2, 1, n):(3, 7, 1)).is_contiguous_c());
    /// assert!(!layout!((2, 3):col).is_contiguous_c());
    /// const { assert!(<Layout!((2, 3):row)>::IS_CONTIGUOUS_C) };
    /// ```
    is_contiguous_c(a) -> bool = a.is_contiguous_c();

    /// Whether the elements lie side by side, the *leftmost* axis fastest: [`is_contiguous`](Self::is_contiguous) in
    /// the words of strided arrays. `IS_CONTIGUOUS_F` of [`Measured`] is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, 3):(1, 2)).is_contiguous_f());
    /// ```
    is_contiguous_f(a) -> bool = a.is_contiguous_f();

    /// Whether the elements lie side by side in some order of the axes, without gaps:
    /// [`is_bijective`](Self::is_bijective).
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((5, 3, 7):(3, 1, 15)).is_contiguous_any());
    /// ```
    is_contiguous_any(a) -> bool = a.is_contiguous_any();

    /// The axes from the slowest to the fastest: by falling `|stride|`, equal ones by falling extent, then from left
    /// to right. Refused where a mode has no stride of its own.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((7, 5, 3):(1, 21, 7)).stride_order()?.to_string(), "(1,2,0)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    stride_order(a) -> Result<value::IntTuple, LayoutError> = a.stride_order();

    /// The greatest extent times stride of a leaf: Ascend's and MoYe's `capacity`. Not a bound of the offsets; that is
    /// [`cosize`](Self::cosize).
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, 8):(8, 1)).capacity(), 32);
    /// ```
    capacity(a) -> i64 = a.capacity();

    /// Bit `k` says that axis `k` continues its left neighbour in row-major order, so that
    /// [`merge_axes`](Self::merge_axes) joins both. Refused where a mode has no stride of its own.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, 5, 3):(15, 3, 1)).mergeable_axes()?, 0b110);
    /// # Ok::<(), LayoutError>(())
    /// ```
    mergeable_axes(a) -> Result<u32, LayoutError> = a.mergeable_axes();
}

#[track_caller]
const fn not_swizzled<A: AnyLayout>() {
    check::require(<A::OffsetMap as OffsetMap>::IS_IDENTITY, SWIZZLED)
}
