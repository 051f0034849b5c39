//! The questions and the answers of some operations apart: a method of views asks at the user's line, and takes the
//! answer without asking again. Those of a family with a macro of its own are beside it.

use super::moves::{one, two};
use super::slice_axes::sliced;
use super::{arrays, inverse, padded, recast, reshape as shape, slice_axes as axes, tiling};
use crate::check::{self, labels, made, operand, planned, rearrange, rearranges};
use crate::layout::{AnyLayout, Arrays, BothStatic, Layout, PlainLayout, PlainOf};
use crate::num::{Bool, Count, Number};
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{IntTuple, Pos, Position};
use crate::types::{AskCompose, Tiler};
use layout_core::{self as value, LayoutError};

type With<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as IntTuple>::IsStatic>;
type At<const I: usize> = <Pos<I> as Position>::At;

/// The zipped divide is not refused; asked where the user's line is in the message.
#[track_caller]
pub(crate) const fn divides<L: AnyLayout, K: Tiler>() {
    check::check_any::<L, tiling::ZippedDivide, K>()
}

/// The same of the one that rounds up.
#[track_caller]
pub(crate) const fn divides_padded<L: AnyLayout, K: Tiler>() {
    check::check_any::<L, padded::ZippedDividePadded, K>()
}

/// The same of the composition.
#[track_caller]
pub(crate) const fn composes<L: AnyLayout, K: Tiler>() {
    check::check_any::<L, tiling::Compose, K>();
    check::carried::merges::<L, K, AskCompose, ops::plain::Compose<PlainOf<L>, K>>()
}

/// The same of operations on axes.
#[track_caller]
pub(crate) const fn reshapes<L: AnyLayout, P: IntTuple>() {
    check::check_any::<L, arrays::ReshapeTo, P>();
    arrays::infers_one::<L, P>()
}
#[track_caller]
pub(crate) const fn broadcasts<L: AnyLayout, P: IntTuple>() {
    check::check_any::<L, arrays::BroadcastTo, P>()
}
#[track_caller]
pub(crate) const fn slices_axes<L: AnyLayout, C: IntTuple>() {
    check::check_any::<L, axes::SliceAxes, C>()
}

#[track_caller]
pub(crate) const fn upcasts<L: PlainLayout, const N: usize>()
where
    Count<N>: Number,
{
    check::check::<L, recast::Upcast, Count<N>>()
}

/// The same of the raked product.
#[track_caller]
pub(crate) const fn multiplies_raked<L: AnyLayout, B: AnyLayout>() {
    check::check_any::<L, tiling::RakedProduct, B>()
}

/// The same of another shape.
#[track_caller]
pub(crate) const fn has_shape<L: AnyLayout, S: IntTuple>() {
    check::check_any::<L, shape::WithShape, S>()
}

/// The same of the inverse.
#[track_caller]
pub(crate) const fn inverts<L: AnyLayout>() {
    check::carried::check_alone::<L, inverse::Inverse, ()>()
}

/// The layout has the mode `I`.
#[track_caller]
pub(crate) const fn has_mode<L: PlainLayout, const I: usize>()
where
    Pos<I>: Position,
{
    rearranges::<L, L::Mode<At<I>>>(&L::DESC.mode(I), &labels(&L::DESC, 0).mode(I))
}

/// [`Rearrange::mode`], of which the caller has asked [`has_mode`].
#[inline(always)]
pub(crate) fn mode<L: AnyLayout, const I: usize>(layout: L) -> ops::Mode<L, I>
where
    Pos<I>: Position,
{
    let (outer, plain) = layout.parts();
    outer.wrap(
        one!(@moved plain, PlainOf<L>, <PlainOf<L> as PlainLayout>::Mode<At<I>>, |a| a.mode(I), Ok),
    )
}

/// [`Rearrange::replace`], of which the caller has asked [`has_mode`], by a part of the mode.
#[inline(always)]
pub(crate) fn with_part<L: AnyLayout, B: AnyLayout, const I: usize>(
    layout: L,
    part: B,
) -> ops::Replace<L, I, B>
where
    Pos<I>: Position,
{
    let (outer, plain) = layout.parts();
    type Out<A, B, const I: usize> = ops::With<B, <A as PlainLayout>::Replace<At<I>, PlainOf<B>>>;
    outer.wrap(
        two!(@moved plain, PlainOf<L>, part: B, Out<PlainOf<L>, B, I>, |a, b| a.replace(I, b)),
    )
}

#[inline(always)]
pub(crate) fn reshape<L: AnyLayout, P: IntTuple>(
    layout: L,
    shape: P,
) -> Result<ops::Reshape<L, P>, LayoutError> {
    let (outer, plain) = layout.parts();
    let answer =
        <With<L::Plain, P> as Bool>::try_static_value_or(|| arrays::reshaped(plain, shape));
    answer.map(|layout| outer.wrap(layout))
}

/// The layout with one more axis has an axis `I`.
#[track_caller]
pub(crate) const fn has_place<L: AnyLayout, const I: usize>()
where
    Pos<I>: Position,
{
    let plain = <PlainOf<L> as PlainLayout>::DESC;
    rearranges::<PlainOf<L>, <PlainOf<L> as Arrays>::Unsqueeze<At<I>>>(
        &plain.unsqueeze(&[I as i64]),
        &labels(&plain, 0).unsqueeze(&[I as i64]),
    )
}

/// [`Arrayed::unsqueeze`], of which the caller has asked [`has_place`].
#[inline(always)]
pub(crate) fn unsqueeze<L: AnyLayout, const I: usize>(layout: L) -> ops::Unsqueeze<L, I>
where
    Pos<I>: Position,
{
    let (outer, plain) = layout.parts();
    type Out<A, const I: usize> = <A as Arrays>::Unsqueeze<At<I>>;
    outer.wrap(one!(@moved plain, PlainOf<L>, Out<PlainOf<L>, I>, |a| a.unsqueeze(&[I as i64]), Ok))
}

#[inline(always)]
pub(crate) fn broadcast<L: AnyLayout, P: IntTuple>(
    layout: L,
    shape: P,
) -> Result<ops::BroadcastTo<L, P>, LayoutError> {
    let (outer, plain) = layout.parts();
    let answer = <With<L::Plain, P> as Bool>::try_static_value_or(|| {
        check::answer(plain.plain().broadcast_to(&shape.plain()))
    });
    answer.map(|layout| outer.wrap(layout))
}

/// What of the offset has moved inside the swizzle is not given back.
#[inline(always)]
pub(crate) fn slice_axes<L: AnyLayout, C: IntTuple>(
    layout: L,
    slices: C,
) -> Result<(ops::SliceAxes<L, C>, isize), LayoutError> {
    let (outer, plain) = layout.parts();
    let (part, first): (_, isize) = sliced(plain, slices)?;
    let (moved, offset) = outer.moved::<ops::FirstOfAxes<L, C>>(first as usize);
    if !<L::OffsetMap as OffsetMap>::IS_IDENTITY {
        check::moved_inside(moved, outer, first, part);
    }
    Ok((moved.wrap(part), offset as isize))
}
