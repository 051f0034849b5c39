//! Constructors that compute the stride from a shape.

use crate::types::check::compact;
use crate::types::{
    Bool, ColMajor, Identity, IntTuple, IsNestedWithin, Layout, OrderFits, Ordered, PlainLayout,
    Planned, RowMajor, StaticOrder, static_value,
};
use layout_core as value;

/// A shape, with the strides that the constructors compute from it.
///
/// A constructor names the stride of its result by a parameter that equals one of these types. With the projection in
/// the result type, the compiler would report a wrong shape twice.
#[diagnostic::on_unimplemented(
    message = "this is not an integer, nor a tuple of integers",
    label = "it is a `usize`, a numeral, or a tuple of up to 12 of these; others convert: `n as usize`"
)]
pub trait Strided: IntTuple {
    /// The stride of [`Layout::col_major`](crate::Layout::col_major).
    type ColMajor: IntTuple;
    /// The stride of [`Layout::row_major`](crate::Layout::row_major).
    type RowMajor: IntTuple;
    /// The stride of [`Layout::ordered`](crate::Layout::ordered).
    type Ordered<O: IntTuple>: IntTuple;
    /// The stride of [`Layout::identity`](crate::Layout::identity).
    type Units: IntTuple;
}
#[diagnostic::do_not_recommend]
impl<S: IntTuple> Strided for S {
    type ColMajor = <ColMajor<S> as PlainLayout>::Stride;
    type RowMajor = <RowMajor<S> as PlainLayout>::Stride;
    type Ordered<O: IntTuple> = <Ordered<S, O> as PlainLayout>::Stride;
    type Units = <Identity<S> as PlainLayout>::Stride;
}

/// The compact layout of a shape: checked in `const` if it is static, otherwise computed at run time, by the engine if
/// `$plan` is open.
macro_rules! compact {
    ($shape:ident: $S:ident, $out:ty, $plan:expr, |$s:ident| $ask:expr) => {
        crate::at_caller::at_caller! {{
            const {
                crate::types::check::tuple::are_integers::<$S>();
                if <$S::IsStatic as Bool>::VALUE {
                    let $s = $S::DESC;
                    crate::types::check::agree($ask, &<$out as crate::types::Form>::FORM)
                }
            };
            <$S::IsStatic as Bool>::planned_or_panic(
                || $plan,
                || {
                    let $s = $shape.plain();
                    crate::types::check::answer($ask)
                },
            )
        }}
    };
}

/// Constructors that compute the stride from a shape. Methods of `Layout<(), ()>`, so `Layout::col_major(shape)`
/// names one type.
#[layout_macros::at_caller]
impl Layout<(), ()> {
    /// The compact layout with the leftmost mode fastest: `d_i = s_0 * .. * s_{i-1}`. CuTe: `make_layout(shape)`,
    /// `LayoutLeft`.
    ///
    /// ```text
    /// (4,3)     0  4  8
    ///           1  5  9
    ///           2  6 10
    ///           3  7 11     (4,3):(1,4)
    /// ```
    ///
    /// A static extent of 1 has stride 0. A stride is static if all extents before it are. The type of the result is
    /// [`ops::ColMajor`](crate::ops::ColMajor).
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// let a = Layout::col_major(shape!(4, n, 2));
    /// assert_eq!(format!("{a:#}"), "(_4,3,_2):(_1,_4,12)");
    /// ```
    ///
    /// # Panics
    /// If the size of a run-time shape does not fit `isize`.
    ///
    /// # Compile errors
    /// If the size of a static shape does not fit `isize`:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // 4611686018427387904 * 2 is past 9223372036854775807
    /// Layout::col_major(shape!(4611686018427387904, 2));
    /// ```
    #[inline]
    #[track_caller]
    pub fn col_major<S: Strided<ColMajor = D>, D: IntTuple>(shape: S) -> Layout<S, D> {
        compact!(shape: S, Layout<S, D>, compact(shape, false), |shape| value::Layout::col_major(shape))
    }

    /// The compact layout with the rightmost mode fastest: `d_i = s_{i+1} * .. * s_last`. CuTe:
    /// `make_layout(shape, LayoutRight{})`.
    ///
    /// ```text
    /// (4,3)     0  1  2
    ///           3  4  5
    ///           6  7  8
    ///           9 10 11     (4,3):(3,1)
    /// ```
    ///
    /// A static extent of 1 has stride 0. A stride is static if all extents after it are. The type of the result is
    /// [`ops::RowMajor`](crate::ops::RowMajor).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::row_major(shape!(4, (2, 3)));
    /// assert_eq!(a.to_string(), "(4,(2,3)):(6,(3,1))");
    /// ```
    ///
    /// # Panics
    /// If the size of a run-time shape does not fit `isize`.
    ///
    /// # Compile errors
    /// If the size of a static shape does not fit `isize`:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // 2 * 4611686018427387904 is past 9223372036854775807
    /// Layout::row_major(shape!(4611686018427387904, 2));
    /// ```
    #[inline]
    #[track_caller]
    pub fn row_major<S: Strided<RowMajor = D>, D: IntTuple>(shape: S) -> Layout<S, D> {
        compact!(shape: S, Layout<S, D>, compact(shape, true), |shape| value::Layout::row_major(shape))
    }

    /// The compact layout with the leaf of the least `order` fastest. Leaves of equal order follow from left to right.
    /// An order for a mode holds for all of its leaves. CuTe: `make_ordered_layout`, in which leaves of equal order
    /// share strides.
    ///
    /// ```text
    /// shape    (4, 2, 3)     mode 1 first, then 2, then 0
    /// order    (2, 0, 1)
    /// stride   (6, 1, 2)
    /// ```
    ///
    /// The type of the result is [`ops::Ordered`](crate::ops::Ordered).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::ordered(shape!(4, 2, 3), shape!(2, 0, 1));
    /// assert_eq!(a.to_string(), "(4,2,3):(6,1,2)");
    /// ```
    ///
    /// # Panics
    /// If the size of a run-time shape does not fit `isize`.
    ///
    /// # Compile errors
    /// If the size of a static shape does not fit `isize`, if the order is not static, or if it does not fit the
    /// nesting of the shape:
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
        IsNestedWithin<O, S>: OrderFits,
        O::IsStatic: StaticOrder,
    {
        let _ = order;
        compact!(shape: S, Layout<S, D>, Planned::Open, |shape| value::Layout::ordered(shape, O::DESC))
    }
}

#[layout_macros::at_caller]
impl Layout<(), ()> {
    /// The layout `I(c) = c`, which maps each coordinate of `shape` to itself. Its strides are unit vectors: `1@i` for
    /// mode `i`, `1@j@i` for mode `j` of mode `i`. CuTe: `make_identity_layout`.
    ///
    /// ```text
    /// (2,3)     (0,0) (0,1) (0,2)
    ///           (1,0) (1,1) (1,2)     (2,3):(1@0,1@1)
    /// ```
    ///
    /// Divided and sliced like a layout of data, it maps each place of a tile to the coordinate of its element. So it
    /// tells which places of a tile lie past the edge:
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// // 10 by 6 elements in tiles of 4 by 4: the last ones are partial.
    /// let elements = Layout::identity(shape!(10, 6));
    /// let tiles = elements.zipped_divide_padded(tile!(4, 4)).layout();
    /// let (tile, start) = tiles.slice(coord!(_, (2, 1)));
    /// assert_eq!(start, (8, 4));
    /// let inside = |c| {
    ///     let (i, j) = tile.index(c);
    ///     (start.0 + i, start.1 + j).elem_less(shape!(10, 6))
    /// };
    /// assert_eq!((0..tile.size()).filter(|&c| inside(c)).count(), 2 * 2);
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// let a = Layout::identity(shape!(4, (2, n)));
    /// assert_eq!(a.to_string(), "(4,(2,3)):(1@0,(1@0@1,1@1@1))");
    /// assert_eq!(a.index(13), (1, (1, 1)));
    /// // The linear index of an integer is its coordinate.
    /// assert_eq!(Layout::identity(n).to_string(), "3:1");
    /// ```
    /// The type of the result is [`ops::Identity`](crate::ops::Identity).
    ///
    /// # Panics
    /// If the size of a run-time shape does not fit `isize`.
    ///
    /// # Compile errors
    /// If the size of a static shape does not fit `isize`. A view needs offsets:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let data = [0; 24];
    /// // the layout maps to coordinates, not to offsets: `image` gives the coordinate
    /// View::new(&data, Layout::identity(shape!(4, 6)));
    /// ```
    #[inline]
    #[track_caller]
    pub fn identity<S: Strided<Units = D>, D: IntTuple>(shape: S) -> Layout<S, D> {
        Layout::checked(shape, static_value())
    }
}
