//! Views with other axes: NumPy's `reshape`, `broadcast_to`, slicing, `transpose`, `squeeze`, `expand_dims`.

use super::{View, ViewMut, slice_at};
use crate::ops::{self, LayoutOps, broadcast_to, reshape, slice_axes, unsqueeze};
use crate::types::check::unwrap_or_panic;
use crate::types::{AnyLayout, CoordinateFits, Extent, IntTuple, IsCoordOf, Mapping, Position};
use layout_core::LayoutError;

/// The offset of the coordinate 0 of a part in the layout; 0 if it has no coordinates (rule V4).
#[inline(always)]
fn start<L: AnyLayout>(part: L, offset: isize) -> isize {
    if part.shape().count() == 0 { 0 } else { offset }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// A view of the elements, in unchanged row-major order, with another shape; `_` is the extent that makes the sizes
    /// equal. See [`Layout::reshape`](crate::Layout::reshape). NumPy's `reshape`.
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
    /// When the sizes differ, or the strides admit no such layout, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn reshape<P: IntTuple>(self, shape: P) -> View<'a, T, ops::Reshape<L, P>> {
        const { reshape::check::<L, P>() };
        self.reshaped(shape)
    }

    /// Computes [`reshape`](Self::reshape); the caller has checked by `reshape::check`.
    ///
    /// # Panics
    /// As [`reshape`](Self::reshape).
    #[inline(always)]
    #[track_caller]
    pub(super) fn reshaped<P: IntTuple>(self, shape: P) -> View<'a, T, ops::Reshape<L, P>> {
        let layout = unwrap_or_panic(reshape::compute(self.layout(), shape));
        // SAFETY: V3: a reshape has the offsets of the layout in another order.
        unsafe { self.moved(0, layout) }
    }

    /// The elements repeated along axes of stride 0 to fill `shape`. See
    /// [`Layout::broadcast_to`](crate::Layout::broadcast_to). NumPy's `broadcast_to`.
    ///
    /// There is no mutable version: the repeated coordinates share their elements.
    ///
    /// ```
    /// use static_layout::*;
    /// let row = View::new(&[1, 2, 3], layout!((3,):(1,)))?.broadcast_to(shape!(2, 3));
    /// assert_eq!(row.to_string(), "1 2 3\n1 2 3");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When an axis has neither the extent of `shape` nor 1, because of run-time integers.
    ///
    /// # Compile errors
    /// When this holds for static integers, or `shape` has fewer axes than the view.
    #[inline]
    #[track_caller]
    pub fn broadcast_to<P: IntTuple>(self, shape: P) -> View<'a, T, ops::BroadcastTo<L, P>> {
        const { broadcast_to::check::<L, P>() };
        let layout = unwrap_or_panic(broadcast_to::compute(self.layout(), shape));
        // SAFETY: V3: a new axis, and one whose extent was 1, gets the stride 0 and adds 0 to each offset.
        unsafe { self.moved(0, layout) }
    }

    /// An index or a range of each axis, as NumPy's basic indexing. See
    /// [`Layout::slice_axes`](crate::Layout::slice_axes).
    ///
    /// A range past the end of its axis ends there, as in Python: `slices!(1..9, ..)` takes the last three of four rows. An
    /// index past the end is refused.
    ///
    /// ```
    /// use static_layout::*;
    /// let data: [i32; 24] = std::array::from_fn(|i| i as i32);
    /// let view = View::new(&data, layout!((4, 6):row))?;
    /// assert_eq!(view.slice_axes(slices!(1..3, ..; -2)).to_string(), "11  9  7\n17 15 13");
    /// assert_eq!(view.slice_axes(slices!(1..9, ..)).layout().to_string(), "(3,6):(6,1)");
    /// let (row, n) = (2, 4);
    /// assert!(view.slice_axes(slices!(row, 1..n)).iter().eq(&[13, 14, 15]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When an index is out of range, or a step is 0, because of run-time integers.
    /// [`try_slice_axes`](Self::try_slice_axes) returns the error instead.
    ///
    /// # Compile errors
    /// When one of these holds for static integers, or there are more slices than axes.
    #[inline]
    #[track_caller]
    pub fn slice_axes<C: IntTuple>(self, slices: C) -> View<'a, T, ops::SliceAxes<L, C>> {
        const { slice_axes::check::<L, C>() };
        self.sliced_axes(slices)
    }

    /// Computes [`slice_axes`](Self::slice_axes); the caller has checked by `slice_axes::check`.
    ///
    /// # Panics
    /// As [`slice_axes`](Self::slice_axes).
    #[inline(always)]
    #[track_caller]
    pub(super) fn sliced_axes<C: IntTuple>(self, slices: C) -> View<'a, T, ops::SliceAxes<L, C>> {
        let (layout, offset) = slice_axes::compute_or_panic(self.layout(), slices);
        // SAFETY: V3: `slice_axes` of layouts compares each index with its extent and cuts ranges off at the ends, so
        // that each coordinate of the part is one of this view. V4: `start` returns 0 if there is none.
        unsafe { self.moved(start(layout, offset), layout) }
    }

    /// [`slice_axes`](Self::slice_axes) that returns an error instead of a panic.
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
    /// When an index is out of range, or a step is 0, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers, or there are more slices than axes.
    #[inline]
    #[track_caller]
    pub fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<View<'a, T, ops::SliceAxes<L, C>>, LayoutError> {
        const { slice_axes::check::<L, C>() };
        let (layout, offset) = slice_axes::compute(self.layout(), slices)?;
        // SAFETY: V3: `slice_axes` of layouts compares each index with its extent and cuts ranges off at the ends, so
        // that each coordinate of the part is one of this view. V4: `start` returns 0 if there is none.
        Ok(unsafe { self.moved(start(layout, offset), layout) })
    }

    /// The axes in reverse order: `R[(j, i)] = view[(i, j)]`. NumPy's `.T`.
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
        // SAFETY: V3: the modes in another order have the same offsets.
        unsafe { self.moved(0, layout) }
    }

    /// The view without the axes of extent 1. See [`Layout::squeeze`](crate::Layout::squeeze). NumPy's `squeeze`.
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
        // SAFETY: V3: an axis of extent 1 adds 0 to each offset.
        unsafe { self.moved(0, layout) }
    }

    /// The view with a new axis of extent 1 as axis `I` of the result. See
    /// [`Layout::unsqueeze`](crate::Layout::unsqueeze). NumPy's `expand_dims`.
    ///
    /// ```
    /// use static_layout::*;
    /// let column = View::new(&[1, 2, 3], layout!((3,):(1,)))?.unsqueeze::<1>();
    /// assert_eq!(column.layout().to_string(), "(3,1):(1,0)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Compile errors
    /// When `I` is greater than the number of axes.
    #[inline]
    #[track_caller]
    pub fn unsqueeze<const I: usize>(self) -> View<'a, T, ops::Unsqueeze<L, I>>
    where
        Extent<I>: Position,
    {
        const { unsqueeze::check::<L, I>() };
        let layout = unwrap_or_panic(unsqueeze::compute::<L, I>(self.layout()));
        // SAFETY: V3: an axis of extent 1 adds 0 to each offset.
        unsafe { self.moved(0, layout) }
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// [`slice_mut`](Self::slice_mut) for the whole of `'a`.
    ///
    /// # Panics
    /// As [`slice_mut`](Self::slice_mut).
    #[cfg_attr(
        not(any(feature = "owned", feature = "alloc")),
        expect(dead_code, reason = "tensors that own their elements call it")
    )]
    #[inline(always)]
    #[track_caller]
    pub(super) fn into_slice<C: IntTuple>(self, coord: C) -> ViewMut<'a, T, ops::Slice<L, C>>
    where
        IsCoordOf<C, L>: CoordinateFits,
    {
        let (layout, offset) = slice_at(self.layout(), coord);
        // SAFETY: V3: a slice has the offsets of the coordinates that it keeps, and `offset` is that of its coordinate
        // 0. V4: `slice_at` returns 0 if the slice has no coordinates. V2: this view ends here.
        unsafe { ViewMut::over(self.first().offset(offset), layout) }
    }

    /// A mutable view of the elements, in unchanged row-major order, with another shape. See [`View::reshape`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((6,):(1,)))?;
    /// view.reshape_mut(shape!(2, _))[(1, 0)] = 7;
    /// assert_eq!(data, [0, 0, 0, 7, 0, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the sizes differ, or the strides admit no such layout, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn reshape_mut<P: IntTuple>(&mut self, shape: P) -> ViewMut<'_, T, ops::Reshape<L, P>> {
        const { reshape::check::<L, P>() };
        self.reborrow().into_reshaped(shape)
    }

    /// Computes [`reshape_mut`](Self::reshape_mut) for the whole of `'a`; the caller has checked by `reshape::check`.
    ///
    /// # Panics
    /// As [`reshape_mut`](Self::reshape_mut).
    #[inline(always)]
    #[track_caller]
    pub(super) fn into_reshaped<P: IntTuple>(self, shape: P) -> ViewMut<'a, T, ops::Reshape<L, P>> {
        let layout = unwrap_or_panic(reshape::compute(self.layout(), shape));
        // SAFETY: V3: a reshape has the offsets of the layout in another order. V2: this view ends here.
        unsafe { ViewMut::over(self.first(), layout) }
    }

    /// A mutable view of the elements with the axes in reverse order. See [`View::transpose`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):row))?;
    /// view.transpose_mut()[(2, 0)] = 7;
    /// assert_eq!(view[(0, 2)], 7);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn transpose_mut(&mut self) -> ViewMut<'_, T, ops::Transpose<L>> {
        self.reborrow().into_transposed()
    }

    /// [`transpose_mut`](Self::transpose_mut) for the whole of `'a`.
    #[inline(always)]
    pub(super) fn into_transposed(self) -> ViewMut<'a, T, ops::Transpose<L>> {
        let layout = LayoutOps::transpose(self.layout());
        // SAFETY: V3: the modes in another order have the same offsets. V2: this view ends here.
        unsafe { ViewMut::over(self.first(), layout) }
    }

    /// An index or a range of each axis, to be written. See [`View::slice_axes`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):row))?;
    /// view.slice_axes_mut(slices!(1, ..; 2)).fill(7);
    /// assert_eq!(data, [0, 0, 0, 7, 0, 7]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When an index is out of range, or a step is 0, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers, or there are more slices than axes.
    #[inline]
    #[track_caller]
    pub fn slice_axes_mut<C: IntTuple>(
        &mut self,
        slices: C,
    ) -> ViewMut<'_, T, ops::SliceAxes<L, C>> {
        const { slice_axes::check::<L, C>() };
        self.reborrow().into_sliced_axes(slices)
    }

    /// Computes [`slice_axes_mut`](Self::slice_axes_mut) for the whole of `'a`; the caller has checked by
    /// `slice_axes::check`.
    ///
    /// # Panics
    /// As [`slice_axes_mut`](Self::slice_axes_mut).
    #[inline(always)]
    #[track_caller]
    pub(super) fn into_sliced_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> ViewMut<'a, T, ops::SliceAxes<L, C>> {
        let (layout, offset) = slice_axes::compute_or_panic(self.layout(), slices);
        // SAFETY: V3: `slice_axes` of layouts compares each index with its extent and cuts ranges off at the ends, so
        // that each coordinate of the part is one of this view. V4: `start` returns 0 if there is none. V2: this view
        // ends here.
        unsafe { ViewMut::over(self.first().offset(start(layout, offset)), layout) }
    }
}
