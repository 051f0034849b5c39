//! What a layout is as a function: one to one, onto, in order.

use super::parts::*;
use super::table::operations;

operations! {
    properties:

    /// Whether different coordinates have different offsets. The result is exact: if it is false, two coordinates share
    /// an offset.
    ///
    /// ```text
    /// (2,3):(3,2)     0 2 4      injective, though the rows       (2,3):(2,1)     0 1 2     not: 2 twice
    ///                 3 5 7      run into each other                              2 3 4
    /// ```
    ///
    /// A swizzle does not change the result. Modes that overlap need a search; one of more than `2^16` steps
    /// panics, or does not compile for a static layout.
    /// `IS_INJECTIVE` of [`LayoutOps`](crate::LayoutOps) is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, 3):(3, 2)).is_injective());
    /// assert!(!layout!((2, 3):(2, 1)).is_injective());
    /// const { assert!(<Layout!((4, 8):(8, 1))>::IS_INJECTIVE) };
    /// ```
    ///
    /// # Panics
    /// If the search of a layout with run-time integers takes more than `2^16` steps.
    ///
    /// # Compile errors
    /// If the search of a static layout takes more than `2^16` steps.
    fn is_injective() -> bool
    { value |a| check::unwrap_or_panic(injective(a)); }

    /// [`is_injective`](Self::is_injective), with a search that takes too long as an error.
    ///
    /// # Errors
    /// If the search of a layout with run-time integers takes more than `2^16` steps.
    ///
    /// # Compile errors
    /// If the search of a static layout takes more than `2^16` steps.
    fn try_is_injective() -> Result<bool, LayoutError>
    { value |a| injective(a); }

    /// Two natural coordinates with the same offset, or `None` if all offsets differ.
    ///
    /// ```text
    /// (2,3):(2,1)     0 1 2     2 is the offset of (1,0) and of (0,2)
    ///                 2 3 4
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = layout!((2, 3):(2, 1)).collision().unwrap().unwrap();
    /// assert_eq!((a.to_string(), b.to_string()), ("(1,0)".into(), "(0,2)".into()));
    /// assert!(layout!((2, 3):(3, 1)).collision().unwrap().is_none());
    /// ```
    /// Refused as [`is_injective`](Self::is_injective) is.
    fn collision() -> Result<Collision, LayoutError>
    { value |a| PlainLayout::plain(a).collision(); }

    /// Whether the offsets are exactly `[0, size)`, each of them once: the layout has an [`inverse`](Self::inverse).
    /// `IS_BIJECTIVE` of [`LayoutOps`](crate::LayoutOps) is the same as a constant.
    ///
    /// ```text
    /// (2,3):(3,1)     0 1 2     yes        (2,3):(4,1)     0 1 2     no: 3 is missing
    ///                 3 4 5                                4 5 6
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, 3):(3, 1)).is_bijective());
    /// assert!(!layout!((2, 3):(4, 1)).is_bijective());
    /// const { assert!(!<Layout!((4, 8):(9, 1))>::IS_BIJECTIVE) };
    /// ```
    fn is_bijective() -> bool
    {
        value |a| PlainLayout::plain(a).is_bijective();
        unswizzled MAY_HAVE_GAPS;
    }

    /// Whether the offsets are exactly `[0, m)`, each of them at least once.
    ///
    /// ```text
    /// (2,3):(1,1)     0 1 2
    ///                 1 2 3     onto [0, 4)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 1));
    /// assert!(a.is_surjective_onto(4) && !a.is_surjective_onto(3));
    /// ```
    fn is_surjective_onto(argument m: usize) -> bool
    {
        value |a| i64::try_from(m).is_ok_and(|m| PlainLayout::plain(a).is_surjective_onto(m));
        unswizzled MAY_HAVE_GAPS;
    }

    /// Whether the offset of every linear index is that index: it coalesces to `size:1`, and its elements
    /// are a slice in the order of the coordinates, leftmost fastest. [`is_bijective`](Self::is_bijective)
    /// allows every order. `IS_CONTIGUOUS` of [`LayoutOps`](crate::LayoutOps) is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, (1, 6)):(1, (7, 2))).is_contiguous());
    /// assert!(!layout!((2, 3):(3, 1)).is_contiguous());
    /// const { assert!(<Layout!((4, 8):(1, 4))>::IS_CONTIGUOUS) };
    /// ```
    fn is_contiguous() -> bool
    {
        value |a| PlainLayout::plain(a).is_contiguous();
        unswizzled "the layout is swizzled, and so its offsets may be out of order: use the layout inside";
    }

    /// Whether every offset of `[0, m)` is the offset of some coordinate; offsets past `m` may also occur.
    ///
    /// ```text
    /// (2,2,3):(1,2,8)     offsets 0 1 2 3  8 9 10 11  16 17 18 19: covers 4, not 5
    /// ```
    ///
    /// If a stride is negative, the offsets are tested one by one: a range of more than `2^14` offsets panics.
    /// [`try_covers`](Self::try_covers) returns the error instead.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 2, 3):(1, 2, 8));
    /// assert!(a.covers(4) && !a.covers(5));
    /// ```
    ///
    /// # Panics
    /// If a stride is negative and the offsets reach over more than `2^14`.
    fn covers(argument m: usize) -> bool
    {
        value |a| check::unwrap_or_panic(covers(a, m));
        unswizzled MAY_HAVE_GAPS;
    }

    /// [`covers`](Self::covers), with offsets that reach too far as an error.
    ///
    /// # Errors
    /// If a stride is negative and the offsets reach over more than `2^14`.
    fn try_covers(argument m: usize) -> Result<bool, LayoutError>
    {
        value |a| covers(a, m);
        unswizzled MAY_HAVE_GAPS;
    }
}

pub(super) const MAY_HAVE_GAPS: &str =
    "the layout is swizzled, and so its offsets may have gaps: use the layout inside";

/// Two natural coordinates of one offset.
pub(super) type Collision = Option<(layout_core::IntTuple, layout_core::IntTuple)>;

/// Whether the offsets of `A` differ; of a static layout, decided in `const`.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub(super) fn injective<A: PlainLayout>(layout: A) -> Result<bool, LayoutError> {
    if <A::IsStatic as Bool>::VALUE {
        return Ok(const { check::holds_if::<A>(check::integers_of::<A>().is_injective()) });
    }
    PlainLayout::plain(layout).is_injective()
}

pub(super) fn covers<A: PlainLayout>(layout: A, m: usize) -> Result<bool, LayoutError> {
    // No layout reaches past `isize`.
    i64::try_from(m).map_or(Ok(false), |m| PlainLayout::plain(layout).covers(m))
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// Whether both layouts have the same size and the same offset at every linear index. Static ones do
    /// exactly when they coalesce to one type. `==` also compares the modes.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, (1, 6)):(1, (6, 2))).same_function(layout!((3, 4):(1, 3))));
    /// assert!(!layout!((3, 4):(1, 3)).same_function(layout!((4, 3):(3, 1))));
    /// ```
    ///
    /// # Compile errors
    /// A swizzled layout: compare the swizzles, and the layouts inside.
    #[inline]
    #[track_caller]
    pub fn same_function<B: AnyLayout>(self, b: B) -> bool {
        const { comparable::<Self, B>() };
        same_function(self, b)
    }
}

/// Stops the compiler at a swizzled layout.
#[track_caller]
pub(super) const fn comparable<A: AnyLayout, B: AnyLayout>() {
    let are_plain =
        <A::OffsetMap as OffsetMap>::IS_IDENTITY && <B::OffsetMap as OffsetMap>::IS_IDENTITY;
    check::require(
        are_plain,
        "swizzled layouts are compared by their swizzles and the layouts inside",
    )
}

/// Whether the unswizzled layouts are the same function. The caller has called [`comparable`].
#[inline]
pub(super) fn same_function<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> bool {
    PlainLayout::plain(a.parts().1).same_function(&PlainLayout::plain(b.parts().1))
}

/// The integers of the layout inside a static layout, after the check that the layout exists.
pub(super) struct Known<A>(core::marker::PhantomData<A>);
#[layout_macros::at_caller]
impl<A: AnyLayout> Known<A> {
    pub(super) const PLAIN: layout_core::Layout = {
        check::possible::<A::Shape, <PlainOf<A> as PlainLayout>::Stride>();
        A::FORM
    };
}
