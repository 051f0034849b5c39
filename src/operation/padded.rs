//! The divides that round up, for partial tiles.

use super::Asks;
use crate::check;
use crate::layout::{
    AnyLayout, BothStatic, FormOf, GuardOf, Layout, Padded, PlainLayout, PlainOf, TilerFits,
};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{Elements, IntTuple};
use crate::types::{DividePadded, Tiler};
use layout_core::LayoutError;
use typenum::{B0, B1};

macro_rules! body {
    ($layout:expr, $A:ty, $t:ident, $T:ident, $ask:ident, $out:ty, |$l:ident| $wrap:expr) => {{
        let mut table = None;
        let layout = <BothStatic<$A, $T> as Bool>::try_static_value_or(|| {
            let padded = $layout.plain().$ask(&$t.plain_tiler())?;
            table = Some(padded.guard());
            Ok(check::fill::<$out>(&padded.layout()))
        });
        layout.map(|$l| Padded::new($wrap, <BothStatic<$A, $T> as GuardOf>::guard(table)))
    }};
    (@any $layout:ident, $L:ty, $t:ident, $T:ident, $ask:ident, $out:ty) => {{
        let (outer, plain) = $layout.parts();
        body!(plain, PlainOf<$L>, $t, $T, $ask, $out, |layout| outer.wrap(layout))
    }};
}

macro_rules! padded {
    (
        judge $judge:expr, $judge_any:expr;
        $($(#[$doc:meta])* $method:ident, $try_method:ident -> $out:ty, $any:ident, $form:ty;)*
    ) => {
        $(
            pub(super) enum $any {}
            impl<A: PlainLayout, T: Tiler> Asks<$any, T> for A {
                const PASSES: bool = check::passes::<$out>(
                    <BothStatic<A, T> as Bool>::VALUE,
                    &check::layout_of(<A as PlainLayout>::DESC.$method(&T::TILER)),
                );
                const PASSES_ANY: bool = check::passes::<ops::plain::$any<A, T>>(
                    <BothStatic<A, T> as Bool>::VALUE,
                    &check::layout_of(<A as PlainLayout>::DESC.$method(&T::TILER)),
                );
                const REFUSAL: check::Refusal = if <T::OffsetMap as OffsetMap>::IS_IDENTITY {
                    check::refusal::<ops::plain::$any<A, T>>(
                        <BothStatic<A, T> as Bool>::VALUE,
                        [
                            &check::layout_of(<A as PlainLayout>::DESC.$method(&T::TILER)),
                            &check::layout_of(
                                <A as PlainLayout>::DESC.with_unknown_leaves(0).$method(&T::TILER.with_unknown_leaves(0)),
                            ),
                            &check::layout_of(
                                <A as PlainLayout>::DESC.with_unknown_leaves(1).$method(&T::TILER.with_unknown_leaves(1)),
                            ),
                        ],
                    )
                } else {
                    check::Refusal::of(check::SWIZZLED)
                };
            }
        )*

        #[layout_macros::at_caller]
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {$(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $method<T: Tiler>(self, t: T) -> FormOf<Self, T, $form, $out>
            where
                <T as Tiler>::Fits<Elements<S>>: TilerFits,
            {
                type Asked = $any;
                $judge;
                check::unwrap_or_panic(body!(self, Self, t, T, $method, $out, |layout| layout))
            }

            #[doc = concat!("[`", stringify!($method), "`](Self::", stringify!($method), "), with the \
                refusal of run-time integers as an error.")]
            #[inline(always)]
            pub fn $try_method<T: Tiler>(
                self,
                t: T,
            ) -> Result<FormOf<Self, T, $form, $out>, LayoutError>
            where
                <T as Tiler>::Fits<Elements<S>>: TilerFits,
            {
                type Asked = $any;
                $judge;
                body!(self, Self, t, T, $method, $out, |layout| layout)
            }
        )*}

        /// The padded divides, for every layout.
        #[layout_macros::at_caller]
        pub trait DividePaddedBy: AnyLayout {$(
            #[doc = concat!("See [`Layout::", stringify!($method), "`].")]
            #[inline(always)]
            #[track_caller]
            fn $method<T: Tiler>(self, t: T) -> ops::$any<Self, T> {
                type Asked = $any;
                $judge_any;
                check::unwrap_or_panic(body!(@any self, Self, t, T, $method, ops::plain::$any<PlainOf<Self>, T>))
            }

            #[doc = concat!("See [`Layout::", stringify!($try_method), "`].")]
            #[inline(always)]
            fn $try_method<T: Tiler>(
                self,
                t: T,
            ) -> Result<ops::$any<Self, T>, LayoutError> {
                type Asked = $any;
                $judge_any;
                body!(@any self, Self, t, T, $method, ops::plain::$any<PlainOf<Self>, T>)
            }
        )*}
        impl<L: AnyLayout> DividePaddedBy for L {}
    };
}

padded! {
    judge const { check::check::<Self, Asked, T>() },
    const { check::check_any::<Self, Asked, T>() };

    /// [`logical_divide`](Self::logical_divide) with the number of tiles rounded up; the result
    /// says which of its coordinates are inside the original. CuTe's `logical_divide`, which does not say it.
    ///
    /// ```text
    /// 10:1 by 4:1     tile   0  1  2
    ///                        0  4  8
    ///                        1  5  9
    ///                        2  6  .     not inside
    ///                        3  7  .                     (4,3):(1,4)
    /// ```
    ///
    /// Refused when the tile leaves holes or repeats an element: no number of tiles fills the layout then.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!(10:1).logical_divide_padded(layout!(4:1));
    /// assert_eq!(r.layout().to_string(), "(4,3):(1,4)");
    /// assert!(r.inside((1, 2)) && !r.inside((2, 2)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).logical_divide_padded(layout!(4:0));
    /// ```
    logical_divide_padded, try_logical_divide_padded -> T::Logical<Self, DividePadded>,
        LogicalDividePadded, B1;
    /// [`zipped_divide`](Self::zipped_divide) with the number of tiles rounded up, mode by mode.
    ///
    /// ```text
    /// (3,5):(5,1) cut in tiles of 2 by 4; `.` is not inside
    ///   0  1  2  3 |  4  .  .  .
    ///   5  6  7  8 |  9  .  .  .
    ///  ------------+------------
    ///  10 11 12 13 | 14  .  .  .
    ///   .  .  .  . |  .  .  .  .
    /// ```
    ///
    /// Refused as [`logical_divide_padded`](Self::logical_divide_padded) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((3, 5):(5, 1)).zipped_divide_padded(tile!(2, 4));
    /// assert_eq!(r.layout().to_string(), "((2,4),(2,2)):((5,1),(10,4))");
    /// assert!(r.inside(((0, 0), (1, 1))) && !r.inside(((1, 0), (1, 1))));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).zipped_divide_padded(layout!(4:0));
    /// ```
    zipped_divide_padded, try_zipped_divide_padded -> T::Zipped<Self, DividePadded>,
        ZippedDividePadded, B0;
    /// [`tiled_divide`](Self::tiled_divide) with the number of tiles rounded up. Refused as
    /// [`logical_divide_padded`](Self::logical_divide_padded) is.
    ///
    /// ```text
    /// zipped   ((2,4), (2,2)) : ((5,1), (10,4))
    /// tiled    ((2,4),  2,2 ) : ((5,1),  10,4 )       inside((k, i, j)): element k of tile (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((3, 5):(5, 1)).tiled_divide_padded(tile!(2, 4));
    /// assert_eq!(r.layout().to_string(), "((2,4),2,2):((5,1),10,4)");
    /// assert!(r.inside((0, 1, 1)) && !r.inside((1, 1, 1)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).tiled_divide_padded(layout!(4:0));
    /// ```
    tiled_divide_padded, try_tiled_divide_padded -> T::Tiled<Self, DividePadded>,
        TiledDividePadded, B0;
    /// [`flat_divide`](Self::flat_divide) with the number of tiles rounded up. Refused as
    /// [`logical_divide_padded`](Self::logical_divide_padded) is.
    ///
    /// ```text
    /// zipped   ((2,4), (2,2)) : ((5,1), (10,4))
    /// flat     ( 2,4,   2,2 ) : ( 5,1,   10,4 )       inside((a, b, i, j)): element (a, b) of tile (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((3, 5):(5, 1)).flat_divide_padded(tile!(2, 4));
    /// assert_eq!(r.layout().to_string(), "(2,4,2,2):(5,1,10,4)");
    /// assert!(r.inside((0, 0, 1, 1)) && !r.inside((0, 1, 1, 1)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).flat_divide_padded(layout!(4:0));
    /// ```
    flat_divide_padded, try_flat_divide_padded -> T::Flat<Self, DividePadded>,
        FlatDividePadded, B0;
}

/// [`DividePaddedBy::try_zipped_divide_padded`], of which the caller has asked
/// [`divides_padded`](super::divides_padded).
#[inline(always)]
pub(crate) fn zipped<L: AnyLayout, T: Tiler>(
    layout: L,
    t: T,
) -> Result<ops::ZippedDividePadded<L, T>, LayoutError> {
    type Plain<L, T> = ops::plain::ZippedDividePadded<PlainOf<L>, T>;
    body!(@any layout, L, t, T, zipped_divide_padded, Plain<L, T>)
}
