//! Modes of tuples taken, joined and regrouped. The types say which modes a result has; its run-time
//! leaves are moved by a plan made in `const`.

use crate::at_caller::at_caller;
use crate::check::tuple as check;
use crate::ops::tuple as ops;
use crate::tuple::{IntTuple, Pos, Position};
use layout_core as value;

/// `$plan` of `self` and of `$b`, which stand for the tuples: labelled for the plan, as they are for a
/// refusal.
macro_rules! moved {
    ($self:ident, $out:ty, |$a:ident| $plan:expr) => {
        moved!($self, (), (), $out, |$a, _none| $plan)
    };
    ($self:ident, $x:expr, $X:ty, $out:ty, |$a:ident, $b:ident| $plan:expr) => {
        at_caller! {{
            let plan: &'static value::IntTuple = const {
                let ($a, $b) = (Self::DESC, <$X>::DESC);
                let answer = $plan;
                let ($a, $b) =
                    (check::labels(&Self::DESC, 0), check::labels(&<$X>::DESC, value::MAX_LEAVES));
                &check::plan::<($X,)>(answer, $plan, &<$out as IntTuple>::DESC)
            };
            check::rearrange::<Self, $X, $out>($self, $x, plan)
        }}
    };
}

/// Rearranging the modes of a tuple: shapes, strides and coordinates.
///
/// Nothing is computed, and nothing can be refused at run time: a mode that is not there, an empty range
/// and more than 12 modes or 32 leaves are compile errors with the engine's words.
/// [`ops::tuple`](crate::ops::tuple) names the results.
///
/// ```
/// use static_layout::*;
/// let n = 7;
/// let shape = shape!(2, (n, 5)).flatten().insert::<1, _>(shape!(4));
/// assert_eq!(format!("{:#}", shape.display()), "(_2,_4,7,_5)");
/// ```
pub trait TupleStructure: IntTuple {
    /// The mode `I`; a leaf is its own only mode.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, (3, 4)).mode::<1>().display().to_string(), "(3,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no such mode of (2,(3,4)): mode 2 is not below the rank 2
    /// shape!(2, (3, 4)).mode::<2>();
    /// ```
    #[inline(always)]
    fn mode<const I: usize>(self) -> ops::Mode<Self, I>
    where
        Pos<I>: Position,
    {
        moved!(self, ops::Mode<Self, I>, |a| {
            a.mode(I)
        })
    }

    /// The nested mode that `path` leads to.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, (3, 4)).get(coord!(1, 0)).display().to_string(), "3");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no such mode of (2,(3,4)): mode 2 is not below the rank 2
    /// shape!(2, (3, 4)).get(coord!(1, 2));
    /// ```
    #[inline(always)]
    fn get<P: IntTuple>(self, path: P) -> ops::Get<Self, P> {
        let _ = path;
        moved!(self, ops::Get<Self, P>, |a| a.get(P::DESC.path().list()))
    }

    /// All leaves side by side; a leaf stays one.
    ///
    /// ```
    /// use static_layout::*;
    /// let (shape, profile) = (shape!(2, 3, 4), shape!(0, (0, 0)));
    /// assert_eq!(shape.unflatten(profile).display().to_string(), "(2,(3,4))");
    /// assert_eq!(shape.unflatten(profile).flatten().display().to_string(), "(2,3,4)");
    /// ```
    #[inline(always)]
    fn flatten(self) -> ops::Flatten<Self> {
        moved!(self, ops::Flatten<Self>, |a| { a.flatten() })
    }

    /// The modes in the places of the leaves of `profile`, of which there are as many.
    ///
    /// ```
    /// use static_layout::*;
    /// let nested = shape!(2, 3, 4).unflatten(shape!(0, (0, 0)));
    /// assert_eq!(nested.display().to_string(), "(2,(3,4))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot unflatten (2,3) like (0,(0,0)): 2 modes for 3 leaves
    /// shape!(2, 3).unflatten(shape!(0, (0, 0)));
    /// ```
    #[inline(always)]
    fn unflatten<P: IntTuple>(self, profile: P) -> ops::Unflatten<Self, P> {
        moved!(self, profile, P, ops::Unflatten<Self, P>, |a, b| a.unflatten(&b))
    }

    /// The modes `B..E`, as a tuple.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3, 5).take::<1, 3>().display().to_string(), "(3,5)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot take modes of (2,3,5): the range 1..4 passes the rank 3
    /// shape!(2, 3, 5).take::<1, 4>();
    /// ```
    #[inline(always)]
    fn take<const B: usize, const E: usize>(self) -> ops::Take<Self, B, E>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        moved!(self, ops::Take<Self, B, E>, |a| {
            a.take(B, E)
        })
    }

    /// The modes that `I` lists, a tuple of numerals, in that order.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout::typenum::{U0, U2};
    /// assert_eq!(shape!(2, 3, 5).select::<(U2, U0)>().display().to_string(), "(5,2)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot select modes of (2,3,5): mode 3 is not below the rank 3
    /// shape!(2, 3, 5).select::<(typenum::U3, typenum::U0)>();
    /// ```
    #[inline(always)]
    fn select<I: IntTuple>(self) -> ops::Select<Self, I> {
        moved!(self, ops::Select<Self, I>, |a| a.select(I::DESC.path().list()))
    }

    /// The modes `B..E` as one mode, a tuple of them.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3, 5).group::<1, 3>().display().to_string(), "(2,(3,5))");
    /// ```
    #[inline(always)]
    fn group<const B: usize, const E: usize>(self) -> ops::Group<Self, B, E>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        moved!(self, ops::Group<Self, B, E>, |a| {
            a.group(B, E)
        })
    }

    /// The modes in the opposite order; what is inside them stays.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, (3, 4), 5).reverse().display().to_string(), "(5,(3,4),2)");
    /// ```
    #[inline(always)]
    fn reverse(self) -> ops::Reverse<Self> {
        moved!(self, ops::Reverse<Self>, |a| { a.reverse() })
    }

    /// `(t_0, t_1, .., x)`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3).append(shape!(7, 8)).display().to_string(), "(2,3,(7,8))");
    /// ```
    #[inline(always)]
    fn append<X: IntTuple>(self, x: X) -> ops::Append<Self, X> {
        moved!(self, x, X, ops::Append<Self, X>, |a, b| a.append(&b))
    }

    /// `(x, t_0, t_1, ..)`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3).prepend(shape!(7, 8)).display().to_string(), "((7,8),2,3)");
    /// ```
    #[inline(always)]
    fn prepend<X: IntTuple>(self, x: X) -> ops::Prepend<Self, X> {
        moved!(self, x, X, ops::Prepend<Self, X>, |a, b| a.prepend(&b))
    }

    /// The mode `I` replaced by `x`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3, 5).replace::<1, _>(shape!(7, 8)).display().to_string(), "(2,(7,8),5)");
    /// ```
    #[inline(always)]
    fn replace<const I: usize, X: IntTuple>(self, x: X) -> ops::Replace<Self, X, I>
    where
        Pos<I>: Position,
    {
        moved!(self, x, X, ops::Replace<Self, X, I>, |a, b| a.replace(I, &b))
    }

    /// `x` as mode `I`, those from `I` on behind it.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3, 5).insert::<1, _>(shape!(7)).display().to_string(), "(2,7,3,5)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot insert into (2,3) the mode 7: mode 3 is not below the rank 2
    /// shape!(2, 3).insert::<3, _>(shape!(7));
    /// ```
    #[inline(always)]
    fn insert<const I: usize, X: IntTuple>(self, x: X) -> ops::Insert<Self, X, I>
    where
        Pos<I>: Position,
    {
        moved!(self, x, X, ops::Insert<Self, X, I>, |a, b| a.insert(I, &b))
    }

    /// Without the mode `I`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3, 5).remove::<1>().display().to_string(), "(2,5)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot remove a mode of (2,3,5): mode 3 is not below the rank 3
    /// shape!(2, 3, 5).remove::<3>();
    /// ```
    #[inline(always)]
    fn remove<const I: usize>(self) -> ops::Remove<Self, I>
    where
        Pos<I>: Position,
    {
        moved!(self, ops::Remove<Self, I>, |a| {
            a.remove(I)
        })
    }

    /// `(t, t, ..)`, of `N` modes.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(7.repeat::<3>(), (7, 7, 7));
    /// ```
    #[inline(always)]
    fn repeat<const N: usize>(self) -> ops::Repeat<Self, N>
    where
        Pos<N>: Position,
    {
        moved!(self, ops::Repeat<Self, N>, |a| {
            a.repeat(N)
        })
    }

    /// `x` in the place of every leaf.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, (3, 4)).repeat_like(7), (7, (7, 7)));
    /// ```
    #[inline(always)]
    fn repeat_like<X: IntTuple>(self, x: X) -> ops::RepeatLike<Self, X> {
        moved!(self, x, X, ops::RepeatLike<Self, X>, |a, b| a.repeat_like(&b))
    }

    /// `(n,)` of an integer `n`; a tuple stays.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((7.wrap(), (7, 8).wrap()), ((7,), (7, 8)));
    /// ```
    #[inline(always)]
    fn wrap(self) -> ops::Wrap<Self> {
        moved!(self, ops::Wrap<Self>, |a| { Ok::<_, value::LayoutError>(a.wrap()) })
    }

    /// Without the tuples of one mode around it.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((((7, 8),).unwrap(), ((7,),).unwrap()), ((7, 8), 7));
    /// ```
    #[inline(always)]
    fn unwrap(self) -> ops::Unwrap<Self> {
        moved!(self, ops::Unwrap<Self>, |a| { Ok::<_, value::LayoutError>(a.unwrap()) })
    }
}
impl<T: IntTuple> TupleStructure for T {}
