//! Elements seen through a layout, to be written.

use super::bounds::offset;
use super::walk::{CoordOf, Walk};
use super::{
    ElementsMut, EntriesMut, Fits, PartialLayout, Tensor, TensorMut, View, origin_in, out_of_range,
    position, sub,
};
use crate::check;
use crate::layout::{AnyLayout, CoordinateFits};
use crate::ops;
use crate::tuple::{Coordinate, IntTuple};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;
use layout_core::LayoutError;

/// [`View`] of elements that may be written.
///
/// ```
/// use static_layout::*;
/// let mut data = [0; 6];
/// let mut rows = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
/// rows[(1, 2)] = 7;
/// assert_eq!(data, [0, 0, 0, 0, 0, 7]);
/// # Ok::<(), LayoutError>(())
/// ```
#[must_use = "a view alone does nothing: write its elements, or hand it on"]
pub struct ViewMut<'a, T, L> {
    /// The element at offset 0.
    origin: NonNull<T>,
    layout: L,
    life: PhantomData<&'a mut [T]>,
}

// SAFETY: a view gives what `&mut T` gives of its elements, which no one else has (the module's
// invariant), and a copy of its layout, which any thread may have (`PartialLayout`).
unsafe impl<T: Send, L: PartialLayout> Send for ViewMut<'_, T, L> {}
// SAFETY: a shared one gives what `&T` gives.
unsafe impl<T: Sync, L: PartialLayout> Sync for ViewMut<'_, T, L> {}

impl<'a, T, L> ViewMut<'a, T, L> {
    /// The only place where one is made.
    ///
    /// # Safety
    /// The module's invariant.
    #[inline(always)]
    pub(crate) const unsafe fn over(origin: NonNull<T>, layout: L) -> Self {
        ViewMut { origin, layout, life: PhantomData }
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
impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The layout over `data`, offset 0 being `data[0]`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?[(1, 0)] = 7;
    /// assert_eq!(data, [0, 0, 7, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When an offset is negative or not below `data.len()`.
    #[inline]
    pub fn new(data: &'a mut [T], layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, 0, layout)
    }

    /// The layout over `data`, offset 0 being `data[origin]`: for layouts with negative strides.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let mut reversed = ViewMut::with_origin(&mut data, 2, layout!(3:-1))?;
    /// reversed[0] = 9;
    /// assert_eq!(data, [1, 2, 9]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `origin` plus an offset is not in `0..data.len()`.
    #[inline]
    pub fn with_origin(data: &'a mut [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, origin, layout)
    }

    #[inline]
    fn within(data: &'a mut [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        let origin = origin_in(data.len(), origin, layout)?;
        // SAFETY: `origin_in` returns at most `data.len()`.
        let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
        // SAFETY: `origin_in` found that the offsets from there on are elements of the slice, which is
        // borrowed for as long as the view lives.
        Ok(unsafe { Self::of(origin, layout) })
    }

    /// The layout over foreign memory, offset 0 being `*origin`.
    ///
    /// # Safety
    /// For each coordinate `c` in the shape, `origin + layout(c)`, in elements, must be an initialized,
    /// aligned element that nothing but this view reads or writes during `'a`, and `origin` must lie in
    /// the same allocation or one element past its end. `origin` is not null, even if there is no
    /// coordinate.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [1, 2, 3, 4];
    /// // SAFETY: offsets 0 to 3 are elements of `data`, which is not used while the view lives.
    /// let mut view = unsafe { ViewMut::from_raw_parts(data.as_mut_ptr(), layout!((2, 2):(2, 1))) };
    /// view[(1, 0)] = 7;
    /// assert_eq!(data, [1, 2, 7, 4]);
    /// ```
    #[inline(always)]
    pub const unsafe fn from_raw_parts(origin: *mut T, layout: L) -> Self {
        const { check::holds_elements::<L>() };
        // SAFETY: the caller vouches that it is not null, and for the elements.
        unsafe { Self::of(NonNull::new_unchecked(origin), layout) }
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

    /// See [`TensorMut::as_mut_ptr`].
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.origin.as_ptr()
    }

    /// The same elements, to be read.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let view = ViewMut::new(&mut data, layout!(3:1))?;
    /// assert_eq!(view.as_view().iter().sum::<i32>(), 6);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn as_view(&self) -> View<'_, T, L> {
        // SAFETY: the elements are ours, and shared as long as the result lives.
        unsafe { View::of(self.origin, self.layout) }
    }

    /// The same elements, to be read from now on.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let mut view = ViewMut::new(&mut data, layout!(3:1))?;
    /// view[0] = 7;
    /// let (a, b) = (view.into_view(), 8);
    /// assert_eq!(a[0] + b, 15);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn into_view(self) -> View<'a, T, L> {
        // SAFETY: the elements were ours, and no one writes them during `'a` any more.
        unsafe { View::of(self.origin, self.layout) }
    }

    /// The same view for a shorter time: what is passed to a function that takes one by value.
    ///
    /// ```
    /// use static_layout::*;
    /// fn clear<L: AnyLayout>(mut view: ViewMut<'_, i32, L>) {
    ///     *view.at_mut(0) = 0;
    /// }
    /// let mut data = [1, 2, 3];
    /// let mut view = ViewMut::new(&mut data, layout!(3:1))?;
    /// clear(view.reborrow());
    /// view[1] = 0;
    /// assert_eq!(data, [0, 0, 3]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn reborrow(&mut self) -> ViewMut<'_, T, L> {
        // SAFETY: the elements are ours, and lent as long as the result lives.
        unsafe { ViewMut::of(self.origin, self.layout) }
    }

    /// The element at a coordinate; panics when that lies outside the shape.
    #[inline(always)]
    #[track_caller]
    pub(super) fn into_element<C: Coordinate>(self, coord: C) -> &'a mut T {
        const {
            ops::fits::<L, C>();
            check::in_range::<L, C>()
        };
        let layout = self.layout;
        match self.try_into_element(coord) {
            Some(element) => element,
            None => out_of_range(layout, coord),
        }
    }

    #[inline(always)]
    pub(super) fn try_into_element<C: Coordinate>(mut self, coord: C) -> Option<&'a mut T> {
        let offset = position(self.layout, coord)?;
        // SAFETY: the coordinate lies in the shape, so by the module's invariant this is an element, and
        // ours.
        Some(unsafe { self.element(offset) })
    }

    /// # Safety
    /// The coordinate must lie in the shape.
    #[inline(always)]
    pub(super) unsafe fn into_element_unchecked<C: Coordinate>(mut self, coord: C) -> &'a mut T {
        const { ops::fits::<L, C>() };
        // SAFETY: the caller vouches for the coordinate; then the module's invariant holds.
        unsafe { self.element(offset(self.layout, coord)) }
    }

    /// # Safety
    /// The offset is that of a coordinate in the shape, and the element is not borrowed when it is asked for
    /// again.
    #[inline(always)]
    unsafe fn element(&mut self, offset: isize) -> &'a mut T {
        // SAFETY: the module's invariant.
        unsafe { self.origin.offset(offset).as_mut() }
    }

    /// The elements at the same time, if no two coordinates share one. Of a static layout the caller has
    /// asked that in `const`.
    #[inline]
    pub(super) fn into_elements(self) -> Result<ElementsMut<'a, T, L>, LayoutError> {
        check::try_disjoint(self.layout)?;
        // SAFETY: of this view, which ends here; the offsets differ.
        Ok(unsafe { ElementsMut::of(self.origin, self.layout) })
    }

    /// The same with the coordinates.
    #[inline]
    pub(super) fn into_entries(self) -> Result<EntriesMut<'a, T, L>, LayoutError> {
        check::try_disjoint(self.layout)?;
        // SAFETY: of this view, which ends here; the offsets differ.
        Ok(unsafe { EntriesMut::of(self.origin, self.layout) })
    }

    /// `f` of each element in linear order.
    #[inline]
    pub(super) fn each(mut self, mut f: impl FnMut(&mut T)) {
        // SAFETY: the offsets of a walk are those of the coordinates; the borrow ends before the next one.
        Walk::of(self.layout).fold((), |(), offset| f(unsafe { self.element(offset) }))
    }

    /// `f` of each coordinate and its element in linear order.
    #[inline]
    pub(super) fn each_entry(mut self, mut f: impl FnMut(CoordOf<L>, &mut T)) {
        let mut walk = Walk::of(self.layout);
        while let Some((coord, offset)) = walk.next() {
            // SAFETY: as in `each`.
            f(coord, unsafe { self.element(offset) });
        }
    }

    /// The part that `_` keeps. Panics when another leaf of the coordinate is out of range.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
    /// view.slice_mut(coord!(1, _))[1] = 5;
    /// assert_eq!(data, [0, 0, 0, 0, 5, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn slice_mut<C: IntTuple>(&mut self, coord: C) -> ViewMut<'_, T, ops::Slice<L, C>>
    where
        Fits<C, L>: CoordinateFits,
    {
        let (layout, offset) = sub(self.layout, coord);
        // SAFETY: the offsets of the part from the moved origin on are offsets of the whole, so that their
        // elements are ours, and coordinate 0 of the part is the moved origin, unless it has none.
        unsafe { ViewMut::of(self.origin.offset(offset), layout) }
    }
}

impl<T, L: AnyLayout> Tensor for ViewMut<'_, T, L> {
    type Element = T;
    type Layout = L;
    #[inline(always)]
    fn view(&self) -> View<'_, T, L> {
        self.as_view()
    }
}

impl<T, L: AnyLayout> TensorMut for ViewMut<'_, T, L> {
    #[inline(always)]
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        self.reborrow()
    }
}

indexed! { ViewMut<'_, T, L> }
indexed! { mut ViewMut<'_, T, L> }
