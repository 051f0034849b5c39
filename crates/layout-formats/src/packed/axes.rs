//! Views of packed elements with other axes, and compositions: the operations of [`View`](static_layout::View) that have no offset of
//! their own.
//!
//! They take the view by value, which is `Copy` if it only reads; `view.reborrow().transpose()` keeps a mutable one.

use super::view::Packed;
use crate::element::PackedElement;
use layout_core::LayoutError;
use static_layout::internal::{derived, unwrap_or_panic};
use static_layout::ops::{Compose, Reshape, SliceAxes, Transpose};
use static_layout::{AnyLayout, IntTuple, LayoutOps, Tiler};

#[layout_macros::at_caller]
impl<R, E: PackedElement, L: AnyLayout> Packed<R, E, L> {
    /// The axes in reverse order: `R[(j, i)] = view[(i, j)]`.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::new(&[0x21, 0x43, 0x65], layout!((2, 3):row))?;
    /// assert_eq!(view.transpose()[(2, 1)], view[(1, 2)]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn transpose(self) -> Packed<R, E, Transpose<L>> {
        let layout = LayoutOps::transpose(*self.layout_ref());
        // SAFETY: the modes in another order have the same offsets.
        unsafe { self.moved(0, layout) }
    }

    /// The elements, in unchanged row-major order, with another shape; `_` is the extent that makes the sizes equal. See
    /// [`View::reshape`](static_layout::View::reshape).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let mut bytes = [0; 4];
    /// let view = PackedViewMut::<U4, _>::new(&mut bytes, layout!((2, 4):row))?;
    /// view.reshape(shape!(_, 2, 2)).set((1, 0, 1), U4::from_bits(7));
    /// assert_eq!(bytes, [0, 0, 0x70, 0]);
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
    pub fn reshape<P: IntTuple>(self, shape: P) -> Packed<R, E, Reshape<L, P>> {
        const { derived::check_reshape::<L, P>() };
        let layout = unwrap_or_panic(derived::reshaped(*self.layout_ref(), shape));
        // SAFETY: a reshape has the offsets of the layout in another order.
        unsafe { self.moved(0, layout) }
    }

    /// An index or a range of each axis, like NumPy's basic indexing. See
    /// [`View::slice_axes`](static_layout::View::slice_axes).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::new(&[0x21, 0x43, 0x65], layout!((2, 3):row))?;
    /// let (from, to) = (1, 9); // a range past the end ends there
    /// let part = view.slice_axes(slices!(.., from..to));
    /// assert!(part.iter().map(f32::from).eq([2.0, 5.0, 3.0, 6.0]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When an index is out of range, or a step is 0, because of run-time integers. [`try_slice_axes`](Self::try_slice_axes)
    /// returns the error instead.
    ///
    /// # Compile errors
    /// When one of these holds for static integers, or there are more slices than axes.
    #[inline]
    #[track_caller]
    pub fn slice_axes<C: IntTuple>(self, slices: C) -> Packed<R, E, SliceAxes<L, C>> {
        const { derived::check_slice_axes::<L, C>() };
        unwrap_or_panic(self.into_axes(slices))
    }

    /// [`slice_axes`](Self::slice_axes) that returns an error instead of a panic.
    ///
    /// # Errors
    /// When an index is out of range, or a step is 0, because of run-time integers.
    ///
    /// # Compile errors
    /// As [`slice_axes`](Self::slice_axes).
    #[inline]
    #[track_caller]
    pub fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<Packed<R, E, SliceAxes<L, C>>, LayoutError> {
        const { derived::check_slice_axes::<L, C>() };
        self.into_axes(slices)
    }

    /// The elements at the linear indices that `t` gives: `R[c] = view[t(c)]`. See
    /// [`View::compose`](static_layout::View::compose).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::new(&[0x10, 0x32, 0x54, 0x76], layout!((2, 4)))?;
    /// // Columns 0 and 2.
    /// let columns = view.compose(tile!(_, 2:2));
    /// assert!(columns.iter().map(f32::from).eq([0.0, 1.0, 4.0, 5.0]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the composition is refused, or an offset of `t` is not a linear index of this view or mode, because of run-time
    /// integers. [`try_compose`](Self::try_compose) returns the error instead.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn compose<K: Tiler>(self, t: K) -> Packed<R, E, Compose<L, K>> {
        const { derived::check_composition::<L, K>() };
        unwrap_or_panic(self.into_composition(t))
    }

    /// [`compose`](Self::compose) that returns an error instead of a panic.
    ///
    /// # Errors
    /// When the composition is refused, or an offset of `t` is not a linear index of this view or mode, because of run-time
    /// integers.
    ///
    /// # Compile errors
    /// As [`compose`](Self::compose).
    #[inline]
    #[track_caller]
    pub fn try_compose<K: Tiler>(self, t: K) -> Result<Packed<R, E, Compose<L, K>>, LayoutError> {
        const { derived::check_composition::<L, K>() };
        self.into_composition(t)
    }
}

/// Without the checks in `const`, so that a refusal stands at the line of the caller, once.
impl<R, E: PackedElement, L: AnyLayout> Packed<R, E, L> {
    #[inline]
    #[track_caller]
    fn into_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<Packed<R, E, SliceAxes<L, C>>, LayoutError> {
        let (layout, offset) = derived::axes_of(*self.layout_ref(), slices)?;
        // SAFETY: `axes_of` compares each index with its extent and cuts ranges off at the ends, so each coordinate of the part
        // is a coordinate of this view.
        Ok(unsafe { self.moved(offset, layout) })
    }

    #[inline]
    #[track_caller]
    fn into_composition<K: Tiler>(self, t: K) -> Result<Packed<R, E, Compose<L, K>>, LayoutError> {
        let layout = derived::checked_composition(*self.layout_ref(), t)?;
        // SAFETY: `checked_composition` found that each offset of `t` is a linear index of this view, or of its mode of this
        // view, so each offset of the composition is an offset of this view.
        Ok(unsafe { self.moved(0, layout) })
    }
}
