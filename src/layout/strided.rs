//! Constructors that take a shape and find the stride.

use super::{ColMajor, Identity, Layout, OrderFits, Ordered, PlainLayout, RowMajor, StaticOrder};
use crate::num::Bool;
use crate::tuple::{Congruence, IntTuple};
use layout_core as value;

/// A shape, and strides that follow from it.
///
/// A constructor names the stride of its result by a parameter that equals one of these types. With the projection in
/// the result type, the compiler would report a wrong shape twice.
#[diagnostic::on_unimplemented(
    message = "this is not an integer, nor a tuple of integers",
    label = "it is a `usize`, a numeral, or a tuple of up to 12 of these; others convert: `n as usize`"
)]
pub trait Strided: IntTuple {
    /// Of [`Layout::col_major`](crate::Layout::col_major).
    type ColMajor: IntTuple;
    /// Of [`Layout::row_major`](crate::Layout::row_major).
    type RowMajor: IntTuple;
    /// Of [`Layout::ordered`](crate::Layout::ordered).
    type Ordered<O: IntTuple>: IntTuple;
    /// Of [`Layout::identity`](crate::Layout::identity).
    type Units: IntTuple;
}
#[diagnostic::do_not_recommend]
impl<S: IntTuple> Strided for S {
    type ColMajor = <ColMajor<S> as PlainLayout>::Stride;
    type RowMajor = <RowMajor<S> as PlainLayout>::Stride;
    type Ordered<O: IntTuple> = <Ordered<S, O> as PlainLayout>::Stride;
    type Units = <Identity<S> as PlainLayout>::Stride;
}

/// The compact layout of a shape: checked in `const` if it is static, otherwise computed at run time.
macro_rules! compact {
    ($shape:ident: $S:ident, $out:ty, |$s:ident| $ask:expr) => {
        crate::at_caller::at_caller! {{
            const {
                crate::check::possible::<$S, ()>();
                if <$S::IsStatic as Bool>::VALUE {
                    let $s = $S::DESC;
                    crate::check::agree($ask, &<$out as PlainLayout>::DESC)
                }
            };
            <$S::IsStatic as Bool>::static_value_or_panic(|| {
                let $s = $shape.plain();
                crate::check::answer($ask)
            })
        }}
    };
}

/// Constructors that take a shape and find the stride. Written on a layout with an empty stride so
/// that `Layout::col_major(shape)` names one type.
#[layout_macros::at_caller]
impl Layout<(), ()> {
    /// Compact strides, leftmost fastest: `d_i = s_0 * .. * s_{i-1}`. CuTe's `make_layout(shape)`,
    /// `LayoutLeft`.
    ///
    /// ```text
    /// (4,3)     0  4  8
    ///           1  5  9
    ///           2  6 10
    ///           3  7 11     (4,3):(1,4)
    /// ```
    ///
    /// A static extent of 1 gets stride 0. A stride is static as far as the extents before it are.
    /// Refused when the size does not fit `isize`.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// let a = Layout::col_major(shape!(4, n, 2));
    /// assert_eq!(format!("{a:#}"), "(_4,3,_2):(_1,_4,12)");
    /// ```
    /// The type of the result is [`ops::ColMajor`](crate::ops::ColMajor).
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // 4611686018427387904 * 2 is past 9223372036854775807
    /// Layout::col_major(shape!(4611686018427387904, 2));
    /// ```
    #[inline]
    #[track_caller]
    pub fn col_major<S: Strided<ColMajor = D>, D: IntTuple>(shape: S) -> Layout<S, D> {
        compact!(shape: S, Layout<S, D>, |shape| value::Layout::col_major(shape))
    }

    /// Compact strides, rightmost fastest: `d_i = s_{i+1} * .. * s_last`. CuTe's
    /// `make_layout(shape, LayoutRight{})`.
    ///
    /// ```text
    /// (4,3)     0  1  2
    ///           3  4  5
    ///           6  7  8
    ///           9 10 11     (4,3):(3,1)
    /// ```
    ///
    /// As [`col_major`](Self::col_major) otherwise; the type of the result is [`ops::RowMajor`](crate::ops::RowMajor).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::row_major(shape!(4, (2, 3)));
    /// assert_eq!(a.to_string(), "(4,(2,3)):(6,(3,1))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // 2 * 4611686018427387904 is past 9223372036854775807
    /// Layout::row_major(shape!(4611686018427387904, 2));
    /// ```
    #[inline]
    #[track_caller]
    pub fn row_major<S: Strided<RowMajor = D>, D: IntTuple>(shape: S) -> Layout<S, D> {
        compact!(shape: S, Layout<S, D>, |shape| value::Layout::row_major(shape))
    }

    /// Compact strides, the leaf with the least `order` fastest; equal ones from left to right. An
    /// order that stops above the leaves holds for all below it. CuTe's `make_ordered_layout`, which lets
    /// equal ones share strides.
    ///
    /// ```text
    /// shape    (4, 2, 3)     mode 1 first, then 2, then 0
    /// order    (2, 0, 1)
    /// stride   (6, 1, 2)
    /// ```
    ///
    /// The order must be static and fit the nesting of the shape: otherwise it does not compile. The type of the
    /// result is [`ops::Ordered`](crate::ops::Ordered).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::ordered(shape!(4, 2, 3), shape!(2, 0, 1));
    /// assert_eq!(a.to_string(), "(4,2,3):(6,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the order does not fit the shape
    /// Layout::ordered(shape!(4, 2, 3), shape!(2, 0));
    /// ```
    #[inline]
    #[track_caller]
    pub fn ordered<S: Strided<Ordered<O> = D>, O: IntTuple, D: IntTuple>(
        shape: S,
        order: O,
    ) -> Layout<S, D>
    where
        <O::List as Congruence>::Weakly<S::List>: OrderFits,
        O::IsStatic: StaticOrder,
    {
        let _ = order;
        compact!(shape: S, Layout<S, D>, |shape| value::Layout::ordered(shape, O::DESC))
    }
}
