//! Parts of axes by index, range and step.

use super::Asks;
use super::arrays::kept;
use super::asking::question;
use crate::check;
use crate::layout::{AnyLayout, Arrays, Layout, PlainLayout};
use crate::num::Bool;
use crate::tuple::IntTuple;
use layout_core::LayoutError;

type With<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as IntTuple>::IsStatic>;

question! { pub(super) SliceAxes[C: IntTuple] C; With<A, C>; A::SliceAxes<C>; |a| a.sliced_by(&C::DESC, kept::<C>()) }

/// The offset of the first element of a static slice; of another one it is computed.
#[layout_macros::at_caller]
struct First<A, C>(core::marker::PhantomData<(A, C)>);
#[layout_macros::at_caller]
impl<A: PlainLayout, C: IntTuple> First<A, C> {
    const OFFSET: isize = match A::DESC.slice_axes_by(&C::DESC, kept::<C>()) {
        Ok((_, offset)) => offset as isize,
        // Refused already.
        Err(_) => 0,
    };
}

/// The part, judged by the caller, and the offset of its first element.
#[inline(always)]
pub(super) fn sliced<A: PlainLayout, C: IntTuple, R: PlainLayout>(
    layout: A,
    slices: C,
) -> Result<(R, isize), LayoutError> {
    let mut offset = const { First::<A, C>::OFFSET };
    let part = <With<A, C> as Bool>::try_static_value_or(|| {
        let (part, first) = computed(layout, slices)?;
        offset = first;
        Ok(part)
    })?;
    Ok((part, offset))
}

#[inline]
fn computed<A: PlainLayout, C: IntTuple, R: PlainLayout>(
    layout: A,
    slices: C,
) -> Result<(R, isize), LayoutError> {
    let (part, offset) = layout.plain().slice_axes_by(&slices.plain(), kept::<C>())?;
    let part = check::try_convert(&part).unwrap_or_else(|| check::disagreement(&part, &R::DESC));
    Ok((part, offset as isize))
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The part of each axis that `slices` take, and the offset of its first element, as NumPy's basic indexing; axes
    /// without a slice stay whole. [`slices!`](macro@crate::slices) writes them: an index, and the axis goes;
    /// `start..stop`; `start..stop; step`, also downwards; negative numbers count from the end.
    ///
    /// ```text
    /// (4,6):(6,1) at 1..-1, ..;-2     0  1  2  3  4  5
    ///                                 6  .  8  .  .  .
    /// ```
    ///
    /// Static numbers make a static part. With a run-time index the axis goes all the same; with a run-time bound the
    /// extent is a run-time one, and the stride stays static. A range is cut off at the ends of its axis, an empty
    /// part has all strides 0.
    ///
    /// Refused for an index outside of its axis, a step of 0, more slices than axes, and where a mode has no stride of
    /// its own. [`slice`](Self::slice) takes coordinates apart in nested modes, and costs nothing for run-time ones.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 6):row);
    /// let (part, offset) = a.slice_axes(slices!(1..-1, ..;-2));
    /// assert_eq!((part.to_string(), offset), ("(2,3):(6,-2)".into(), 11));
    /// let (i, n) = (2, 5);
    /// let (row, offset) = a.slice_axes(slices!(i, 1..n));
    /// assert_eq!((format!("{row:#}"), offset), ("(4):(_1)".into(), 13));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the index 4 is out of range for axis 0, whose extent is 4
    /// layout!((4, 6):row).slice_axes(slices!(4));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn slice_axes<C: IntTuple>(self, slices: C) -> (<Self as Arrays>::SliceAxes<C>, isize) {
        const { check::check::<Self, SliceAxes, C>() };
        check::unwrap_or_panic(sliced(self, slices))
    }

    /// [`slice_axes`](Self::slice_axes), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<(<Self as Arrays>::SliceAxes<C>, isize), LayoutError> {
        const { check::check::<Self, SliceAxes, C>() };
        sliced(self, slices)
    }
}
