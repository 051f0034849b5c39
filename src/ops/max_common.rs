//! The common part of two layouts from offset 0 on, and so the widest vector of a copy.

use super::parts::*;
use super::table::operations;

operations! {
    max_common:

    /// The layout `R` with `self(R(i)) = b(R(i)) = i` for every `i` below its size: the elements at these
    /// indices lie side by side in both layouts. CuTe's `max_common_layout`, which reads a smaller
    /// layout past its end.
    ///
    /// ```text
    /// (8,16):(16,1)     offsets 0..16 in row 0
    /// (8,16):(24,1)     offsets 0..16 in row 0, and a gap after it     common: 16:8
    /// ```
    ///
    /// It is the common beginning of both [right inverses](Self::right_inverse), as far as their extents and places are
    /// static: a type cannot have more leaves for some values of run time than for others. So it ends before the first
    /// run-time leaf of either layout, and all its leaves are static. `to_dynamic` has values alone, and no such end.
    ///
    /// Refused when a right inverse is refused.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (layout!((8, 16):(16, 1)), layout!((8, 16):(24, 1)));
    /// assert_eq!(a.max_common_layout(b).to_string(), "16:8");
    /// assert_eq!(layout!(4:1).max_common_layout(layout!(8:1)).to_string(), "4:1");
    /// let n = 256;
    /// let (a, b) = (layout!(n:1), layout!(256:1));
    /// assert_eq!(a.max_common_layout(b).to_string(), "1:0");
    /// let largest = a.to_dynamic().max_common_layout(&b.to_dynamic()).unwrap();
    /// assert_eq!(largest.to_string(), "256:1");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no common layout of 4:1 and (4,0):(1,4): an extent is 0
    /// layout!(4:1).max_common_layout(layout!((4, 0):(1, 4)));
    /// ```
    fn max_common_layout, try_max_common_layout(layout b: B) -> MaxCommonLayout
    {
        wrapped: A::MaxCommon<PlainOf<B>>;
        |a| a.max_common_layout(&b);
        first check::require(
            <A::OffsetMap as OffsetMap>::IS_IDENTITY,
            "a swizzled layout has no layout in common with others: use max_common_vector, or the layout inside"
        );
    }
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// How many elements, from offset 0 on, lie side by side at the same coordinates of both layouts: the
    /// size of [`max_common_layout`](Self::max_common_layout), and the widest vector in which one can be
    /// copied to the other. CuTe's `max_common_vector`.
    ///
    /// A run-time extent counts as the divisor that its type states.
    /// [`ops::MaxCommonVector`](crate::ops::MaxCommonVector) is the number as a numeral, also for layouts with run-time
    /// leaves.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (layout!((8, 16):(16, 1)), layout!((8, 16):(24, 1)));
    /// assert_eq!(a.max_common_vector(b), 16);
    /// type K = ops::MaxCommonVector<Layout!((64, ?):(1, 64)), Layout!((64, ?):(1, ?))>;
    /// let _: typenum::U64 = K::new();
    /// // The vector of a run-time extent is the divisor that its type states.
    /// type N = ops::MaxCommonVector<Layout!((?{div=8}, 4):(1, ?)), Layout!((64, 4):(1, 64))>;
    /// let _: typenum::U8 = N::new();
    /// ```
    ///
    /// # Panics
    /// If [`max_common_layout`](Self::max_common_layout) panics.
    ///
    /// # Compile errors
    /// If [`max_common_layout`](Self::max_common_layout) does not compile.
    #[inline(always)]
    #[track_caller]
    pub fn max_common_vector<B: AnyLayout>(self, b: B) -> usize {
        const { max_common_layout::check::<Self, PlainOf<B>>() }
        max_common_vector(self, b)
    }
}

/// How many elements are adjacent in both layouts, their swizzles included. The caller has called
/// [`max_common_layout::check`] with the layouts inside.
#[inline(always)]
#[track_caller]
pub(super) fn max_common_vector<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> usize {
    let ((a_outer, a), (b_outer, b)) = (a.parts(), b.parts());
    check::unwrap_or_panic(max_common_layout::compute(a, b));
    let common = const {
        <<A::Plain as PlainLayout>::CommonVector<B::Plain> as crate::types::Form>::FORM.size()
            as usize
    };
    a_outer.together(b_outer.together(common))
}
