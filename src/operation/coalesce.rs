//! `coalesce`: the same function in fewer modes.

use crate::judge;
use crate::layout::{AnyLayout, Layout, ProfileFits};
use crate::num::Bool;
use crate::tuple::{Congruence, IntTuple};

macro_rules! coalesce {
    ($self:ident) => {{
        const {
            if <<Self as AnyLayout>::IsStatic as Bool>::VALUE {
                judge::agree(
                    <Self as AnyLayout>::DESC.coalesce(),
                    &<<Self as AnyLayout>::Coalesce as AnyLayout>::DESC,
                )
            } else {
                judge::not_refused::<<Self as AnyLayout>::Coalesce>()
            }
        };
        judge::settle(<<Self as AnyLayout>::IsStatic as Bool>::try_conjure_or(|| {
            judge::answer($self.plain().coalesce())
        }))
    }};
}
macro_rules! coalesce_by {
    ($self:ident, $P:ident) => {{
        const {
            if <<Self as AnyLayout>::IsStatic as Bool>::VALUE {
                judge::agree(
                    <Self as AnyLayout>::DESC.coalesce_by(&$P::DESC),
                    &<<Self as AnyLayout>::CoalesceBy<$P> as AnyLayout>::DESC,
                )
            } else {
                judge::not_refused::<<Self as AnyLayout>::CoalesceBy<$P>>()
            }
        };
        judge::settle(<<Self as AnyLayout>::IsStatic as Bool>::try_conjure_or(|| {
            judge::answer($self.plain().coalesce_by(&$P::DESC))
        }))
    }};
}

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The same function and size in the fewest modes, depth at most 1: extents of 1 go, a mode that
    /// continues the one before it is merged into it.
    ///
    /// Only what is known to be valid is simplified: run-time leaves stay apart. Two static layouts
    /// are equal as functions exactly when they coalesce to the same type.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((2, (1, 6)):(1, (6, 2))).coalesce().to_string(), "12:1");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn coalesce(self) -> <Self as AnyLayout>::Coalesce {
        coalesce!(self)
    }

    /// Coalesced below each leaf of `profile`, whose integers do not matter; modes past it stay.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 2), (2, 3)):((1, 2), (4, 8)));
    /// assert_eq!(a.coalesce_by(shape!(1, 1)).to_string(), "(4,6):(1,4)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn coalesce_by<P: IntTuple>(self, profile: P) -> <Self as AnyLayout>::CoalesceBy<P>
    where
        <P::List as Congruence>::Covers<S::List>: ProfileFits,
    {
        let _ = profile;
        coalesce_by!(self, P)
    }
}

/// Coalescing, for every layout.
pub trait Coalescible: AnyLayout {
    /// See [`Layout::coalesce`].
    #[inline(always)]
    #[track_caller]
    fn coalesce(self) -> <Self as AnyLayout>::Coalesce {
        coalesce!(self)
    }

    /// See [`Layout::coalesce_by`].
    #[inline(always)]
    #[track_caller]
    fn coalesce_by<P: IntTuple>(self, profile: P) -> <Self as AnyLayout>::CoalesceBy<P> {
        let _ = profile;
        coalesce_by!(self, P)
    }
}
impl<L: AnyLayout> Coalescible for L {}
