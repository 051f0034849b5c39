//! Axes as strided arrays have them: NumPy's and `cuda.core`'s views of the same elements.

use super::Asks;
use super::apart::{broadcast, reshape, slice_axes};
use super::asking::{ask, asked, question};
use super::moves::one;
use crate::at_caller::at_caller;
use crate::check::{self, fits, labels, moved, planned, rearrange, refused};
use crate::layout::{AnyLayout, Arrays, Layout, ModeExists, PlainLayout, PlainOf, Reshaped};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{Elements, IntTuple, Keeps, Place, Pos, Position};
use layout_core::{self as value, LayoutError};

type Alone<A> = <A as AnyLayout>::IsStatic;
type With<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as IntTuple>::IsStatic>;
type At<const I: usize> = <Pos<I> as Position>::At;

question! { pub(super) ReshapeTo[P: IntTuple] P; With<A, P>; A::Reshape<P>; |a| a.reshape_kept(&P::DESC, kept::<P>()) }
question! { pub(super) BroadcastTo[P: IntTuple] P; With<A, P>; A::BroadcastTo<P>; |a, shape: P| a.broadcast_to(&shape) }
question! { Squeeze[] (); Alone<A>; A::Squeeze; |a| a.squeeze() }
question! {
    MergeAxes[const B: usize, const E: usize] (Pos<B>, Pos<E>) where Pos<B>: Position, Pos<E>: Position;
    Alone<A>; A::MergeAxes<At<B>, At<E>>; |a| a.merge_axes_within(B, E)
}
question! { ToFlat[] (); Alone<A>; A::ToFlat; |a| a.to_flat() }

/// A bit for each leaf that is `_`.
pub(super) const fn kept<P: IntTuple>() -> u32 {
    <P::List as Keeps>::KEPT
}

/// Not more than one extent is to be inferred. Of a static layout the judge says so, too; of another one it knows
/// no number that speaks against it.
#[track_caller]
pub(super) const fn infers_one<L: AnyLayout, P: IntTuple>() {
    if kept::<P>().count_ones() > 1
        && let Err(error) = <PlainOf<L> as PlainLayout>::DESC.reshape_kept(&P::DESC, kept::<P>())
    {
        check::stop(error.of_known_leaves("at most one extent can be inferred").as_str())
    }
}

/// The answer of a reshape. Run-time extents of which one is 0 have a form only if no axis becomes a nested mode.
#[inline]
pub(super) fn reshaped<A: PlainLayout, P: IntTuple, R: PlainLayout>(
    layout: A,
    shape: P,
) -> Result<R, LayoutError> {
    let (plain, shape) = (layout.plain(), shape.plain());
    let answer = plain.reshape_kept(&shape, kept::<P>())?;
    check::try_convert(&answer).ok_or_else(|| plain.empty_reshape(&shape))
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The same elements in the same *row-major* order under another shape, as NumPy's `reshape`: the axes count
    /// from the right, a mode within an axis from the left. One extent may be `_` and is inferred.
    ///
    /// ```text
    /// (5,3,4):(12,4,1) as (20,3)     (20,3):(3,1)
    /// (4,6):(6,1) as (2,2,_)         (2,2,6):(12,6,1)
    /// (4,6):(1,4) as (24,)           ((6,4)):((4,1))
    /// ```
    ///
    /// Where an axis of the result has no stride of its own it becomes a nested mode, so that more reshapes exist
    /// than NumPy has without a copy. [`with_shape`](Self::with_shape) counts from the left, as CuTe does.
    ///
    /// Refused unless the sizes agree, and where the shape cuts an axis that it does not divide.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((5, 3, 4):row).reshape(shape!(20, 3));
    /// assert_eq!((a.to_string(), size_of_val(&a)), ("(20,3):(3,1)".into(), 0));
    /// let images = 1797;
    /// let a = layout!((images, 64):(64, 1)).reshape(shape!(_, 8, 8));
    /// assert_eq!(format!("{a:#}"), "(1797,_8,_8):(_64,_8,_1)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot reshape (5,3,4):(12,4,1) to (7,9): the sizes 60 and 63 differ
    /// layout!((5, 3, 4):row).reshape(shape!(7, 9));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn reshape<P: IntTuple>(self, shape: P) -> <Self as Arrays>::Reshape<P> {
        const {
            check::check::<Self, ReshapeTo, P>();
            infers_one::<Self, P>()
        };
        <With<Self, P> as Bool>::static_value_or_panic(|| reshaped(self, shape))
    }

    /// [`reshape`](Self::reshape), with the refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 6;
    /// let refused = layout!((4, n):(n, 1)).try_reshape(shape!(5, 5)).unwrap_err();
    /// assert_eq!(refused.to_string(), "cannot reshape (4,6):(6,1) to (5,5): the sizes 24 and 25 differ");
    /// ```
    #[inline(always)]
    pub fn try_reshape<P: IntTuple>(
        self,
        shape: P,
    ) -> Result<<Self as Arrays>::Reshape<P>, LayoutError> {
        const {
            check::check::<Self, ReshapeTo, P>();
            infers_one::<Self, P>()
        };
        <With<Self, P> as Bool>::try_static_value_or(|| reshaped(self, shape))
    }

    /// The elements repeated to fill `shape`, NumPy's `broadcast_to`: axes are aligned at the right, an axis of one
    /// element and an axis that is new get stride 0.
    ///
    /// ```text
    /// (3,1):(1,0) to (2,3,4)     (2,3,4):(0,1,0)
    /// ```
    ///
    /// An axis is repeated where its one element is static: a run-time extent must be the one asked for. Refused where
    /// an axis has neither one element nor the extent asked for.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 100;
    /// let a = layout!((3,1):(1,0)).broadcast_to(shape!(n, 3, 4));
    /// assert_eq!(format!("{a:#}"), "(100,_3,_4):(_0,_1,_0)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot broadcast (3,1):(1,0) to (2,4): axis 0 has the extent 3, which is neither 1 nor 2
    /// layout!((3,1):(1,0)).broadcast_to(shape!(2, 4));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn broadcast_to<P: IntTuple>(self, shape: P) -> <Self as Arrays>::BroadcastTo<P> {
        ask!(@or_panic self, const { check::check::<Self, BroadcastTo, P>() }, With<Self, P>, |a| a.broadcast_to(&shape.plain()))
    }

    /// [`broadcast_to`](Self::broadcast_to), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_broadcast_to<P: IntTuple>(
        self,
        shape: P,
    ) -> Result<<Self as Arrays>::BroadcastTo<P>, LayoutError> {
        ask!(self, const { check::check::<Self, BroadcastTo, P>() }, With<Self, P>, |a| a.broadcast_to(&shape.plain()))
    }

    /// Without the axes of one element, as far as it is static that they have one; a static empty layout is
    /// `(0):(0)`. NumPy's `squeeze`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((1, 5, 1, 3):row).squeeze().to_string(), "(5,3):(3,1)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn squeeze(self) -> <Self as Arrays>::Squeeze {
        ask!(@or_panic self, const { check::check::<Self, Squeeze, ()>() }, Alone<Self>, |a| a.squeeze())
    }

    /// One more axis of one element, which is number `I` of the result. NumPy's `expand_dims`, PyTorch's
    /// `unsqueeze`.
    ///
    /// ```
    /// use static_layout::*;
    /// let rows = layout!((5, 3):row);
    /// assert_eq!(rows.unsqueeze::<1>().to_string(), "(5,1,3):(3,0,1)");
    /// assert_eq!(rows.unsqueeze::<2>().to_string(), "(5,3,1):(3,1,0)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((5, 3):row).unsqueeze::<3>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn unsqueeze<const I: usize>(self) -> <Self as Arrays>::Unsqueeze<At<I>>
    where
        Pos<I>: Position,
        <At<I> as Place>::Reached<Elements<S>>: ModeExists,
    {
        one!(self, Self, <Self as Arrays>::Unsqueeze<At<I>>, |a| a.unsqueeze(&[I as i64]))
    }

    /// The axes in reverse, NumPy's `.T`. What is nested in an axis keeps its order.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 5;
    /// let a = layout!((n, (3, 2)):(6, (1, 3)));
    /// assert_eq!(a.transpose().to_string(), "((3,2),5):((1,3),6)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn transpose(self) -> <Self as Arrays>::Transpose {
        one!(self, Self, <Self as Arrays>::Transpose, |a| a.transpose())
    }

    /// Each axis as one extent and one stride: what systems without nested modes can hold. Refused with the axis
    /// that has no stride of its own.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!(((2, 3), 4):((1, 2), 6)).to_flat().to_string(), "(6,4):(1,6)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // axis 1 has no stride of its own: 2:4 continues at 16
    /// layout!((4, (2, 3)):(1, (4, 16))).to_flat();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn to_flat(self) -> <Self as Arrays>::ToFlat {
        ask!(@or_panic self, const { check::check::<Self, ToFlat, ()>() }, Alone<Self>, |a| a.to_flat())
    }

    /// [`to_flat`](Self::to_flat), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_to_flat(self) -> Result<<Self as Arrays>::ToFlat, LayoutError> {
        ask!(self, const { check::check::<Self, ToFlat, ()>() }, Alone<Self>, |a| a.to_flat())
    }

    /// The axes `B..E`, joined with their left neighbours wherever they are static and continue each other in
    /// row-major order; an extent of 1 joins either neighbour. cuda.core's `flattened`.
    ///
    /// ```text
    /// (4,5,3):(15,3,1), axes 0..3     (60):(1)
    ///                   axes 1..3     (4,15):(15,1)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 4;
    /// let a = layout!((n, 5, 3):(15, 3, 1)).merge_axes::<0, 3>();
    /// assert_eq!(format!("{a:#}"), "(60):(_1)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((4, 5, 3):row).merge_axes::<1, 4>();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn merge_axes<const B: usize, const E: usize>(
        self,
    ) -> <Self as Arrays>::MergeAxes<At<B>, At<E>>
    where
        Pos<B>: Position,
        Pos<E>: Position,
        <Self as Reshaped>::IsRange<At<B>, At<E>>: ModeExists,
    {
        const { check::check::<Self, MergeAxes, (Pos<B>, Pos<E>)>() };
        <Alone<Self> as Bool>::static_value_or_panic(|| {
            check::answer(self.plain().merge_axes_within(B, E))
        })
    }
}

/// Axes as strided arrays have them, for every layout. Of a swizzled layout they are those of the layout inside.
///
/// ```
/// use static_layout::*;
/// fn rows<L: AnyLayout>(l: L) -> ops::Reshape<L, Shape!(_, 8)> {
///     l.reshape(shape!(_, 8))
/// }
/// assert_eq!(rows(layout!((2, 4, 4):row)).to_string(), "(4,8):(8,1)");
/// ```
#[layout_macros::at_caller]
pub trait Arrayed: AnyLayout {
    /// See [`Layout::reshape`].
    #[inline(always)]
    #[track_caller]
    fn reshape<P: IntTuple>(self, shape: P) -> ops::Reshape<Self, P> {
        const { super::reshapes::<Self, P>() };
        check::unwrap_or_panic(reshape(self, shape))
    }
    /// See [`Layout::try_reshape`].
    #[inline(always)]
    #[track_caller]
    fn try_reshape<P: IntTuple>(self, shape: P) -> Result<ops::Reshape<Self, P>, LayoutError> {
        const { super::reshapes::<Self, P>() };
        reshape(self, shape)
    }
    /// See [`Layout::broadcast_to`].
    #[inline(always)]
    #[track_caller]
    fn broadcast_to<P: IntTuple>(self, shape: P) -> ops::BroadcastTo<Self, P> {
        const { check::check_any::<Self, BroadcastTo, P>() };
        check::unwrap_or_panic(broadcast(self, shape))
    }
    /// See [`Layout::try_broadcast_to`].
    #[inline(always)]
    #[track_caller]
    fn try_broadcast_to<P: IntTuple>(
        self,
        shape: P,
    ) -> Result<ops::BroadcastTo<Self, P>, LayoutError> {
        const { check::check_any::<Self, BroadcastTo, P>() };
        broadcast(self, shape)
    }
    /// See [`Layout::squeeze`].
    #[inline(always)]
    #[track_caller]
    fn squeeze(self) -> ops::Squeeze<Self> {
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, Squeeze, ()>() },
            Alone<Self::Plain>,
            |a| a.squeeze()
        ))
    }
    /// See [`Layout::unsqueeze`]; an axis past the end does not compile when the generic code is instantiated.
    #[inline(always)]
    #[track_caller]
    fn unsqueeze<const I: usize>(self) -> ops::Unsqueeze<Self, I>
    where
        Pos<I>: Position,
    {
        one!(@any self, <PlainOf<Self> as Arrays>::Unsqueeze<At<I>>, |a| a.unsqueeze(&[I as i64]))
    }
    /// See [`Layout::transpose`].
    #[inline(always)]
    #[track_caller]
    fn transpose(self) -> ops::Transpose<Self> {
        one!(@any self, <PlainOf<Self> as Arrays>::Transpose, |a| a.transpose())
    }
    /// See [`Layout::to_flat`].
    #[inline(always)]
    #[track_caller]
    fn to_flat(self) -> ops::ToFlat<Self> {
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, ToFlat, ()>() },
            Alone<Self::Plain>,
            |a| a.to_flat()
        ))
    }
    /// See [`Layout::try_to_flat`].
    #[inline(always)]
    #[track_caller]
    fn try_to_flat(self) -> Result<ops::ToFlat<Self>, LayoutError> {
        asked!(self, const { check::check_any::<Self, ToFlat, ()>() }, Alone<Self::Plain>, |a| a
            .to_flat())
    }
    /// See [`Layout::merge_axes`].
    #[inline(always)]
    #[track_caller]
    fn merge_axes<const B: usize, const E: usize>(self) -> ops::MergeAxes<Self, B, E>
    where
        Pos<B>: Position,
        Pos<E>: Position,
    {
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, MergeAxes, (Pos<B>, Pos<E>)>() },
            Alone<Self::Plain>,
            |a| a.merge_axes_within(B, E)
        ))
    }
    /// See [`Layout::slice_axes`]. The offset of a swizzled layout moves inside, before the swizzle: 0 is
    /// left to add.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,0,2> o 0 o (4,4):(4,1));
    /// let (part, offset) = a.slice_axes(slices!(1..3, ..;-2));
    /// assert_eq!((part.to_string(), offset), ("Sw<2,0,2> o 7 o (2,2):(4,-2)".into(), 0));
    /// assert_eq!((size_of_val(&part), part.offset((1, 0))), (0, a.index((2, 3)) as isize));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn slice_axes<C: IntTuple>(self, slices: C) -> (ops::SliceAxes<Self, C>, isize) {
        const { super::slices_axes::<Self, C>() };
        check::unwrap_or_panic(slice_axes(self, slices))
    }
    /// See [`Layout::try_slice_axes`].
    #[inline(always)]
    #[track_caller]
    fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<(ops::SliceAxes<Self, C>, isize), LayoutError> {
        const { super::slices_axes::<Self, C>() };
        slice_axes(self, slices)
    }
}
impl<L: AnyLayout> Arrayed for L {}
