//! Elements seen through a layout.

use super::bounds::offset;
use super::{
    Elements, Entries, Fits, PartialLayout, Tensor, origin_in, out_of_range, position, sub,
};
use crate::check;
use crate::layout::{AnyLayout, CoordinateFits};
use crate::ops;
use crate::tuple::{Coordinate, IntTuple};
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;
use layout_core::LayoutError;

/// Elements of a slice, addressed by the coordinates of a layout.
///
/// That every coordinate has an element is established when the view is made. An access then only
/// checks that its coordinate lies in the shape; for a static coordinate nothing is left to check. A view
/// is a pointer and its layout: with a static layout, one word.
///
/// ```
/// use static_layout::*;
/// let data = [0, 1, 2, 3, 4, 5];
/// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
/// assert_eq!(rows[(1, 0)], 3);
/// assert_eq!(rows[coord!(0, 2)], 2); // no check
/// assert_eq!(rows.get((2, 0)), None);
/// let column = rows.slice(coord!(_, 1));
/// assert!(column.iter().eq(&[1, 4]));
/// assert_eq!(size_of_val(&rows), size_of::<usize>());
/// # Ok::<(), LayoutError>(())
/// ```
/// A layout that reaches past the slice is refused:
/// ```
/// # use static_layout::*;
/// let refused = View::new(&[0; 5], layout!((2, 3):(3, 1))).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "cannot view a slice through (2,3):(3,1): it reaches from 0 to 5 around element 0 of 5"
/// );
/// ```
#[must_use = "a view alone does nothing: read its elements, or hand it on"]
pub struct View<'a, T, L> {
    /// The element at offset 0.
    origin: NonNull<T>,
    layout: L,
    life: PhantomData<&'a [T]>,
}

impl<T, L: Copy> Clone for View<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L: Copy> Copy for View<'_, T, L> {}

// SAFETY: a view gives what `&T` gives of its elements, which are valid for reads as long as it lives (the
// module's invariant), and a copy of its layout, which any thread may have (`PartialLayout`).
unsafe impl<T: Sync, L: PartialLayout> Send for View<'_, T, L> {}
// SAFETY: as above.
unsafe impl<T: Sync, L: PartialLayout> Sync for View<'_, T, L> {}

impl<'a, T, L> View<'a, T, L> {
    /// The only place where one is made.
    ///
    /// # Safety
    /// The module's invariant.
    #[inline(always)]
    pub(crate) const unsafe fn over(origin: NonNull<T>, layout: L) -> Self {
        View { origin, layout, life: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn layout_ref(&self) -> &L {
        &self.layout
    }

    /// The element at offset 0.
    #[inline(always)]
    pub(crate) fn first(&self) -> NonNull<T> {
        self.origin
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The layout over `data`, offset 0 being `data[0]`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let data = [0, 1, 2, 3, 4, 5];
    /// assert_eq!(View::new(&data, layout!((2, 3):(3, 1)))?[(1, 1)], 4);
    /// assert!(View::new(&data, layout!((2, 3):(4, 1))).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When an offset is negative or not below `data.len()`.
    #[inline]
    pub fn new(data: &'a [T], layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, 0, layout)
    }

    /// The layout over `data`, offset 0 being `data[origin]`: for layouts with negative strides.
    ///
    /// ```
    /// use static_layout::*;
    /// let reversed = View::with_origin(&[1, 2, 3], 2, layout!(3:-1))?;
    /// assert!(reversed.iter().eq(&[3, 2, 1]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `origin` plus an offset is not in `0..data.len()`.
    #[inline]
    pub fn with_origin(data: &'a [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, origin, layout)
    }

    #[inline]
    fn within(data: &'a [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        let origin = origin_in(data.len(), origin, layout)?;
        // SAFETY: `origin_in` returns at most `data.len()`.
        let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
        // SAFETY: `origin_in` found that the offsets from there on are elements of the slice, which
        // lives as long as the view.
        Ok(unsafe { Self::of(origin, layout) })
    }

    /// The layout over foreign memory, offset 0 being `*origin`.
    ///
    /// # Safety
    /// For each coordinate `c` in the shape, `origin + layout(c)`, in elements, must be an initialized,
    /// aligned element that is not written during `'a`, and `origin` must lie in the same allocation or
    /// one element past its end. `origin` is not null, even if there is no coordinate.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4];
    /// // SAFETY: offsets 0 to 3 are elements of `data`, which outlives the view.
    /// let view = unsafe { View::from_raw_parts(data.as_ptr(), layout!((2, 2):(2, 1))) };
    /// assert_eq!(view[(1, 0)], 3);
    /// ```
    #[inline(always)]
    pub const unsafe fn from_raw_parts(origin: *const T, layout: L) -> Self {
        const { check::holds_elements::<L>() };
        // SAFETY: the caller vouches that it is not null, and for the elements.
        unsafe { Self::of(NonNull::new_unchecked(origin.cast_mut()), layout) }
    }

    /// [`from_raw_parts`](Self::from_raw_parts) of a layout that is known to map to offsets.
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    pub(super) const unsafe fn of(origin: NonNull<T>, layout: L) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self::over(origin, layout) }
    }

    /// The view of this layout from an origin that is `offset` further.
    ///
    /// # Safety
    /// Its offsets from there on are offsets of this view; `offset` is one, too, or 0.
    #[inline(always)]
    pub(super) unsafe fn moved<M: AnyLayout>(self, offset: isize, layout: M) -> View<'a, T, M> {
        // SAFETY: the caller vouches for the offsets.
        unsafe { View::of(self.origin.offset(offset), layout) }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// See [`Tensor::as_ptr`].
    #[inline(always)]
    pub fn as_ptr(&self) -> *const T {
        self.origin.as_ptr()
    }

    /// See [`Tensor::at`].
    #[inline(always)]
    #[track_caller]
    pub fn at<C: Coordinate>(&self, coord: C) -> &'a T {
        const {
            ops::fits::<L, C>();
            check::in_range::<L, C>()
        };
        match position(self.layout, coord) {
            // SAFETY: the coordinate lies in the shape, so by the module's invariant this is an element.
            Some(offset) => unsafe { self.origin.offset(offset).as_ref() },
            None => out_of_range(self.layout, coord),
        }
    }

    /// See [`Tensor::get`].
    #[inline(always)]
    pub fn get<C: Coordinate>(&self, coord: C) -> Option<&'a T>
    where
        C::Fits<L::Shape>: CoordinateFits,
    {
        let offset = position(self.layout, coord)?;
        // SAFETY: the coordinate lies in the shape, so by the module's invariant this is an element.
        Some(unsafe { self.origin.offset(offset).as_ref() })
    }

    /// See [`Tensor::get_unchecked`].
    ///
    /// # Safety
    /// The coordinate must lie in the shape.
    #[inline(always)]
    pub unsafe fn get_unchecked<C: Coordinate>(&self, coord: C) -> &'a T {
        const { ops::fits::<L, C>() };
        // SAFETY: the caller vouches for the coordinate; then the module's invariant holds.
        unsafe { self.origin.offset(offset(self.layout, coord)).as_ref() }
    }

    /// The part that `_` keeps. Panics when another leaf of the coordinate is out of range.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3, 4, 5], layout!((2, 3):(3, 1)))?;
    /// let row = view.slice(coord!(1, _));
    /// assert_eq!(row.layout().to_string(), "(3):(1)");
    /// assert!(row.iter().eq(&[3, 4, 5]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn slice<C: IntTuple>(self, coord: C) -> View<'a, T, ops::Slice<L, C>>
    where
        Fits<C, L>: CoordinateFits,
    {
        let (layout, offset) = sub(self.layout, coord);
        // SAFETY: the offsets of the part from the moved origin on are offsets of the whole, so that their
        // elements are ours, and coordinate 0 of the part is the moved origin, unless it has none.
        unsafe { self.moved(offset, layout) }
    }

    /// See [`Tensor::iter`].
    #[inline]
    pub fn iter(self) -> Elements<'a, T, L> {
        // SAFETY: of this view.
        unsafe { Elements::of(self.origin, self.layout) }
    }

    /// See [`Tensor::entries`].
    #[inline]
    pub fn entries(self) -> Entries<'a, T, L> {
        // SAFETY: of this view.
        unsafe { Entries::of(self.origin, self.layout) }
    }
}

impl<T, L: AnyLayout> Tensor for View<'_, T, L> {
    type Element = T;
    type Layout = L;
    #[inline(always)]
    fn view(&self) -> View<'_, T, L> {
        *self
    }
}

indexed! { View<'_, T, L> }
