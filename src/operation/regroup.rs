//! Modes in another order, nesting or number.

use super::moves::{one, two};
use crate::at_caller::at_caller;
use crate::check::{fits, labels, made, moved, operand, planned, rearrange, refused};
use crate::layout::{
    AnyLayout, BothStatic, CoordinateFits, Layout, ModesMatch, PermutesModes, PlainLayout, PlainOf,
    ProfileMatches, RankHolds, Reshaped, Selected,
};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{
    Congruence, Elements, HNil, IntTuple, Keeps, Place, Pos, Position, Regroup, Structure,
};
use layout_core::{self as value, Coord};

type At<const N: usize> = <Pos<N> as Position>::At;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// All modes in the order in which `I` lists them, a tuple of numerals.
    ///
    /// ```text
    /// (2,3,4):(1,2,6) by (2,0,1)     (4,2,3):(6,1,2)
    /// ```
    ///
    /// A list that lacks a mode, has one twice, or names one that is not there does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout::typenum::{U0, U1, U2};
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.permute::<(U2, U0, U1)>().to_string(), "(4,2,3):(6,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // this is no permutation of the modes
    /// layout!((2, 3, 4):(1, 2, 6)).permute::<(typenum::U2, typenum::U0, typenum::U2)>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn permute<I: IntTuple>(self) -> Selected<S, D, I>
    where
        <Self as Reshaped>::IsPermutation<I>: PermutesModes,
    {
        one!(self, Self, Selected<S, D, I>, |a| a.permute(I::DESC.path().list()))
    }

    /// What [`slice`](Self::slice) takes away: the modes that face the integers of a coordinate, side by
    /// side. Those under `_` go; an integer alone keeps the layout. CuTe's `dice`.
    ///
    /// ```text
    /// ((2,3),8):((1,2),6) at (0,_)      ((2,3)):((1,2))
    ///                  at ((0,_),0)     (2,8):(1,6)
    /// ```
    ///
    /// A coordinate that does not fit the shape does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 3), 8):((1, 2), 6));
    /// assert_eq!(a.dice(coord!((0, _), 0)).to_string(), "(2,8):(1,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the coordinate does not fit the shape
    /// layout!((2, 8):(1, 6)).dice(coord!((0, _), 0));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn dice<C: IntTuple>(self, coord: C) -> <Self as Reshaped>::Dice<C>
    where
        <C::List as Congruence>::Weakly<S::List>: CoordinateFits,
    {
        let _ = coord;
        one!(self, Self, <Self as Reshaped>::Dice<C>, |a| a.dice(&kept::<C>()))
    }

    /// Modes of modes, transposed: `((a,b),(c,d))` becomes `((a,c),(b,d))`. A leaf is its own only mode.
    /// CuTe's `zip`.
    ///
    /// ```text
    /// ((2,3),(5,7)):((1,2),(6,30))     ((2,5),(3,7)):((1,6),(2,30))
    /// ```
    ///
    /// Modes of unequal rank do not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 3), (5, 7)):((1, 2), (6, 30)));
    /// assert_eq!(a.zip().to_string(), "((2,5),(3,7)):((1,6),(2,30))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the modes have not as many modes each
    /// layout!(((2, 3), 5):((1, 2), 6)).zip();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn zip(self) -> <Self as Reshaped>::Zip
    where
        <S::List as Regroup>::Zips: ModesMatch,
    {
        one!(self, Self, <Self as Reshaped>::Zip, |a| a.zip())
    }

    /// The modes nested as `profile` says, whose integers do not matter: its first leaf stands for
    /// mode 0, and so on. CuTe's `unflatten`.
    ///
    /// ```text
    /// (2,3,5):(1,2,6) as (1,(1,1))     (2,(3,5)):(1,(2,6))
    /// ```
    ///
    /// A profile of more or fewer leaves than the layout has modes does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 5):(1, 2, 6)).unflatten(shape!(1, (1, 1)));
    /// assert_eq!(a.to_string(), "(2,(3,5)):(1,(2,6))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile has not one leaf for each mode
    /// layout!((2, 3, 5):(1, 2, 6)).unflatten(shape!(1, 1));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn unflatten<P: IntTuple>(self, profile: P) -> <Self as Reshaped>::Unflatten<P>
    where
        <<P::List as Structure>::Leaves<HNil> as Regroup>::AsMany<Elements<S>>: ProfileMatches,
    {
        let _ = profile;
        one!(self, Self, <Self as Reshaped>::Unflatten<P>, |a| a.unflatten(&P::DESC))
    }

    /// `(self_0, .., b, b, ..)`, of rank `N`; a layout that has it stays as it is. CuTe's `append<N>`.
    ///
    /// A layout of a higher rank does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2));
    /// assert_eq!(a.append_to::<4, _>(layout!(1:0)).to_string(), "(2,3,1,1):(1,2,0,0)");
    /// assert_eq!(a.prepend_to::<3, _>(layout!(5:6)).to_string(), "(5,2,3):(6,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has more modes already
    /// layout!((2, 3):(1, 2)).append_to::<1, _>(layout!(1:0));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn append_to<const N: usize, B: AnyLayout>(
        self,
        b: B,
    ) -> <Self as Reshaped>::AppendTo<At<N>, B::Plain>
    where
        Pos<N>: Position,
        <At<N> as Place>::Holds<Elements<S>>: RankHolds,
    {
        two!(self, Self, b: B, <Self as Reshaped>::AppendTo<At<N>, B::Plain>, |a, b| a
            .append_to(b, N))
    }

    /// `(.., b, b, self_0, ..)`, of rank `N`; a layout that has it stays as it is. CuTe's `prepend<N>`.
    ///
    /// A layout of a higher rank does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).prepend_to::<4, _>(layout!(1:0));
    /// assert_eq!(a.to_string(), "(1,1,2,3):(0,0,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has more modes already
    /// layout!((2, 3):(1, 2)).prepend_to::<1, _>(layout!(1:0));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn prepend_to<const N: usize, B: AnyLayout>(
        self,
        b: B,
    ) -> <Self as Reshaped>::PrependTo<At<N>, B::Plain>
    where
        Pos<N>: Position,
        <At<N> as Place>::Holds<Elements<S>>: RankHolds,
    {
        two!(self, Self, b: B, <Self as Reshaped>::PrependTo<At<N>, B::Plain>, |a, b| a
            .prepend_to(b, N))
    }
}

/// Modes in another order, nesting or number, for every layout.
///
/// ```
/// use static_layout::*;
/// fn pairs<L: AnyLayout>(l: L) -> ops::Zip<L> {
///     l.zip()
/// }
/// assert_eq!(pairs(layout!(((2, 3), (5, 7)):((1, 2), (6, 30)))).to_string(), "((2,5),(3,7)):((1,6),(2,30))");
/// ```
pub trait Regrouped: AnyLayout {
    /// See [`Layout::permute`].
    #[inline(always)]
    #[track_caller]
    fn permute<I: IntTuple>(self) -> ops::Permute<Self, I> {
        one!(@any self, ops::plain::Permute<PlainOf<Self>, I>, |a| a.permute(I::DESC.path().list()))
    }
    /// See [`Layout::dice`].
    #[inline(always)]
    #[track_caller]
    fn dice<C: IntTuple>(self, coord: C) -> ops::Dice<Self, C> {
        let _ = coord;
        one!(@any self, ops::plain::Dice<PlainOf<Self>, C>, |a| a.dice(&kept::<C>()))
    }
    /// See [`Layout::zip`].
    #[inline(always)]
    #[track_caller]
    fn zip(self) -> ops::Zip<Self> {
        one!(@any self, ops::plain::Zip<PlainOf<Self>>, |a| a.zip())
    }
    /// See [`Layout::unflatten`].
    #[inline(always)]
    #[track_caller]
    fn unflatten<P: IntTuple>(self, profile: P) -> ops::Unflatten<Self, P> {
        let _ = profile;
        one!(@any self, ops::plain::Unflatten<PlainOf<Self>, P>, |a| a.unflatten(&P::DESC))
    }
    /// See [`Layout::append_to`].
    #[inline(always)]
    #[track_caller]
    fn append_to<const N: usize, B: AnyLayout>(self, b: B) -> ops::AppendTo<Self, N, B>
    where
        Pos<N>: Position,
    {
        two!(@any self, b: B, <PlainOf<Self> as Reshaped>::AppendTo<At<N>, B::Plain>, |a, b| a
            .append_to(b, N))
    }
    /// See [`Layout::prepend_to`].
    #[inline(always)]
    #[track_caller]
    fn prepend_to<const N: usize, B: AnyLayout>(self, b: B) -> ops::PrependTo<Self, N, B>
    where
        Pos<N>: Position,
    {
        two!(@any self, b: B, <PlainOf<Self> as Reshaped>::PrependTo<At<N>, B::Plain>, |a, b| a
            .prepend_to(b, N))
    }
}
impl<L: AnyLayout> Regrouped for L {}

/// A coordinate whose integers do not matter.
const fn kept<C: IntTuple>() -> Coord {
    Coord::keeping(C::DESC, <C::List as Keeps>::KEPT)
}
