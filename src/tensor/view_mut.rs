//! [`ViewMut`]: exclusively borrowed elements with a layout.

use super::bounds::{Bounds, offset};
use super::walk::NaturalCoord;
use super::{
    ElementsMut, EntriesMut, PartialLayout, Tensor, TensorMut, View, checked_offset,
    checked_origin, out_of_range, refuse_origin, slice_at,
};
use crate::layout::{each_entry, each_offset};
use crate::ops;
use crate::types::{AnyLayout, Coordinate, CoordinateFits, IntTuple, IsCoordOf, check};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;
use layout_core::LayoutError;

/// A mutable slice with a layout: `view[c] = x` writes `data[layout(c)]`.
///
/// ```
/// use static_layout::*;
/// let mut data = [0; 6];
/// let mut rows = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
/// rows[(1, 2)] = 7;
/// assert_eq!(data, [0, 0, 0, 0, 0, 7]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// It has the methods of [`TensorMut`] to write ([`fill`](TensorMut::fill), [`update`](TensorMut::update),
/// [`tiles_mut`](TensorMut::tiles_mut)) and those of [`Tensor`] to read. [`reborrow`](ViewMut::reborrow) makes
/// a shorter view for a function that takes a view by value; [`split_mut`](ViewMut::split_mut) splits it in two.
///
/// Two coordinates may share an element, as in `(2,2):(1,1)`. Methods that return several mutable elements at the same
/// time ([`iter_mut`](TensorMut::iter_mut), [`tiles_mut`](TensorMut::tiles_mut)) require a layout without such
/// coordinates.
#[must_use = "a view does nothing by itself: write its elements, or pass it on"]
pub struct ViewMut<'a, T, L> {
    /// The element at offset 0.
    origin: NonNull<T>,
    layout: L,
    life: PhantomData<&'a mut [T]>,
}

// SAFETY: a view gives access to its elements as `&mut T` does, and `&mut T` is `Send` where `T` is. Nothing else uses
// the elements (V2). Its layout may be copied to any thread (`PartialLayout`).
unsafe impl<T: Send, L: PartialLayout> Send for ViewMut<'_, T, L> {}
// SAFETY: a shared `ViewMut` gives only `&T`, which is `Send` where `T` is `Sync`.
unsafe impl<T: Sync, L: PartialLayout> Sync for ViewMut<'_, T, L> {}

impl<'a, T, L> ViewMut<'a, T, L> {
    /// A view from its parts; every constructor ends here.
    ///
    /// # Safety
    /// Rules V1 and V2: for each coordinate `c` of `layout`, `origin + layout(c)` is an element that nothing else reads
    /// or writes during `'a`, and `origin` lies in the same allocation or one element past its end.
    #[inline(always)]
    pub(crate) const unsafe fn over(origin: NonNull<T>, layout: L) -> Self {
        ViewMut { origin, layout, life: PhantomData }
    }

    /// The layout, of views whose `L` need not be a whole layout.
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
    /// A view of `data`: `view[c]` is `data[layout(c)]`.
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
    /// When an offset of the layout is negative or not below `data.len()`.
    ///
    /// # Compile errors
    /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
    #[inline]
    pub fn new(data: &'a mut [T], layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, 0, layout)
    }

    /// A view of `data` from `origin` on: `view[c]` is `data[origin + layout(c)]`, for layouts with negative strides.
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
    /// When `origin` plus an offset of the layout is not in `0..data.len()`.
    ///
    /// # Compile errors
    /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
    #[inline]
    pub fn with_origin(data: &'a mut [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, origin, layout)
    }

    #[inline]
    fn within(data: &'a mut [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        let Some(origin) = checked_origin(data.len(), origin, layout) else {
            return refuse_origin(data.len(), origin, layout);
        };
        // SAFETY: `checked_origin` returns at most `data.len()`: an element of the slice or one past its end.
        let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
        // SAFETY: V1 and V2: `checked_origin` found that each offset, counted from there, is an element of the slice,
        // which is borrowed exclusively for `'a`.
        Ok(unsafe { Self::over(origin, layout) })
    }

    /// A view of memory given by a pointer: `view[c]` is `*(origin + layout(c))`, offsets in elements.
    ///
    /// # Safety
    /// * For each coordinate `c` in the shape, `origin + layout(c)` is an initialized, aligned element that nothing but
    ///   this view reads or writes during `'a`.
    /// * `origin` lies in the same allocation or one element past its end.
    /// * `origin` is not null, even if the layout has no coordinate.
    ///
    /// # Compile errors
    /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
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
        // SAFETY: the caller promises that `origin` is not null, V1 and V2 (this function's `# Safety`).
        unsafe { Self::over(NonNull::new_unchecked(origin), layout) }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// A pointer to the element at offset 0. See [`Tensor::as_ptr`].
    #[inline(always)]
    pub fn as_ptr(&self) -> *const T {
        self.origin.as_ptr()
    }

    /// A mutable pointer to the element at offset 0. See [`TensorMut::as_mut_ptr`].
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.origin.as_ptr()
    }

    /// The elements as one slice, as [`View::as_slice`] has them.
    #[inline]
    pub fn as_slice(&self) -> Option<&[T]> {
        self.view().as_slice()
    }

    /// The elements as one slice, to be written; `None` if the offsets of the layout are no range, or two coordinates
    /// share one. See [`View::as_slice`].
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [3, 1, 2, 0];
    /// let mut rows = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// if let Some(elements) = rows.as_mut_slice() {
    ///     elements.sort();
    /// }
    /// assert_eq!(data, [0, 1, 2, 3]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        let bounds = Bounds::of_range(self.layout)?;
        if bounds.cosize == 0 {
            return Some(&mut []);
        }
        // SAFETY: V1: `of_range` found that each of the `cosize` elements from `below` before the origin on is that of a
        // coordinate, and that it lies in the allocation of the origin. V2: nothing else uses them while this view is
        // borrowed.
        Some(unsafe {
            let first = self.origin.as_ptr().sub(bounds.below);
            core::slice::from_raw_parts_mut(first, bounds.cosize)
        })
    }

    /// A read-only view of the elements, while this view is borrowed.
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
        // SAFETY: V1 of this view; it is borrowed, so that nothing writes the elements as long as the result lives.
        unsafe { View::over(self.origin, self.layout) }
    }

    /// A read-only view of the elements for the rest of `'a`.
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
        // SAFETY: V1 of this view; it had the elements alone (V2) and ends here, so that nothing writes them during
        // `'a`.
        unsafe { View::over(self.origin, self.layout) }
    }

    /// This view for a shorter lifetime, to pass to a function that takes one by value.
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
        // SAFETY: V1 of this view; it is borrowed exclusively as long as the result lives, which is V2 of the result.
        unsafe { ViewMut::over(self.origin, self.layout) }
    }

    /// [`TensorMut::at_mut`] for the whole of `'a`. The caller has checked the coordinate's type in `const`, at the
    /// user's line.
    ///
    /// # Panics
    /// When the coordinate lies outside the shape.
    #[inline(always)]
    #[track_caller]
    pub(super) fn into_element<C: Coordinate>(self, coord: C) -> &'a mut T {
        let layout = self.layout;
        match self.try_into_element(coord) {
            Some(element) => element,
            None => out_of_range(layout, coord),
        }
    }

    /// [`TensorMut::get_mut`] for the whole of `'a`.
    #[inline(always)]
    pub(super) fn try_into_element<C: Coordinate>(mut self, coord: C) -> Option<&'a mut T> {
        let offset = checked_offset(self.layout, coord)?;
        // SAFETY: `checked_offset` found that the coordinate lies in the shape; the view ends here, so that the
        // element is lent once.
        Some(unsafe { self.element(offset) })
    }

    /// [`TensorMut::get_unchecked_mut`] for the whole of `'a`. The caller has checked the coordinate's type in `const`,
    /// at the user's line.
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    #[inline(always)]
    pub(super) unsafe fn into_element_unchecked<C: Coordinate>(mut self, coord: C) -> &'a mut T {
        // SAFETY: the caller promises that the coordinate lies in the shape (this function's `# Safety`); the view ends
        // here, so that the element is lent once.
        unsafe { self.element(offset(self.layout, coord)) }
    }

    /// The element at an offset, for a lifetime that the caller chooses.
    ///
    /// # Safety
    /// The offset is that of a coordinate in the shape. The result ends before the same element is borrowed again.
    #[inline(always)]
    unsafe fn element(&mut self, offset: isize) -> &'a mut T {
        // SAFETY: V1: the caller promises that the offset is that of a coordinate. V2: the elements are this view's,
        // and the caller promises that this one is not borrowed.
        unsafe { self.origin.offset(offset).as_mut() }
    }

    /// Every element at the same time. The caller has checked a static layout by [`check::disjoint`].
    ///
    /// # Errors
    /// When two coordinates share an element.
    #[inline]
    pub(super) fn into_elements(self) -> Result<ElementsMut<'a, T, L>, LayoutError> {
        check::try_disjoint(self.layout)?;
        // SAFETY: origin and layout are those of this view, which ends here and had the elements alone (V2);
        // `try_disjoint` found that no two coordinates share an element.
        Ok(unsafe { ElementsMut::of(self.origin, self.layout) })
    }

    /// Every natural coordinate and its element at the same time. The caller has checked a static layout by
    /// [`check::disjoint`].
    ///
    /// # Errors
    /// When two coordinates share an element.
    #[inline]
    pub(super) fn into_entries(self) -> Result<EntriesMut<'a, T, L>, LayoutError> {
        check::try_disjoint(self.layout)?;
        // SAFETY: origin and layout are those of this view, which ends here and had the elements alone (V2);
        // `try_disjoint` found that no two coordinates share an element.
        Ok(unsafe { EntriesMut::of(self.origin, self.layout) })
    }

    /// Calls `f` with each element along the smallest stride.
    #[inline]
    pub(super) fn for_each_element(mut self, mut f: impl FnMut(&mut T)) {
        // SAFETY: `each_offset` yields the offsets of the coordinates in the shape; `f` returns, and with it the borrow
        // ends, before the next one is borrowed.
        each_offset(self.layout, |offset| f(unsafe { self.element(offset) }))
    }

    /// Calls `f` with each natural coordinate and its element along the smallest stride.
    #[inline]
    pub(super) fn for_each_entry(mut self, mut f: impl FnMut(NaturalCoord<L>, &mut T)) {
        // SAFETY: `each_entry` yields the offsets of the coordinates in the shape; `f` returns, and with it the borrow
        // ends, before the next one is borrowed.
        each_entry(self.layout, |coord, offset| f(coord, unsafe { self.element(offset) }))
    }

    /// Sets the element at each natural coordinate `c` to `f(c)`. Of two coordinates that share an element, the last one
    /// in linear order determines it.
    #[cfg(any(feature = "owned", feature = "alloc"))]
    #[inline]
    pub(super) fn set_each(mut self, mut f: impl FnMut(NaturalCoord<L>) -> T) {
        let is_shared = const {
            <L::IsStatic as crate::types::Bool>::VALUE
                && <L::Plain as crate::types::PlainLayout>::DESC.disjoint().is_err()
        };
        if !is_shared && check::try_disjoint(self.layout).is_ok() {
            return self.for_each_entry(|coord, element| *element = f(coord));
        }
        let mut walk = super::walk::OffsetWalk::of(self.layout);
        while let Some((coord, offset)) = walk.next() {
            // SAFETY: `OffsetWalk` yields the offsets of the coordinates in the shape; the borrow ends before
            // the next one begins.
            *unsafe { self.element(offset) } = f(coord);
        }
    }

    /// The modes that `_` keeps, at the given coordinates of the others, to be written. See [`View::slice`].
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
    /// view.slice_mut(coord!(1, _))[1] = 5;
    /// assert_eq!(data, [0, 0, 0, 0, 5, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When a leaf of the coordinate is out of range.
    ///
    /// # Compile errors
    /// When the coordinate is nested unlike the shape.
    #[inline]
    #[track_caller]
    pub fn slice_mut<C: IntTuple>(&mut self, coord: C) -> ViewMut<'_, T, ops::Slice<L, C>>
    where
        IsCoordOf<C, L>: CoordinateFits,
    {
        let (layout, offset) = slice_at(self.layout, coord);
        // SAFETY: V3: a slice has the offsets of the coordinates that it keeps, and `offset` is that of its coordinate
        // 0. V4: `slice_at` returns 0 if the slice has no coordinates. V2: this view is borrowed exclusively.
        unsafe { ViewMut::over(self.origin.offset(offset), layout) }
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

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> TensorMut for ViewMut<'_, T, L> {
    #[inline(always)]
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        self.reborrow()
    }
}

impl_index! { ViewMut<'_, T, L> }
impl_index! { mut ViewMut<'_, T, L> }
