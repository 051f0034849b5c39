//! Operators and methods that tensors do not have: the bound of each says what to write.

use super::{View, ViewMut};
use crate::types::AnyLayout;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

/// Right sides of operators between tensors: none.
#[diagnostic::on_unimplemented(
    message = "tensors have no operators",
    label = "write the results to a tensor: `combine(&a, &b, &mut c, |x, y| x + y)`, of one operand `transform(&a, &mut c, |x| 2.0 * x)`",
    note = "both are in the crate `static_layout_kernels`"
)]
pub trait RightSide {}

macro_rules! operators {
    (@ $Tensor:ty: $($Operator:ident $operator:ident $Assign:ident $assign:ident),*) => {$(
        #[doc(hidden)]
        impl<T, L: AnyLayout, R: RightSide> $Operator<R> for $Tensor {
            type Output = R;
            fn $operator(self, right: R) -> R {
                right
            }
        }
    )*};
    (= $Tensor:ty: $($Operator:ident $operator:ident $Assign:ident $assign:ident),*) => {$(
        #[doc(hidden)]
        impl<T, L: AnyLayout, R: RightSide> $Assign<R> for $Tensor {
            fn $assign(&mut self, _: R) {}
        }
    )*};
    ($($form:tt $Tensor:ty;)*) => {$(
        operators! {
            $form $Tensor: Add add AddAssign add_assign, Sub sub SubAssign sub_assign,
            Mul mul MulAssign mul_assign, Div div DivAssign div_assign
        }
    )*};
}
operators! { @ View<'_, T, L>; @ &View<'_, T, L>; @ &ViewMut<'_, T, L>; = ViewMut<'_, T, L>; }
#[cfg(feature = "alloc")]
operators! { @ super::Boxed<T, L>; @ &super::Boxed<T, L>; = super::Boxed<T, L>; }
#[cfg(feature = "owned")]
operators! { @ super::Owned<T, L>; @ &super::Owned<T, L>; = super::Owned<T, L>; }

/// The default layout of elements: none have one, so `View<'_, f32>` without a layout has this message.
#[diagnostic::on_unimplemented(
    message = "the type of a tensor has its layout",
    label = "write it last: `View<'_, f32, Layout!((4, 8):(8, 1))>`, or a parameter `L: AnyLayout`"
)]
pub trait WrittenLayout {
    /// The layout.
    type Layout;
}

/// Tensors with a method for all rows or columns: none.
#[diagnostic::on_unimplemented(
    message = "a tensor has no method for its rows or columns",
    label = "the rows of a matrix are `tiles(tile!(1, _))`, its columns `tiles(tile!(_, 1))`"
)]
pub trait HasRows {}

/// Tensors with a method for one row or column: none.
#[diagnostic::on_unimplemented(
    message = "a tensor has no method for a row or a column",
    label = "row `i` of a matrix is `slice(coord!(i, _))`, column `j` is `slice(coord!(_, j))`"
)]
pub trait HasRow {}

/// Tensors with a length: none.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `len`",
    label = "the number of elements is `size()`, the extents of a matrix are `let [m, n] = a.sizes()`"
)]
pub trait HasLength {}

/// The methods of each tensor that other libraries have: their bounds say what to write.
macro_rules! absent_methods {
    ($self:ident) => { absent_methods! {
        HasRows: rows(), columns(), cols() -> core::iter::Empty<View<'_, Self::Element, Self::Layout>>, $self = core::iter::empty();
        HasRow: row(usize), column(usize), col(usize) -> View<'_, Self::Element, Self::Layout>, $self = $self.view();
        HasLength: len() -> usize, $self = $self.size();
    } };
    ($($Bound:ident: $($name:ident($($argument:ty)?)),* -> $Result:ty, $self:ident = $value:expr;)*) => {
        crate::at_caller::at_caller! { @Tensor $($(
            #[doc(hidden)]
            fn $name(&$self $(, _: $argument)?) -> $Result
            where
                Self: $Bound,
            {
                $value
            }
        )*)* }
    };
}
pub(super) use absent_methods;
