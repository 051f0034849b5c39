//! Views with other axes: NumPy's views of the same elements.

use super::{View, ViewMut};
use crate::check::unwrap_or_panic;
use crate::layout::{AnyLayout, Mapping};
use crate::ops::{self, LayoutOps, broadcast_to, reshape, slice_axes, unsqueeze};
use crate::tuple::{IntTuple, Pos, Position};
use layout_core::LayoutError;

/// The layout of a part and how far its origin is from that of the whole; without coordinates it stays.
#[inline]
fn part<L: AnyLayout, C: IntTuple>(
    layout: L,
    slices: C,
) -> Result<(ops::SliceAxes<L, C>, isize), LayoutError> {
    let (part, offset) = slice_axes::compute(layout, slices)?;
    Ok((part, if part.shape().count() == 0 { 0 } else { offset }))
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The same elements in row-major order under another shape; one extent may be `_`. See
    /// [`Layout::reshape`](crate::Layout::reshape).
    ///
    /// ```
    /// use static_layout::*;
    /// let data: [u8; 128] = std::array::from_fn(|i| i as u8);
    /// let images = View::new(&data, layout!((2, 64):row))?.reshape(shape!(_, 8, 8));
    /// assert_eq!(images[(1, 2, 3)], 64 + 2 * 8 + 3);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When run-time integers do not fit, with the text of the refusal; what is static does not compile then.
    #[inline]
    #[track_caller]
    pub fn reshape<P: IntTuple>(self, shape: P) -> View<'a, T, ops::Reshape<L, P>> {
        const { reshape::check::<L, P>() };
        let layout = unwrap_or_panic(reshape::compute(self.layout(), shape));
        // SAFETY: a reshape has the offsets of the layout in another order.
        unsafe { self.moved(0, layout) }
    }

    /// The elements repeated to fill `shape`; see [`Layout::broadcast_to`](crate::Layout::broadcast_to). Only to be
    /// read: each element is there more than once.
    ///
    /// ```
    /// use static_layout::*;
    /// let row = View::new(&[1, 2, 3], layout!((3,):(1,)))?.broadcast_to(shape!(2, 3));
    /// assert_eq!(row.to_string(), "1 2 3\n1 2 3");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As [`reshape`](Self::reshape) does.
    #[inline]
    #[track_caller]
    pub fn broadcast_to<P: IntTuple>(self, shape: P) -> View<'a, T, ops::BroadcastTo<L, P>> {
        const { broadcast_to::check::<L, P>() };
        let layout = unwrap_or_panic(broadcast_to::compute(self.layout(), shape));
        // SAFETY: each offset is one of the layout: axes that were not there, or had one element, step by 0.
        unsafe { self.moved(0, layout) }
    }

    /// The part of each axis that `slices` take, as NumPy's indexing; see
    /// [`Layout::slice_axes`](crate::Layout::slice_axes).
    ///
    /// ```
    /// use static_layout::*;
    /// let data: [i32; 24] = std::array::from_fn(|i| i as i32);
    /// let view = View::new(&data, layout!((4, 6):row))?;
    /// assert_eq!(view.slice_axes(slices!(1..3, ..; -2)).to_string(), "11  9  7\n17 15 13");
    /// let (row, n) = (2, 4);
    /// assert!(view.slice_axes(slices!(row, 1..n)).iter().eq(&[13, 14, 15]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As [`reshape`](Self::reshape) does.
    #[inline]
    #[track_caller]
    pub fn slice_axes<C: IntTuple>(self, slices: C) -> View<'a, T, ops::SliceAxes<L, C>> {
        const { slice_axes::check::<L, C>() };
        let (layout, offset) = unwrap_or_panic(part(self.layout(), slices));
        // SAFETY: indices lie in their axes and ranges are cut off at the ends, so that the offsets from the first
        // element taken are offsets of the whole.
        unsafe { self.moved(offset, layout) }
    }

    /// [`slice_axes`](Self::slice_axes), with the refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[1, 2, 3], layout!((3,):(1,)))?;
    /// let i = 3;
    /// let refused = view.try_slice_axes(slices!(i)).unwrap_err();
    /// assert!(refused.to_string().ends_with("the index 3 is out of range for axis 0, whose extent is 3"));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::try_slice_axes`](crate::Layout::try_slice_axes).
    #[inline]
    #[track_caller]
    pub fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<View<'a, T, ops::SliceAxes<L, C>>, LayoutError> {
        const { slice_axes::check::<L, C>() };
        let (layout, offset) = part(self.layout(), slices)?;
        // SAFETY: as in `slice_axes`.
        Ok(unsafe { self.moved(offset, layout) })
    }

    /// The axes in reverse, NumPy's `.T`.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4, 5, 6], layout!((2, 3):row))?;
    /// assert_eq!(view.transpose().to_string(), "1 4\n2 5\n3 6");
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn transpose(self) -> View<'a, T, ops::Transpose<L>> {
        let layout = LayoutOps::transpose(self.layout());
        // SAFETY: the same modes in another order.
        unsafe { self.moved(0, layout) }
    }

    /// Without the axes of one element; see [`Layout::squeeze`](crate::Layout::squeeze).
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[1, 2, 3], layout!((1, 3):row))?.squeeze();
    /// assert_eq!(view[(2,)], 3);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn squeeze(self) -> View<'a, T, ops::Squeeze<L>> {
        let layout = LayoutOps::squeeze(self.layout());
        // SAFETY: the axes that go have one element, at offset 0 from it.
        unsafe { self.moved(0, layout) }
    }

    /// One more axis of one element, number `I` of the result; see [`Layout::unsqueeze`](crate::Layout::unsqueeze).
    ///
    /// ```
    /// use static_layout::*;
    /// let column = View::new(&[1, 2, 3], layout!((3,):(1,)))?.unsqueeze::<1>();
    /// assert_eq!(column.layout().to_string(), "(3,1):(1,0)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn unsqueeze<const I: usize>(self) -> View<'a, T, ops::Unsqueeze<L, I>>
    where
        Pos<I>: Position,
    {
        const { unsqueeze::check::<L, I>() };
        let layout = unwrap_or_panic(unsqueeze::compute::<L, I>(self.layout()));
        // SAFETY: the axis that comes has one element, at offset 0.
        unsafe { self.moved(0, layout) }
    }
}

#[layout_macros::at_caller]
impl<T, L: AnyLayout> ViewMut<'_, T, L> {
    /// [`View::reshape`] of elements that may be written.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((6,):(1,)))?;
    /// view.reshape_mut(shape!(2, _))[(1, 0)] = 7;
    /// assert_eq!(data, [0, 0, 0, 7, 0, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn reshape_mut<P: IntTuple>(&mut self, shape: P) -> ViewMut<'_, T, ops::Reshape<L, P>> {
        const { reshape::check::<L, P>() };
        let layout = unwrap_or_panic(reshape::compute(self.layout(), shape));
        // SAFETY: a reshape has the offsets of the layout in another order; the elements are lent as long as the
        // result lives.
        unsafe { ViewMut::of(self.first(), layout) }
    }

    /// [`View::slice_axes`] of elements that may be written.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):row))?;
    /// view.slice_axes_mut(slices!(1, ..; 2)).fill(7);
    /// assert_eq!(data, [0, 0, 0, 7, 0, 7]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn slice_axes_mut<C: IntTuple>(
        &mut self,
        slices: C,
    ) -> ViewMut<'_, T, ops::SliceAxes<L, C>> {
        const { slice_axes::check::<L, C>() };
        let (layout, offset) = unwrap_or_panic(part(self.layout(), slices));
        // SAFETY: indices lie in their axes and ranges are cut off at the ends, so that the offsets from the first
        // element taken are offsets of the whole, or there is none and the pointer stays; the elements are lent as
        // long as the result lives.
        unsafe { ViewMut::of(self.first().offset(offset), layout) }
    }
}
