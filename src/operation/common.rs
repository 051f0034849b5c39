//! What two layouts have in common, from offset 0 on, and so the widest vector of a copy.

use super::Asks;
use crate::check;
use crate::layout::{AnyLayout, Layout, Mapping, PlainLayout, PlainOf};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::IntTuple;
use layout_core::LayoutError;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The layout `R` with `self(R(i)) = b(R(i)) = i` for every `i` below its size: the elements at these
    /// indices lie side by side in both layouts. CuTe's `max_common_layout`, which reads a smaller
    /// layout past its end.
    ///
    /// ```text
    /// (8,16):(16,1)     offsets 0..16 in row 0
    /// (8,16):(24,1)     offsets 0..16 in row 0, and a gap after it     common: 16:8
    /// ```
    ///
    /// It is what the [right inverses](Self::right_inverse) of both begin with, as far as their extents and
    /// places are static; all its leaves are. Refused where one of these is.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (layout!((8, 16):(16, 1)), layout!((8, 16):(24, 1)));
    /// assert_eq!(a.max_common_layout(b).to_string(), "16:8");
    /// assert_eq!(layout!(4:1).max_common_layout(layout!(8:1)).to_string(), "4:1");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no common layout of 4:1 and (4,0):(1,4): an extent is 0
    /// layout!(4:1).max_common_layout(layout!((4, 0):(1, 4)));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn max_common_layout<B: AnyLayout>(self, b: B) -> ops::plain::MaxCommonLayout<Self, B> {
        const { check::check::<Self, Common, B>() }
        check::unwrap_or_panic(common(self, b))
    }

    /// [`max_common_layout`](Self::max_common_layout), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_max_common_layout<B: AnyLayout>(
        self,
        b: B,
    ) -> Result<ops::plain::MaxCommonLayout<Self, B>, LayoutError> {
        const { check::check::<Self, Common, B>() }
        common(self, b)
    }

    /// How many elements, from offset 0 on, lie side by side at the same coordinates of both layouts: the
    /// size of [`max_common_layout`](Self::max_common_layout), and the widest vector in which one can be
    /// copied to the other. CuTe's `max_common_vector`.
    ///
    /// [`ops::MaxCommonVector`](crate::ops::MaxCommonVector) is the same as a numeral, whatever is static
    /// of the layouts.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (layout!((8, 16):(16, 1)), layout!((8, 16):(24, 1)));
    /// assert_eq!(a.max_common_vector(b), 16);
    /// type K = ops::MaxCommonVector<Layout!((64, ?):(1, 64)), Layout!((64, ?):(1, ?))>;
    /// let _: typenum::U64 = K::new();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn max_common_vector<B: AnyLayout>(self, b: B) -> usize {
        const { check::check::<Self, Common, B::Plain>() }
        vector(self, b)
    }
}

/// What a layout has in common with another one, for every layout.
///
/// ```
/// use static_layout::*;
/// fn width<A: AnyLayout, B: AnyLayout>(from: A, to: B) -> usize {
///     from.max_common_vector(to)
/// }
/// assert_eq!(width(layout!((8, 16):(16, 1)), layout!((8, 16):(24, 1))), 16);
/// ```
#[layout_macros::at_caller]
pub trait Comparable: AnyLayout {
    /// See [`Layout::max_common_layout`].
    #[inline(always)]
    #[track_caller]
    fn max_common_layout<B: AnyLayout>(self, b: B) -> ops::MaxCommonLayout<Self, B> {
        const {
            only_plain::<Self>();
            check::check_any::<Self, Common, B>()
        }
        let (outer, plain) = self.parts();
        outer.undone().wrap(check::unwrap_or_panic(common(plain, b)))
    }

    /// See [`Layout::try_max_common_layout`].
    #[inline(always)]
    fn try_max_common_layout<B: AnyLayout>(
        self,
        b: B,
    ) -> Result<ops::MaxCommonLayout<Self, B>, LayoutError> {
        const {
            only_plain::<Self>();
            check::check_any::<Self, Common, B>()
        }
        let (outer, plain) = self.parts();
        common(plain, b).map(|layout| outer.undone().wrap(layout))
    }

    /// See [`Layout::max_common_vector`]. Of swizzled layouts it is that of the layouts inside, but not
    /// more than `2^M`, and from the offset on.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,3,3> o 0 o (8,32):(32,1));
    /// assert_eq!(a.max_common_vector(layout!((8,32):(32,1))), 8);
    /// assert_eq!(layout!((8,32):(32,1)).max_common_vector(a), 8);
    /// ```
    #[inline(always)]
    #[track_caller]
    fn max_common_vector<B: AnyLayout>(self, b: B) -> usize {
        const { check::check_any::<Self, Common, B::Plain>() }
        vector(self, b)
    }
}
impl<L: AnyLayout> Comparable for L {}

enum Common {}
impl<A: PlainLayout, B: AnyLayout> Asks<Common, B> for A {
    const PASSES: bool = <B::OffsetMap as OffsetMap>::IS_IDENTITY
        && check::passes::<ops::plain::MaxCommonLayout<A, B>>(
            <BothPlain<A, B> as Bool>::VALUE,
            &A::DESC.max_common_layout(check::desc::<B>()),
        );
    const PASSES_ANY: bool = <A as Asks<Common, B>>::PASSES;
    const REFUSAL: check::Refusal = if <B::OffsetMap as OffsetMap>::IS_IDENTITY {
        let b = check::desc::<B>();
        check::refusal::<ops::plain::MaxCommonLayout<A, B>>(
            <BothPlain<A, B> as Bool>::VALUE,
            [
                &A::DESC.max_common_layout(b),
                &A::DESC.with_unknown_leaves(0).max_common_layout(&b.with_unknown_leaves(0)),
                &A::DESC.with_unknown_leaves(1).max_common_layout(&b.with_unknown_leaves(1)),
            ],
        )
    } else {
        check::Refusal::of(check::SWIZZLED)
    };
}

#[inline(always)]
fn common<A: PlainLayout, B: AnyLayout>(
    a: A,
    b: B,
) -> Result<ops::plain::MaxCommonLayout<A, B>, LayoutError> {
    <BothPlain<A, B> as Bool>::try_static_value_or(|| {
        check::answer(a.plain().max_common_layout(&b.parts().1.plain()))
    })
}

/// How many elements lie side by side in both layouts, their swizzles included.
#[inline(always)]
#[track_caller]
fn vector<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> usize {
    let ((a_outer, a), (b_outer, b)) = (a.parts(), b.parts());
    a_outer.together(b_outer.together(check::unwrap_or_panic(common(a, b)).shape().count()))
}

/// Both layouts are static.
type BothPlain<A, B> =
    <<A as AnyLayout>::IsStatic as Bool>::And<<PlainOf<B> as AnyLayout>::IsStatic>;

/// What swizzled offsets have in common with others is no layout, but a vector.
#[track_caller]
const fn only_plain<A: AnyLayout>() {
    check::require(
        <A::OffsetMap as OffsetMap>::IS_IDENTITY,
        "swizzled offsets have no layout in common with others: ask for the vector, or the layout inside",
    )
}
