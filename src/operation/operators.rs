//! Division and multiplication as operators.

use super::operations;
use super::tiling::{LogicalDivide, LogicalProduct};
use crate::check::{self, carried::merges, check_any};
use crate::layout::{AnyLayout, BothStatic, Layout, PlainLayout, PlainOf};
use crate::num::Bool;
use crate::num::int::Leaf;
use crate::ops;
use crate::swizzle::{ComposedLayout, OffsetMap, Swizzle};
use crate::tuple::IntTuple;
use crate::types::{Multiply, Tiler};
use core::ops::{Div, Mul};
use layout_core::LayoutError;

/// `$may_divide` and `$may_multiply` ask the judge, `$once` that two swizzles are one: written
/// where the macro is used, and not left to the methods, so that the compiler points at the operator.
macro_rules! operators {
    ($may_divide:block $may_multiply:block $once:block $([$($g:tt)*] $layout:ty;)*) => {$(
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
                $may_divide
                check::unwrap_or_panic(operations! {
                    @wrapped [] self, Self, tiler, T, BothStatic, &tiler.plain_tiler(), LogicalDivide,
                    logical_divide, itself
                })
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
                $may_multiply
                check::unwrap_or_panic(operations! {
                    @wrapped [Multiply, $once] self, Self, tiler, T, BothStatic, &tiler.plain_tiler(),
                    LogicalProduct, logical_product, itself
                })
            }
        }
    )*};
}
operators! {
    { const { check_any::<Self, LogicalDivide, T>() } }
    { const { check_any::<Self, LogicalProduct, T>() } }
    { const { merges::<Self, T, Multiply, ops::plain::LogicalProduct<PlainOf<Self>, T>>() } }
    [S: IntTuple, D: IntTuple] Layout<S, D>;
    [B: Leaf, M: Leaf, F: Leaf, O: Leaf, L: PlainLayout] ComposedLayout<Swizzle<B, M, F>, O, L>;
}
