//! Fewer modes: `coalesce` keeps the function, `filter` the set of offsets.

use super::Asks;
use super::asking::{ask, asked, question};
use crate::at_caller::at_caller;
use crate::check;
use crate::layout::{AnyLayout, Layout, PlainLayout, PlainOf, ProfileFits, Reshaped};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{Congruence, IntTuple};
use layout_core::{self as value, LayoutError};

type Alone<A> = <A as AnyLayout>::IsStatic;

question! { Filter[] (); Alone<A>; A::Filter; |a| a.filter() }
question! { FilterZeros[] (); Alone<A>; A::FilterZeros; |a| filter_zeros(&a) }
question! { FilterBy[P: IntTuple] P; Alone<A>; A::FilterBy<P>; |a| a.filter_by(&P::DESC) }
question! {
    FilterZerosBy[P: IntTuple] P; Alone<A>; A::FilterZerosBy<P>; |a| a.filter_zeros_by(&P::DESC)
}

const fn filter_zeros(a: &value::Layout) -> Result<value::Layout, LayoutError> {
    Ok(a.filter_zeros())
}

macro_rules! coalesce {
    ($layout:expr, $A:ty, $out:ty, |$a:ident| $ask:expr) => {
        at_caller! {{
            const {
                if <<$A as AnyLayout>::IsStatic as Bool>::VALUE {
                    let $a = <$A as PlainLayout>::DESC;
                    check::agree($ask, &<$out as PlainLayout>::DESC)
                } else {
                    check::not_refused::<$out>()
                }
            };
            let answer: $out = <<$A as AnyLayout>::IsStatic as Bool>::static_value_or_panic(|| {
                let $a = $layout.plain();
                check::answer($ask)
            });
            answer
        }}
    };
    (@any $layout:expr, $out:ty, |$a:ident| $ask:expr) => {{
        let (outer, plain) = $layout.parts();
        outer.wrap(coalesce!(plain, PlainOf<Self>, $out, |$a| $ask))
    }};
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The same function and size in the fewest modes, depth at most 1: extents of 1 go, a mode that
    /// continues the one before it is merged into it.
    ///
    /// ```text
    /// (2,(1,6)):(1,(6,2))     2:1, 1:6, 6:2     the 1 goes; 6:2 goes on where 2:1 ends     12:1
    /// ```
    ///
    /// Only what is known to be valid is simplified: run-time leaves stay apart. Two static layouts
    /// are equal as functions exactly when they coalesce to the same type. Where more than 12 modes are
    /// left this does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((2, (1, 6)):(1, (6, 2))).coalesce().to_string(), "12:1");
    /// let n = 6;
    /// assert_eq!(layout!((2, (1, n)):(1, (6, 2))).coalesce().to_string(), "(2,6):(1,2)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let a = layout!(((2, 2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2)):((1, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1)));
    /// // more than 12 modes at one level
    /// a.coalesce();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn coalesce(self) -> <Self as PlainLayout>::Coalesce {
        coalesce!(self, Self, <Self as PlainLayout>::Coalesce, |a| a.coalesce())
    }

    /// Coalesced below each leaf of `profile`, whose integers do not matter; modes past it stay. CuTe's
    /// `coalesce` with a profile.
    ///
    /// ```text
    /// ((2,2),(2,3)):((1,2),(4,8)) by (1,1)     (2,2):(1,2) -> 4:1,  (2,3):(4,8) -> 6:4     (4,6):(1,4)
    /// ```
    ///
    /// A profile that is deeper or longer than the shape does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 2), (2, 3)):((1, 2), (4, 8)));
    /// assert_eq!(a.coalesce_by(shape!(1, 1)).to_string(), "(4,6):(1,4)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile does not fit the shape
    /// layout!((4, 6):(1, 4)).coalesce_by(shape!(1, 1, 1));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn coalesce_by<P: IntTuple>(self, profile: P) -> <Self as PlainLayout>::CoalesceBy<P>
    where
        <P::List as Congruence>::Covers<S::List>: ProfileFits,
    {
        let _ = profile;
        coalesce!(self, Self, <Self as PlainLayout>::CoalesceBy<P>, |a| a.coalesce_by(&P::DESC))
    }

    /// The part of the layout that moves: strides of 0 and extents of 1 removed, coalesced. The set of
    /// offsets is that of the layout, unless an extent of 0 goes with its stride of 0: `(0,8):(0,1)` has no
    /// offsets, and what is left of it is `8:1`. CuTe's `filter`.
    ///
    /// ```text
    /// (4,(3,2)):(0,(1,0))     4:0 and 2:0 repeat offsets     3:1
    /// ```
    ///
    /// Only what is known is removed: a static extent beside a run-time stride stays. Where more than 12
    /// modes are left this does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, (3, 2)):(0, (1, 0))).filter().to_string(), "3:1");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn filter(self) -> <Self as Reshaped>::Filter {
        ask!(@or_panic self, const { check::check::<Self, Filter, ()>() }, Alone<Self>, |a| a.filter())
    }

    /// Extents become 1 where the stride is known to be 0: the set of offsets and the nesting stay. An
    /// extent of 0 there becomes 1, too: an empty layout may not stay one.
    /// CuTe's `filter_zeros`. Never refused.
    ///
    /// ```text
    /// (4,(3,2)):(0,(1,0))     (1,(3,1)):(0,(1,0))
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, (3, 2)):(0, (1, 0))).filter_zeros();
    /// assert_eq!(a.to_string(), "(1,(3,1)):(0,(1,0))");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn filter_zeros(self) -> <Self as Reshaped>::FilterZeros {
        ask!(@or_panic self,
            const { check::check::<Self, FilterZeros, ()>() },
            Alone<Self>,
            |a| filter_zeros(&a)
        )
    }

    /// [`filter`](Self::filter) below each leaf of `profile`, whose integers do not matter; modes past it
    /// stay. CuTe's `filter` with a profile.
    ///
    /// ```text
    /// ((4,2),(3,2)):((0,1),(2,0)) by (1,1)     (4,2):(0,1) -> 2:1,  (3,2):(2,0) -> 3:2     (2,3):(1,2)
    /// ```
    ///
    /// A profile that is nested otherwise than the layout does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((4, 2), (3, 2)):((0, 1), (2, 0)));
    /// assert_eq!(a.filter_by(shape!(1, 1)).to_string(), "(2,3):(1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile does not fit the shape
    /// layout!((4, 2):(0, 1)).filter_by(shape!(1, 1, 1));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn filter_by<P: IntTuple>(self, profile: P) -> <Self as Reshaped>::FilterBy<P>
    where
        <P::List as Congruence>::Covers<S::List>: ProfileFits,
    {
        let _ = profile;
        ask!(@or_panic self, const { check::check::<Self, FilterBy, P>() }, Alone<Self>, |a| a
            .filter_by(&P::DESC))
    }

    /// [`filter_zeros`](Self::filter_zeros) below the leaves of `profile`, whose integers do not matter;
    /// modes past it stay.
    ///
    /// ```text
    /// (4,3,2):(0,1,0) by (1,1)     (1,3,2):(0,1,0)     the last mode stays
    /// ```
    ///
    /// A profile that is nested otherwise than the layout does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 3, 2):(0, 1, 0));
    /// assert_eq!(a.filter_zeros_by(shape!(1, 1)).to_string(), "(1,3,2):(0,1,0)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile does not fit the shape
    /// layout!((4, 2):(0, 1)).filter_zeros_by(shape!(1, (1, 1)));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn filter_zeros_by<P: IntTuple>(self, profile: P) -> <Self as Reshaped>::FilterZerosBy<P>
    where
        <P::List as Congruence>::Covers<S::List>: ProfileFits,
    {
        let _ = profile;
        ask!(@or_panic self,
            const { check::check::<Self, FilterZerosBy, P>() },
            Alone<Self>,
            |a| a.filter_zeros_by(&P::DESC)
        )
    }
}

/// Coalescing and filtering, for every layout.
///
/// ```
/// use static_layout::*;
/// fn modes<L: AnyLayout>(l: L) -> usize {
///     l.coalesce().rank()
/// }
/// assert_eq!(modes(layout!((2, (1, 6)):(1, (6, 2)))), 1);
/// fn copies<L: AnyLayout>(l: L) -> usize {
///     l.size() / l.filter().size()
/// }
/// assert_eq!(copies(layout!((4, 3):(0, 1))), 4);
/// ```
#[layout_macros::at_caller]
pub trait Coalescible: AnyLayout {
    /// See [`Layout::coalesce`].
    #[inline(always)]
    #[track_caller]
    fn coalesce(self) -> ops::Coalesce<Self> {
        coalesce!(@any self, ops::plain::Coalesce<PlainOf<Self>>, |a| a.coalesce())
    }

    /// See [`Layout::coalesce_by`].
    #[inline(always)]
    #[track_caller]
    fn coalesce_by<P: IntTuple>(self, profile: P) -> ops::CoalesceBy<Self, P> {
        let _ = profile;
        coalesce!(@any self, ops::plain::CoalesceBy<PlainOf<Self>, P>, |a| a.coalesce_by(&P::DESC))
    }

    /// See [`Layout::filter`].
    #[inline(always)]
    #[track_caller]
    fn filter(self) -> ops::Filter<Self> {
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, Filter, ()>() },
            Alone<Self::Plain>,
            |a| a.filter()
        ))
    }
    /// See [`Layout::filter_zeros`].
    #[inline(always)]
    #[track_caller]
    fn filter_zeros(self) -> ops::FilterZeros<Self> {
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, FilterZeros, ()>() },
            Alone<Self::Plain>,
            |a| filter_zeros(&a)
        ))
    }
    /// See [`Layout::filter_by`].
    #[inline(always)]
    #[track_caller]
    fn filter_by<P: IntTuple>(self, profile: P) -> ops::FilterBy<Self, P> {
        let _ = profile;
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, FilterBy, P>() },
            Alone<Self::Plain>,
            |a| a.filter_by(&P::DESC)
        ))
    }
    /// See [`Layout::filter_zeros_by`].
    #[inline(always)]
    #[track_caller]
    fn filter_zeros_by<P: IntTuple>(self, profile: P) -> ops::FilterZerosBy<Self, P> {
        let _ = profile;
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, FilterZerosBy, P>() },
            Alone<Self::Plain>,
            |a| a.filter_zeros_by(&P::DESC)
        ))
    }
}
impl<L: AnyLayout> Coalescible for L {}
