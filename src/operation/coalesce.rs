//! `coalesce`: the same function in fewer modes.

use crate::judge;
use crate::layout::{AnyLayout, Layout, PlainLayout, PlainOf, ProfileFits};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::Outer;
use crate::tuple::{Congruence, IntTuple};

macro_rules! coalesce {
    ($layout:expr, $A:ty, $out:ty, |$a:ident| $ask:expr) => {{
        const {
            if <<$A as AnyLayout>::IsStatic as Bool>::VALUE {
                let $a = <$A as PlainLayout>::DESC;
                judge::agree($ask, &<$out as PlainLayout>::DESC)
            } else {
                judge::not_refused::<$out>()
            }
        };
        let answer: $out =
            judge::settle(<<$A as AnyLayout>::IsStatic as Bool>::try_conjure_or(|| {
                let $a = $layout.plain();
                judge::answer($ask)
            }));
        answer
    }};
    (@any $layout:expr, $out:ty, |$a:ident| $ask:expr) => {{
        let (outer, plain) = $layout.split();
        outer.wrap(coalesce!(plain, PlainOf<Self>, $out, |$a| $ask))
    }};
}

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The same function and size in the fewest modes, depth at most 1: extents of 1 go, a mode that
    /// continues the one before it is merged into it.
    ///
    /// ```text
    /// (2,(1,6)):(1,(6,2))     2:1, 1:6, 6:2     the 1 goes; 6:2 goes on where 2:1 ends     12:1
    /// ```
    ///
    /// Only what is known to be valid is simplified: run-time leaves stay apart. Two static layouts
    /// are equal as functions exactly when they coalesce to the same type. Never refused.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((2, (1, 6)):(1, (6, 2))).coalesce().to_string(), "12:1");
    /// let n = 6;
    /// assert_eq!(layout!((2, (1, n)):(1, (6, 2))).coalesce().to_string(), "(2,6):(1,2)");
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
}

/// Coalescing, for every layout.
///
/// ```
/// use static_layout::*;
/// fn modes<L: AnyLayout>(l: L) -> usize {
///     l.coalesce().rank()
/// }
/// assert_eq!(modes(layout!((2, (1, 6)):(1, (6, 2)))), 1);
/// ```
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
}
impl<L: AnyLayout> Coalescible for L {}
