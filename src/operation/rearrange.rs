//! Modes taken, joined and regrouped. The types say which modes a result has; its run-time leaves
//! are moved by a plan that the algebra on plain integers makes in `const`.

use super::moves::{one, two};
use crate::at_caller::at_caller;
use crate::check::{fits, labels, made, moved, operand, planned, rearrange, refused};
use crate::layout::{
    AnyLayout, BothStatic, Grouped, Layout, ModeExists, ModeOf, PlainLayout, PlainOf, Reshaped,
    Selected, Taken,
};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{IntTuple, Pick, Place, Pos, Position, Structure};
use layout_core as value;

type At<const I: usize> = <Pos<I> as Position>::At;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The mode `I`. A leaf is its own only mode. CuTe's `layout<I>` and `get<I>`.
    ///
    /// ```text
    /// (2,(3,4)):(1,(2,6))     mode 0  2:1     mode 1  (3,4):(2,6)
    /// ```
    ///
    /// A mode that the layout does not have does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!(a.mode::<1>().to_string(), "(3,4):(2,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, (3, 4)):(1, (2, 6))).mode::<2>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn mode<const I: usize>(self) -> ModeOf<S, D, At<I>>
    where
        Pos<I>: Position,
        <At<I> as Place>::IsBefore<S::Rank>: ModeExists,
    {
        one!(self, Self, ModeOf<S, D, At<I>>, |a| a.mode(I))
    }

    /// The nested mode that `path` leads to: mode `path_0`, of that mode `path_1`, .. CuTe's
    /// `layout<I, J, ..>`.
    ///
    /// ```text
    /// (2,(3,4)):(1,(2,6))     (1)  (3,4):(2,6)     (1,0)  3:2     (1,1)  4:6
    /// ```
    ///
    /// A path that leads nowhere does not compile; its integers are numerals.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!(a.get(coord!(1, 0)).to_string(), "3:2");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, (3, 4)):(1, (2, 6))).get(coord!(1, 2));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn get<P: IntTuple>(self, path: P) -> <Self as PlainLayout>::Get<P>
    where
        <P::List as Structure>::PathFits<S>: ModeExists,
    {
        let _ = path;
        one!(self, Self, <Self as PlainLayout>::Get<P>, |a| a.get(P::DESC.path().list()))
    }

    /// The modes that `I` lists, a tuple of numerals, in that order; one may come more than once.
    ///
    /// ```text
    /// (2,3,4):(1,2,6) at (2,0)     (4,2):(6,1)
    /// ```
    ///
    /// A mode that the layout does not have does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout::typenum::{U0, U2};
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.select::<(U2, U0)>().to_string(), "(4,2):(6,1)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3, 4):(1, 2, 6)).select::<(typenum::U3, typenum::U0)>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn select<I: IntTuple>(self) -> Selected<S, D, I>
    where
        <I::List as Pick>::Names<S>: ModeExists,
    {
        // A mode can be selected more than once.
        one!(self, Self, Selected<S, D, I>, |a| a.select(I::DESC.path().list()), made)
    }

    /// The modes `B..E`.
    ///
    /// ```text
    /// (2,3,4):(1,2,6), modes 1..3     (3,4):(2,6)
    /// ```
    ///
    /// A range that is empty or past the modes does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.take::<1, 3>().to_string(), "(3,4):(2,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3, 4):(1, 2, 6)).take::<1, 4>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn take<const B: usize, const E: usize>(self) -> Taken<S, D, At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
        <Self as Reshaped>::IsRange<At<B>, At<E>>: ModeExists,
    {
        one!(self, Self, Taken<S, D, At<B>, At<E>>, |a| a.take(B, E))
    }

    /// The modes `B..E` as one mode: the same function of linear indices, a coordinate less. CuTe's
    /// `group_modes` of tensors, `group` of layouts.
    ///
    /// ```text
    /// (2,3,4):(1,2,6), modes 0..2     ((2,3),4):((1,2),6)
    /// ```
    ///
    /// A range past the modes does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.group::<0, 2>().to_string(), "((2,3),4):((1,2),6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3, 4):(1, 2, 6)).group::<2, 4>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn group<const B: usize, const E: usize>(self) -> Grouped<S, D, At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
        <Self as Reshaped>::IsRange<At<B>, At<E>>: ModeExists,
    {
        one!(self, Self, Grouped<S, D, At<B>, At<E>>, |a| a.group(B, E))
    }

    /// The mode `I` replaced by `b`. Refused when the size or the cosize does not fit `isize` then.
    ///
    /// ```text
    /// (2,3):(1,2), mode 1 by (5,7):(10,2)     (2,(5,7)):(1,(10,2))
    /// ```
    ///
    /// A mode that the layout does not have does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).replace::<1, _>(layout!((5, 7):(10, 2)));
    /// assert_eq!(a.to_string(), "(2,(5,7)):(1,(10,2))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3):(1, 2)).replace::<2, _>(layout!(5:10));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn replace<const I: usize, B: AnyLayout>(
        self,
        b: B,
    ) -> <Self as PlainLayout>::Replace<At<I>, B::Plain>
    where
        Pos<I>: Position,
        <At<I> as Place>::IsBefore<S::Rank>: ModeExists,
    {
        two!(self, Self, b: B, <Self as PlainLayout>::Replace<At<I>, B::Plain>, |a, b| a.replace(I, b))
    }

    /// All leaves side by side, the same function of linear indices; a leaf stays one. Past 12 leaves
    /// this does not compile.
    ///
    /// ```text
    /// (2,(3,4)):(1,(2,6))     (2,3,4):(1,2,6)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6))).flatten();
    /// assert_eq!(a.to_string(), "(2,3,4):(1,2,6)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let a = layout!(((1, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1)):((0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)));
    /// // more than 12 modes at one level
    /// a.flatten();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn flatten(self) -> <Self as PlainLayout>::Flatten {
        one!(self, Self, <Self as PlainLayout>::Flatten, |a| a.flatten())
    }

    /// `(self_0, .., b)`: one more mode at the end. Refused past 12 modes or 32 leaves, and when size or
    /// cosize does not fit `isize`.
    ///
    /// ```text
    /// a = (2,3):(1,2), b = 4:6     append (2,3,4):(1,2,6)   prepend (4,2,3):(6,1,2)   concat ((2,3),4):((1,2),6)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2));
    /// assert_eq!(a.append(layout!(4:6)).to_string(), "(2,3,4):(1,2,6)");
    /// assert_eq!(a.prepend(layout!(4:6)).to_string(), "(4,2,3):(6,1,2)");
    /// assert_eq!(a.concat(layout!(4:6)).to_string(), "((2,3),4):((1,2),6)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot append to 2:9223372036854775806 the mode 2:9: 9223372036854775807 + 9 is past 9223372036854775807
    /// layout!(2:9223372036854775806).append(layout!(2:9));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn append<B: AnyLayout>(self, b: B) -> <Self as PlainLayout>::Append<B::Plain> {
        two!(self, Self, b: B, <Self as PlainLayout>::Append<B::Plain>, |a, b| a.append(b))
    }

    /// `(b, self_0, ..)`: one more mode at the front. Refused as [`append`](Self::append) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).prepend(layout!((4, 5):(6, 24)));
    /// assert_eq!(a.to_string(), "((4,5),2,3):((6,24),1,2)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn prepend<B: AnyLayout>(self, b: B) -> <Self as PlainLayout>::Prepend<B::Plain> {
        two!(self, Self, b: B, <Self as PlainLayout>::Prepend<B::Plain>, |a, b| a.prepend(b))
    }

    /// `(self, b)`: a layout whose two modes are these; `r(i, j) = self(i) + b(j)`. CuTe's `make_layout`
    /// of two layouts. Refused as [`append`](Self::append) is.
    ///
    /// ```text
    /// self = 4:1, b = 3:10     0 10 20
    ///                          1 11 21
    ///                          2 12 22
    ///                          3 13 23     (4,3):(1,10)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(4:1).concat(layout!(3:10));
    /// assert_eq!((a.to_string(), a.index((2, 1))), ("(4,3):(1,10)".into(), 12));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn concat<B: AnyLayout>(self, b: B) -> <Self as PlainLayout>::Concat<B::Plain> {
        two!(self, Self, b: B, <Self as PlainLayout>::Concat<B::Plain>, |a, b| a.concat(b))
    }
}

/// Rearranging modes, for every layout.
///
/// ```
/// use static_layout::*;
/// fn columns_first<L: AnyLayout>(l: L) -> ops::Concat<ops::Mode<L, 1>, ops::Mode<L, 0>> {
///     l.mode::<1>().concat(l.mode::<0>())
/// }
/// assert_eq!(columns_first(layout!((4, (2, 3)):(6, (3, 1)))).to_string(), "((2,3),4):((3,1),6)");
/// ```
pub trait Rearrange: AnyLayout {
    /// See [`Layout::mode`].
    #[inline(always)]
    #[track_caller]
    fn mode<const I: usize>(self) -> ops::Mode<Self, I>
    where
        Pos<I>: Position,
    {
        one!(@any self, <PlainOf<Self> as PlainLayout>::Mode<At<I>>, |a| a.mode(I))
    }
    /// See [`Layout::get`].
    #[inline(always)]
    #[track_caller]
    fn get<P: IntTuple>(self, _: P) -> ops::Get<Self, P> {
        one!(@any self, <PlainOf<Self> as PlainLayout>::Get<P>, |a| a.get(P::DESC.path().list()))
    }
    /// See [`Layout::select`].
    #[inline(always)]
    #[track_caller]
    fn select<I: IntTuple>(self) -> ops::Select<Self, I> {
        one!(@any self, <PlainOf<Self> as PlainLayout>::Select<I>, |a| a.select(I::DESC.path().list()), made)
    }
    /// See [`Layout::take`].
    #[inline(always)]
    #[track_caller]
    fn take<const B: usize, const E: usize>(self) -> ops::Take<Self, B, E>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        one!(@any self, <PlainOf<Self> as PlainLayout>::Take<At<B>, At<E>>, |a| a.take(B, E))
    }
    /// See [`Layout::group`].
    #[inline(always)]
    #[track_caller]
    fn group<const B: usize, const E: usize>(self) -> ops::Group<Self, B, E>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        one!(@any self, <PlainOf<Self> as PlainLayout>::Group<At<B>, At<E>>, |a| a.group(B, E))
    }
    /// See [`Layout::replace`].
    #[inline(always)]
    #[track_caller]
    fn replace<const I: usize, B: AnyLayout>(self, b: B) -> ops::Replace<Self, I, B>
    where
        Pos<I>: Position,
    {
        two!(@any self, b: B, <PlainOf<Self> as PlainLayout>::Replace<At<I>, B::Plain>, |a, b| a.replace(I, b))
    }
    /// See [`Layout::flatten`].
    #[inline(always)]
    #[track_caller]
    fn flatten(self) -> ops::Flatten<Self> {
        one!(@any self, <PlainOf<Self> as PlainLayout>::Flatten, |a| a.flatten())
    }
    /// See [`Layout::append`].
    #[inline(always)]
    #[track_caller]
    fn append<B: AnyLayout>(self, b: B) -> ops::Append<Self, B> {
        two!(@any self, b: B, <PlainOf<Self> as PlainLayout>::Append<B::Plain>, |a, b| a.append(b))
    }
    /// See [`Layout::prepend`].
    #[inline(always)]
    #[track_caller]
    fn prepend<B: AnyLayout>(self, b: B) -> ops::Prepend<Self, B> {
        two!(@any self, b: B, <PlainOf<Self> as PlainLayout>::Prepend<B::Plain>, |a, b| a.prepend(b))
    }
    /// See [`Layout::concat`].
    #[inline(always)]
    #[track_caller]
    fn concat<B: AnyLayout>(self, b: B) -> ops::Concat<Self, B> {
        two!(@any self, b: B, <PlainOf<Self> as PlainLayout>::Concat<B::Plain>, |a, b| a.concat(b))
    }
}
impl<L: AnyLayout> Rearrange for L {}
