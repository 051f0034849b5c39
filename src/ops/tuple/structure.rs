//! Modes of tuples taken, joined and regrouped. The types say which modes a result has; a plan that is made in
//! `const` moves the run-time leaves.

use super::parts::*;
use crate::types::bounds::At;
use crate::types::{Elements, List, ListOf, Nesting, Pick, Place, Structure, moved};

tuple_operations! {
    structure:

    /// The mode `I`; a leaf is its own only mode.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, (3, 4)).mode::<1>().display().to_string(), "(3,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // no such mode in (2,(3,4)): mode 2 is not below the rank 2
    /// shape!(2, (3, 4)).mode::<2>();
    /// ```
    fn mode(place I) -> Mode
    { moved: <At<I> as Place>::Of<A>; |a| a.mode(I); }

    /// The nested mode at `path`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, (3, 4)).get(coord!(1, 0)).display().to_string(), "3");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // no such mode in (2,(3,4)): mode 2 is not below the rank 2
    /// shape!(2, (3, 4)).get(coord!(1, 2));
    /// ```
    fn get(tuple path: P) -> Get
    { moved: <ListOf<P> as Structure>::Path<A>; |a| a.get(P::DESC.path().list()); }

    /// All leaves side by side; a leaf is unchanged.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let (shape, profile) = (shape!(2, 3, 4), shape!(0, (0, 0)));
    /// assert_eq!(shape.unflatten(profile).display().to_string(), "(2,(3,4))");
    /// assert_eq!(shape.unflatten(profile).flatten().display().to_string(), "(2,3,4)");
    /// ```
    fn flatten() -> Flatten
    { moved: <ListOf<A> as Structure>::Flat; |a| a.flatten(); }

    /// The modes nested like `profile`, which has one leaf for each mode.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let nested = shape!(2, 3, 4).unflatten(shape!(0, (0, 0)));
    /// assert_eq!(nested.display().to_string(), "(2,(3,4))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot unflatten (2,3) like (0,(0,0)): 2 modes for 3 leaves
    /// shape!(2, 3).unflatten(shape!(0, (0, 0)));
    /// ```
    fn unflatten(tuple profile: P) -> Unflatten
    { moved: <<ListOf<P> as Nesting>::Unused<Elements<A>> as List>::Spent<<ListOf<P> as Nesting>::Unflatten<Elements<A>>>; |a| a.unflatten(&profile); }

    /// The modes `B..E`, as a tuple.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3, 5).take::<1, 3>().display().to_string(), "(3,5)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot take modes of (2,3,5): the range 1..4 passes the rank 3
    /// shape!(2, 3, 5).take::<1, 4>();
    /// ```
    fn take(place B, place E) -> Take
    { moved: <At<B> as Place>::Take<At<E>, A>; |a| a.take(B, E); }

    /// The modes that `I` lists, a tuple of numerals, in that order.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// use static_layout::typenum::{U0, U2};
    /// assert_eq!(shape!(2, 3, 5).select::<(U2, U0)>().display().to_string(), "(5,2)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot select modes of (2,3,5): mode 3 is not below the rank 3
    /// shape!(2, 3, 5).select::<(typenum::U3, typenum::U0)>();
    /// ```
    fn select(list I) -> Select
    { moved: <ListOf<I> as Pick>::Pick0<A>; |a| a.select(I::DESC.path().list()); }

    /// The modes `B..E` as one mode, a tuple of them.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3, 5).group::<1, 3>().display().to_string(), "(2,(3,5))");
    /// ```
    fn group(place B, place E) -> Group
    { moved: <At<B> as Place>::Group<At<E>, A>; |a| a.group(B, E); }

    /// The modes in the opposite order; their own modes are unchanged.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, (3, 4), 5).reverse().display().to_string(), "(5,(3,4),2)");
    /// ```
    fn reverse() -> Reverse
    { moved: <ListOf<A> as Nesting>::Reverse; |a| a.reverse(); }

    /// `(t_0, t_1, .., x)`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3).append(shape!(7, 8)).display().to_string(), "(2,3,(7,8))");
    /// ```
    fn append(tuple x: X) -> Append
    { moved: moved::Append<A, X>; |a| a.append(&x); }

    /// `(x, t_0, t_1, ..)`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3).prepend(shape!(7, 8)).display().to_string(), "((7,8),2,3)");
    /// ```
    fn prepend(tuple x: X) -> Prepend
    { moved: moved::Prepend<A, X>; |a| a.prepend(&x); }

    /// The mode `I` replaced by `x`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3, 5).replace::<1, _>(shape!(7, 8)).display().to_string(), "(2,(7,8),5)");
    /// ```
    fn replace(place I, tuple x: X) -> Replace
    { moved: moved::Replace<A, At<I>, X>; |a| a.replace(I, &x); }

    /// `x` as mode `I`; the modes from `I` on follow it.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3, 5).insert::<1, _>(shape!(7)).display().to_string(), "(2,7,3,5)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot insert into (2,3) the mode 7: mode 3 is not below the rank 2
    /// shape!(2, 3).insert::<3, _>(shape!(7));
    /// ```
    fn insert(place I, tuple x: X) -> Insert
    { moved: moved::Insert<A, At<I>, X>; |a| a.insert(I, &x); }

    /// The tuple without the mode `I`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3, 5).remove::<1>().display().to_string(), "(2,5)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot remove a mode of (2,3,5): mode 3 is not below the rank 3
    /// shape!(2, 3, 5).remove::<3>();
    /// ```
    fn remove(place I) -> Remove
    { moved: moved::Remove<A, At<I>>; |a| a.remove(I); }

    /// `(t, t, ..)`, of `N` modes.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(7.repeat::<3>(), (7, 7, 7));
    /// ```
    fn repeat(place N) -> Repeat
    { moved: <<At<N> as Place>::Repeat<A> as List>::Tuple; |a| a.repeat(N); }

    /// `x` in the place of every leaf.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, (3, 4)).repeat_like(7), (7, (7, 7)));
    /// ```
    fn repeat_like(tuple x: X) -> RepeatLike
    { moved: <ListOf<A> as Nesting>::Fill<X>; |a| a.repeat_like(&x); }

    /// `(n,)` of an integer `n`; a tuple is unchanged.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!((7.wrap(), (7, 8).wrap()), ((7,), (7, 8)));
    /// ```
    fn wrap() -> Wrap
    { moved: <ListOf<A> as Nesting>::Wrap; |a| Ok::<_, LayoutError>(a.wrap()); }

    /// The tuple without the enclosing tuples of one mode.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!((((7, 8),).unwrap(), ((7,),).unwrap()), ((7, 8), 7));
    /// ```
    fn unwrap() -> Unwrap
    { moved: <ListOf<A> as Nesting>::Unwrap; |a| Ok::<_, LayoutError>(a.unwrap()); }
}
