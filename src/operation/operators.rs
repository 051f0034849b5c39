//! Division and multiplication as operators.

use super::TiledBy;
use crate::algebra::Tiler;
use crate::int::Leaf;
use crate::layout::{AnyLayout, Layout, PlainLayout};
use crate::ops;
use crate::swizzle::{ComposedLayout, Swizzle};
use crate::tuple::IntTuple;
use core::ops::{Div, Mul};

macro_rules! operators {
    ($([$($g:tt)*] $layout:ty;)*) => {$(
        impl<$($g)*, T: Tiler> Div<T> for $layout
        where
            Self: AnyLayout,
        {
            type Output = ops::LogicalDivide<Self, T>;

            /// [`Layout::logical_divide`], which is refused in the same words: run-time integers by a
            /// panic. Generic code writes the method.
            ///
            /// ```
            /// use static_layout::*;
            /// let r = layout!((4, 2, 3):(2, 1, 8)) / layout!(4:2);
            /// assert_eq!(r.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
            /// let n = 12;
            /// let r = layout!((n, 4):(4, 1)) / tile!(3, _);
            /// assert_eq!(format!("{r:#}"), "((_3,4),_4):((_4,_12),_1)");
            /// ```
            /// ```compile_fail,E0080
            /// use static_layout::*;
            /// // cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6
            /// let r = layout!((6, 4):(4, 1)) / layout!(4:1);
            /// ```
            #[inline(always)]
            #[track_caller]
            fn div(self, tiler: T) -> Self::Output {
                TiledBy::logical_divide(self, tiler)
            }
        }

        impl<$($g)*, T: Tiler> Mul<T> for $layout
        where
            Self: AnyLayout,
        {
            type Output = ops::LogicalProduct<Self, T>;

            /// [`Layout::logical_product`], which is refused in the same words: run-time integers by a
            /// panic. Generic code writes the method.
            ///
            /// ```
            /// use static_layout::*;
            /// let r = layout!((2, 2):(4, 1)) * layout!(6:1);
            /// assert_eq!(r.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
            /// ```
            /// ```compile_fail,E0080
            /// use static_layout::*;
            /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
            /// let r = layout!((2, 2):(1, 4)) * layout!(3:1);
            /// ```
            #[inline(always)]
            #[track_caller]
            fn mul(self, tiler: T) -> Self::Output {
                TiledBy::logical_product(self, tiler)
            }
        }
    )*};
}
operators! {
    [S: IntTuple, D: IntTuple] Layout<S, D>;
    [B: Leaf, M: Leaf, F: Leaf, O: Leaf, L: PlainLayout] ComposedLayout<Swizzle<B, M, F>, O, L>;
}
