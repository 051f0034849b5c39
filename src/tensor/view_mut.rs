//! [`ViewMut`]: exclusively borrowed elements with a layout.

use super::borrowed::borrowed;
use super::bounds::{Bounds, checked_offset, checked_origin, offset, refuse_origin};
use super::misuse::WrittenLayout;
use super::walk::NaturalCoord;
use super::{
    AnyThread, ElementsMut, EntriesMut, Indexed, Tensor, TensorMut, View, Viewed, ViewedMut,
};
use crate::layout::each_entry;
use crate::layout::each_offset;
use crate::types::Coordinate;
use crate::types::check;
use crate::types::{AnyLayout, CoordinateFits, Form};
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
/// It writes by the methods of [`TensorMut`] ([`fill`](TensorMut::fill), [`update`](TensorMut::update),
/// [`tiles_mut`](TensorMut::tiles_mut)) and reads by the methods of [`Tensor`]. [`reborrow`](ViewMut::reborrow) makes a
/// shorter view for a function that takes a view by value; [`split_mut`](ViewMut::split_mut) splits it in two.
///
/// Two coordinates may share an element, as in `(2,2):(1,1)`. Methods that return several mutable elements at the same
/// time ([`iter_mut`](TensorMut::iter_mut), [`tiles_mut`](TensorMut::tiles_mut)) require a layout without such
/// coordinates.
#[must_use = "a view does nothing by itself: write its elements, or pass it on"]
pub struct ViewMut<'a, T, L = <T as WrittenLayout>::Layout> {
    /// The element at offset 0.
    origin: NonNull<T>,
    layout: L,
    life: PhantomData<&'a mut [T]>,
}

// SAFETY: a view gives access to its elements as `&mut T` does, and `&mut T` is `Send` where `T` is. Nothing else uses
// the elements (V2). Its layout may be copied to any thread (`AnyThread`).
unsafe impl<T: Send, L: AnyThread> Send for ViewMut<'_, T, L> {}
// SAFETY: a shared `ViewMut` gives only `&T`, which is `Send` where `T` is `Sync`.
unsafe impl<T: Sync, L: AnyThread> Sync for ViewMut<'_, T, L> {}

borrowed! { ViewMut<'a>, data: &'a mut [T], *mut T }

impl<T, L: Form> ViewMut<'_, T, L> {
    /// A mutable pointer to the element at offset 0. See [`TensorMut::as_mut_ptr`].
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.origin.as_ptr()
    }
}

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The elements as one slice, as in [`View::as_slice`].
    #[inline]
    pub fn as_slice(&self) -> Option<&[T]> {
        self.view().as_slice()
    }

    /// The elements as one mutable slice; `None` if the offsets of the layout are not a range, or two
    /// coordinates share one. See [`View::as_slice`].
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
        // SAFETY: V1: `of_range` found that each of the `cosize` elements from `below` before the origin on belongs to
        // a coordinate, and that it lies in the allocation of the origin. V2: nothing else uses them while this view is
        // borrowed.
        Some(unsafe {
            let first = self.origin.as_ptr().sub(bounds.below);
            core::slice::from_raw_parts_mut(first, bounds.cosize)
        })
    }
}

impl<'a, T, L: Form> ViewMut<'a, T, L> {
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
        // SAFETY: V1 of this view; it is borrowed, so nothing writes the elements as long as the result lives.
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
        // SAFETY: V1 of this view; it had the elements alone (V2) and ends here, so nothing writes them during
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
            None => layout.refuse_coord(coord),
        }
    }

    /// [`TensorMut::get_mut`] for the whole of `'a`.
    #[inline(always)]
    pub(super) fn try_into_element<C: Coordinate>(mut self, coord: C) -> Option<&'a mut T> {
        let offset = checked_offset(self.layout, coord)?;
        // SAFETY: `checked_offset` found that the coordinate lies in the shape; the view ends here, so the
        // element is lent once.
        Some(unsafe { self.element(offset) })
    }

    /// The element at an offset, for a lifetime that the caller chooses.
    ///
    /// # Safety
    /// A coordinate in the shape has this offset. The result ends before the same element is borrowed again.
    #[inline(always)]
    unsafe fn element(&mut self, offset: isize) -> &'a mut T {
        // SAFETY: V1: the caller promises that a coordinate has this offset. V2: only this view uses the elements, and
        // the caller promises that this element is not borrowed.
        unsafe { self.origin.offset(offset).as_mut() }
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: Indexed> ViewMut<'a, T, L> {
    /// A mutable reference to the element at a coordinate, or `None` outside the shape. See [`TensorMut::get_mut`].
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    pub fn get_mut<C: Coordinate>(&mut self, coord: C) -> Option<&mut T>
    where
        L::Fits<C>: CoordinateFits,
    {
        const { check::fits_form::<L, C>() };
        self.reborrow().try_into_element(coord)
    }

    /// Every element at the same time. The caller has checked a static layout by [`check::disjoint`].
    ///
    /// # Errors
    /// When two coordinates share an element.
    #[inline]
    pub(super) fn into_elements(self) -> Result<ElementsMut<'a, T, L>, LayoutError> {
        check::try_disjoint(self.layout)?;
        // SAFETY: origin and layout come from this view, which ends here and had the elements alone (V2);
        // `try_disjoint` found that no two coordinates share an element.
        Ok(unsafe { ElementsMut::of(self.origin, self.layout) })
    }
}

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// [`TensorMut::get_unchecked_mut`] for the whole of `'a`. The caller has checked the coordinate's type in `const`,
    /// at the user's line.
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    #[inline(always)]
    pub(super) unsafe fn into_element_unchecked<C: Coordinate>(mut self, coord: C) -> &'a mut T {
        // SAFETY: the caller promises that the coordinate lies in the shape (this function's `# Safety`); the view ends
        // here, so the element is lent once.
        unsafe { self.element(offset(self.layout, coord)) }
    }

    /// Every natural coordinate and its element at the same time. The caller has checked a static layout by
    /// [`check::disjoint`].
    ///
    /// # Errors
    /// When two coordinates share an element.
    #[inline]
    pub(super) fn into_entries(self) -> Result<EntriesMut<'a, T, L>, LayoutError> {
        check::try_disjoint(self.layout)?;
        // SAFETY: origin and layout come from this view, which ends here and had the elements alone (V2);
        // `try_disjoint` found that no two coordinates share an element.
        Ok(unsafe { EntriesMut::of(self.origin, self.layout) })
    }

    /// Calls `f` with each element along the smallest stride.
    #[inline]
    pub(super) fn for_each_element(mut self, mut f: impl FnMut(&mut T)) {
        // SAFETY: `each_offset` yields the offsets of the coordinates in the shape; `f` returns, which ends the borrow,
        // before the next element is borrowed.
        each_offset(self.layout, |offset| f(unsafe { self.element(offset) }))
    }

    /// Calls `f` with each natural coordinate and its element along the smallest stride.
    #[inline]
    pub(super) fn for_each_entry(mut self, mut f: impl FnMut(NaturalCoord<L>, &mut T)) {
        // SAFETY: `each_entry` yields the offsets of the coordinates in the shape; `f` returns, which ends the borrow,
        // before the next element is borrowed.
        each_entry(self.layout, |coord, offset| f(coord, unsafe { self.element(offset) }))
    }

    /// Sets the element at each natural coordinate `c` to `f(c)`. Of two coordinates that share an element, the last one
    /// in linear order determines it.
    #[cfg(any(feature = "owned", feature = "alloc"))]
    #[inline]
    pub(super) fn set_each(mut self, mut f: impl FnMut(NaturalCoord<L>) -> T) {
        use super::walk::{OffsetWalk, Walk};
        let is_shared =
            const { <L::IsStatic as crate::types::Bool>::VALUE && L::FORM.disjoint().is_err() };
        if !is_shared && check::try_disjoint(self.layout).is_ok() {
            return self.for_each_entry(|coord, element| *element = f(coord));
        }
        let mut walk = OffsetWalk::of(self.layout);
        while let Some((coord, offset)) = walk.next() {
            // SAFETY: `OffsetWalk` yields the offsets of the coordinates in the shape; the borrow ends before
            // the next one begins.
            *unsafe { self.element(offset) } = f(coord);
        }
    }
}

impl<T, L: AnyLayout> Tensor for ViewMut<'_, T, L> {
    type Element = T;
    type Layout = L;
}

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> TensorMut for ViewMut<'_, T, L> {}

impl_index! { mut Indexed ViewMut<'_, T, L> }
