//! Division and multiplication as operators. Each calls `check` in its own `const` block, so the compiler
//! points at the operator.

use super::divides::{LogicalDivide, logical_divide};
use super::parts::*;
use super::products::{LogicalProduct, logical_product};
use crate::types::{ComposedLayout, Swizzle};
use core::ops::{Div, Mul};

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple, T: Tiler> Div<T> for Layout<S, D> {
    type Output = LogicalDivide<Self, T>;

    /// [`Layout::logical_divide`], which generic code calls.
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
    ///
    /// # Panics
    ///
    /// If run-time integers are refused, with the text of the error of [`Layout::try_logical_divide`].
    ///
    /// # Compile errors
    ///
    /// The compile errors of [`Layout::logical_divide`].
    #[inline(always)]
    #[track_caller]
    fn div(self, tiler: T) -> Self::Output {
        const { logical_divide::check::<Self, T>() };
        logical_divide::compute_or_panic(self, tiler)
    }
}

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, F: Leaf, O: Leaf, L: PlainLayout, T: Tiler> Div<T>
    for ComposedLayout<Swizzle<B, M, F>, O, L>
{
    type Output = LogicalDivide<Self, T>;

    /// [`LayoutOps::logical_divide`](crate::LayoutOps::logical_divide).
    ///
    /// # Panics
    ///
    /// If run-time integers are refused.
    ///
    /// # Compile errors
    ///
    /// The compile errors of [`Layout::logical_divide`].
    #[inline(always)]
    #[track_caller]
    fn div(self, tiler: T) -> Self::Output {
        const { logical_divide::check::<Self, T>() };
        logical_divide::compute_or_panic(self, tiler)
    }
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple, T: Tiler> Mul<T> for Layout<S, D> {
    type Output = LogicalProduct<Self, T>;

    /// [`Layout::logical_product`], which generic code calls.
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
    ///
    /// # Panics
    ///
    /// If run-time integers are refused, with the text of the error of [`Layout::try_logical_product`].
    ///
    /// # Compile errors
    ///
    /// The compile errors of [`Layout::logical_product`].
    #[inline(always)]
    #[track_caller]
    fn mul(self, tiler: T) -> Self::Output {
        const { logical_product::check::<Self, T>() };
        logical_product::compute_or_panic(self, tiler)
    }
}

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, F: Leaf, O: Leaf, L: PlainLayout, T: Tiler> Mul<T>
    for ComposedLayout<Swizzle<B, M, F>, O, L>
{
    type Output = LogicalProduct<Self, T>;

    /// [`LayoutOps::logical_product`](crate::LayoutOps::logical_product).
    ///
    /// # Panics
    ///
    /// If run-time integers are refused.
    ///
    /// # Compile errors
    ///
    /// The compile errors of [`Layout::logical_product`].
    #[inline(always)]
    #[track_caller]
    fn mul(self, tiler: T) -> Self::Output {
        const { logical_product::check::<Self, T>() };
        logical_product::compute_or_panic(self, tiler)
    }
}
