//! Modes taken, joined and regrouped. The types say which modes a result has; its run-time leaves
//! are moved by a plan that the algebra on plain integers makes in `const`.

use crate::judge::{labels, made, part, path, plan, rearrange, refused, settle};
use crate::layout::{AnyLayout, Layout, ModeExists};
use crate::num::Bool;
use crate::tuple::{Elements, IntTuple, Place, Pos, Position, Structure};
use layout_core as value;

type At<const I: usize> = <Pos<I> as Position>::At;
type Modes<L> = Elements<<L as AnyLayout>::Shape>;
/// `B < E`, and there are `E` modes.
type IsRange<L, B, E> = <<E as Place>::Reached<Modes<L>> as Bool>::And<<B as Place>::IsBefore<E>>;

macro_rules! one {
    ($self:ident, $out:ty, |$a:ident| $plan:expr) => {{
        let plan: &'static value::Layout = const {
            let $a = labels(&<Self as AnyLayout>::DESC, 0);
            match $plan {
                Ok(layout) => &plan(layout, &<$out as AnyLayout>::DESC),
                Err(_) => {
                    let $a = <Self as AnyLayout>::DESC;
                    refused($plan)
                }
            }
        };
        settle(<<Self as AnyLayout>::IsStatic as Bool>::try_conjure_or(|| {
            part($self, rearrange::<Self, Layout<(), ()>, $out>($self, Layout::default(), plan))
        }))
    }};
}
macro_rules! two {
    ($self:ident, $b:ident: $B:ident, $out:ty, |$a:ident, $bb:ident| $plan:expr) => {{
        let plan: &'static value::Layout = const {
            let $a = labels(&<Self as AnyLayout>::DESC, 0);
            let $bb = &labels(&$B::DESC, value::MAX_LEAVES);
            match $plan {
                Ok(layout) => &plan(layout, &<$out as AnyLayout>::DESC),
                Err(_) => {
                    let ($a, $bb) = (<Self as AnyLayout>::DESC, &$B::DESC);
                    refused($plan)
                }
            }
        };
        settle(
            <<<Self as AnyLayout>::IsStatic as Bool>::And<$B::IsStatic> as Bool>::try_conjure_or(
                // Modes that fit one by one can be too large together.
                || made(rearrange::<Self, $B, $out>($self, $b, plan)),
            ),
        )
    }};
}

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The mode `I`. A leaf is its own only mode.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!(a.mode::<1>().to_string(), "(3,4):(2,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// layout!((2, (3, 4)):(1, (2, 6))).mode::<2>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn mode<const I: usize>(self) -> <Self as AnyLayout>::Mode<At<I>>
    where
        Pos<I>: Position,
        <At<I> as Place>::Within<Elements<S>>: ModeExists,
    {
        one!(self, <Self as AnyLayout>::Mode<At<I>>, |a| a.mode(I))
    }

    /// The nested mode that `path` leads to.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!(a.get(coord!(1, 0)).to_string(), "3:2");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn get<P: IntTuple>(self, path: P) -> <Self as AnyLayout>::Get<P>
    where
        <P::List as Structure>::PathFits<S>: ModeExists,
    {
        Rearrange::get(self, path)
    }

    /// The modes that `I` lists, a tuple of numerals, in that order.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout::typenum::{U0, U2};
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.select::<(U2, U0)>().to_string(), "(4,2):(6,1)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn select<I: IntTuple>(self) -> <Self as AnyLayout>::Select<I>
    where
        <I::List as Structure>::Selects<Elements<S>>: ModeExists,
    {
        settle(made(one!(self, <Self as AnyLayout>::Select<I>, |a| {
            let (modes, len) = path(&I::DESC);
            a.select(modes.split_at(len).0)
        })))
    }

    /// The modes `B..E`.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.take::<1, 3>().to_string(), "(3,4):(2,6)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn take<const B: usize, const E: usize>(self) -> <Self as AnyLayout>::Take<At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
        IsRange<Self, At<B>, At<E>>: ModeExists,
    {
        Rearrange::take::<B, E>(self)
    }

    /// The modes `B..E` as one mode.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.group::<0, 2>().to_string(), "((2,3),4):((1,2),6)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn group<const B: usize, const E: usize>(self) -> <Self as AnyLayout>::Group<At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
        IsRange<Self, At<B>, At<E>>: ModeExists,
    {
        Rearrange::group::<B, E>(self)
    }

    /// The mode `I` replaced by `b`.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).replace::<1, _>(layout!((5, 7):(10, 2)));
    /// assert_eq!(a.to_string(), "(2,(5,7)):(1,(10,2))");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn replace<const I: usize, B: AnyLayout>(
        self,
        b: B,
    ) -> <Self as AnyLayout>::Replace<At<I>, B>
    where
        Pos<I>: Position,
        <At<I> as Place>::Within<Elements<S>>: ModeExists,
    {
        two!(self, b: B, <Self as AnyLayout>::Replace<At<I>, B>, |a, b| a.replace(I, b))
    }

    /// All leaves side by side; a leaf stays one. Past 12 leaves this does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6))).flatten();
    /// assert_eq!(a.to_string(), "(2,3,4):(1,2,6)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn flatten(self) -> <Self as AnyLayout>::Flatten {
        one!(self, <Self as AnyLayout>::Flatten, |a| a.flatten())
    }

    /// `(self_0, .., b)`: one more mode at the end.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2));
    /// assert_eq!(a.append(layout!(4:6)).to_string(), "(2,3,4):(1,2,6)");
    /// assert_eq!(a.prepend(layout!(4:6)).to_string(), "(4,2,3):(6,1,2)");
    /// assert_eq!(a.concat(layout!(4:6)).to_string(), "((2,3),4):((1,2),6)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn append<B: AnyLayout>(self, b: B) -> <Self as AnyLayout>::Append<B> {
        two!(self, b: B, <Self as AnyLayout>::Append<B>, |a, b| a.append(b))
    }

    /// `(b, self_0, ..)`: one more mode at the front.
    #[inline(always)]
    #[track_caller]
    pub fn prepend<B: AnyLayout>(self, b: B) -> <Self as AnyLayout>::Prepend<B> {
        two!(self, b: B, <Self as AnyLayout>::Prepend<B>, |a, b| a.prepend(b))
    }

    /// `(self, b)`: a layout whose two modes are these.
    #[inline(always)]
    #[track_caller]
    pub fn concat<B: AnyLayout>(self, b: B) -> <Self as AnyLayout>::Concat<B> {
        two!(self, b: B, <Self as AnyLayout>::Concat<B>, |a, b| a.concat(b))
    }
}

/// Rearranging modes, for every layout.
pub trait Rearrange: AnyLayout {
    /// See [`Layout::mode`].
    #[inline(always)]
    #[track_caller]
    fn mode<const I: usize>(self) -> Self::Mode<At<I>>
    where
        Pos<I>: Position,
    {
        one!(self, Self::Mode<At<I>>, |a| a.mode(I))
    }
    /// See [`Layout::get`].
    #[inline(always)]
    #[track_caller]
    fn get<P: IntTuple>(self, _: P) -> Self::Get<P> {
        one!(self, Self::Get<P>, |a| {
            let (modes, len) = path(&P::DESC);
            a.get(modes.split_at(len).0)
        })
    }
    /// See [`Layout::select`].
    #[inline(always)]
    #[track_caller]
    fn select<I: IntTuple>(self) -> Self::Select<I> {
        let selected = one!(self, Self::Select<I>, |a| {
            let (modes, len) = path(&I::DESC);
            a.select(modes.split_at(len).0)
        });
        // A mode can be selected more than once.
        settle(made(selected))
    }
    /// See [`Layout::take`].
    #[inline(always)]
    #[track_caller]
    fn take<const B: usize, const E: usize>(self) -> Self::Take<At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        one!(self, Self::Take<At<B>, At<E>>, |a| a.take(B, E))
    }
    /// See [`Layout::group`].
    #[inline(always)]
    #[track_caller]
    fn group<const B: usize, const E: usize>(self) -> Self::Group<At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        one!(self, Self::Group<At<B>, At<E>>, |a| a.group(B, E))
    }
    /// See [`Layout::replace`].
    #[inline(always)]
    #[track_caller]
    fn replace<const I: usize, B: AnyLayout>(self, b: B) -> Self::Replace<At<I>, B>
    where
        Pos<I>: Position,
    {
        two!(self, b: B, Self::Replace<At<I>, B>, |a, b| a.replace(I, b))
    }
    /// See [`Layout::flatten`].
    #[inline(always)]
    #[track_caller]
    fn flatten(self) -> Self::Flatten {
        one!(self, Self::Flatten, |a| a.flatten())
    }
    /// See [`Layout::append`].
    #[inline(always)]
    #[track_caller]
    fn append<B: AnyLayout>(self, b: B) -> Self::Append<B> {
        two!(self, b: B, Self::Append<B>, |a, b| a.append(b))
    }
    /// See [`Layout::prepend`].
    #[inline(always)]
    #[track_caller]
    fn prepend<B: AnyLayout>(self, b: B) -> Self::Prepend<B> {
        two!(self, b: B, Self::Prepend<B>, |a, b| a.prepend(b))
    }
    /// See [`Layout::concat`].
    #[inline(always)]
    #[track_caller]
    fn concat<B: AnyLayout>(self, b: B) -> Self::Concat<B> {
        two!(self, b: B, Self::Concat<B>, |a, b| a.concat(b))
    }
}
impl<L: AnyLayout> Rearrange for L {}
