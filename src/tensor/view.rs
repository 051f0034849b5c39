//! [`View`]: borrowed elements with a layout.

use super::bounds::{Bounds, offset};
use super::{
    Elements, Entries, PartialLayout, Tensor, checked_offset, checked_origin, out_of_range,
    refuse_origin, slice_at,
};
use crate::ops;
use crate::types::{AnyLayout, Coordinate, CoordinateFits, IntTuple, IsCoordOf, check};
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;
use layout_core::LayoutError;

/// A slice with a layout: `view[c] = data[layout(c)]`, read-only and `Copy`. CuTe's `Tensor`, NumPy's `ndarray` view.
///
/// ```text
/// data      0 1 2 3 4 5
/// layout    (2,3):(3,1)          view[(1,0)] = data[1*3 + 0*1] = data[3]
///
/// view      0 1 2
///           3 4 5
/// ```
///
/// ```
/// use static_layout::*;
/// let data = [0, 1, 2, 3, 4, 5];
/// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
/// assert_eq!(rows[(1, 0)], 3);
/// assert_eq!(rows[coord!(0, 2)], 2); // static: checked at compile time
/// assert_eq!(rows.get((2, 0)), None);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// | to | call |
/// |---|---|
/// | read one element | `view[coord]`, [`get`](View::get), [`at`](View::at) in generic code |
/// | read all of them | [`iter`](View::iter), [`entries`](View::entries), [`map`](View::map) |
/// | keep some modes | [`slice`](View::slice), [`slice_axes`](View::slice_axes) |
/// | cut it into tiles | [`tile`](View::tile), [`tiles`](View::tiles), [`tiles_padded`](View::tiles_padded) |
/// | deal it to threads | [`partition`](View::partition), [`shares`](View::shares) |
/// | change the shape | [`reshape`](View::reshape), [`transpose`](View::transpose), [`compose`](View::compose) |
///
/// [`new`](View::new) compares the reach of the layout with the slice once. An access compares only its coordinate with
/// the shape, and a static coordinate of a static layout nothing at all. A view is a pointer and its layout: one word
/// if the layout is static.
///
/// A layout that reaches past the slice is refused:
/// ```
/// # use static_layout::*;
/// let refused = View::new(&[0; 5], layout!((2, 3):(3, 1))).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "cannot view a slice through (2,3):(3,1): it reaches from 0 to 5 around element 0 of 5"
/// );
/// ```
#[must_use = "a view does nothing by itself: read its elements, or pass it on"]
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

// SAFETY: a view gives access to its elements as `&T` does, and `&T` is `Send` where `T` is `Sync`. The elements are
// valid as long as the view lives (V1), on any thread. Its layout may be copied to any thread (`PartialLayout`).
unsafe impl<T: Sync, L: PartialLayout> Send for View<'_, T, L> {}
// SAFETY: a shared view gives copies of itself, which are `Send` by the `impl` above.
unsafe impl<T: Sync, L: PartialLayout> Sync for View<'_, T, L> {}

impl<'a, T, L> View<'a, T, L> {
    /// A view from its parts; every constructor ends here.
    ///
    /// # Safety
    /// Rule V1: for each coordinate `c` of `layout`, `origin + layout(c)` is an element that is valid for reads
    /// during `'a`, and `origin` lies in the same allocation or one element past its end.
    #[inline(always)]
    pub(crate) const unsafe fn over(origin: NonNull<T>, layout: L) -> Self {
        View { origin, layout, life: PhantomData }
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
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// A view of `data`: `view[c] = data[layout(c)]`.
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
    /// When an offset of the layout is negative or not below `data.len()`.
    ///
    /// # Compile errors
    /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
    #[inline]
    pub fn new(data: &'a [T], layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, 0, layout)
    }

    /// A view of `data` from `origin` on: `view[c] = data[origin + layout(c)]`, for layouts with negative strides.
    ///
    /// ```
    /// use static_layout::*;
    /// let reversed = View::with_origin(&[1, 2, 3], 2, layout!(3:-1))?;
    /// assert!(reversed.iter().eq(&[3, 2, 1]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `origin` plus an offset of the layout is not in `0..data.len()`.
    ///
    /// # Compile errors
    /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
    #[inline]
    pub fn with_origin(data: &'a [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        const { check::holds_elements::<L>() };
        Self::within(data, origin, layout)
    }

    #[inline]
    fn within(data: &'a [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        let Some(origin) = checked_origin(data.len(), origin, layout) else {
            return refuse_origin(data.len(), origin, layout);
        };
        // SAFETY: `checked_origin` returns at most `data.len()`: an element of the slice or one past its end.
        let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
        // SAFETY: V1: `checked_origin` found that each offset, counted from there, is an element of the slice, which
        // is borrowed for `'a`.
        Ok(unsafe { Self::over(origin, layout) })
    }

    /// A view of memory given by a pointer: `view[c] = *(origin + layout(c))`, offsets in elements.
    ///
    /// # Safety
    /// * For each coordinate `c` in the shape, `origin + layout(c)` is an initialized, aligned element that nothing
    ///   writes during `'a`.
    /// * `origin` lies in the same allocation or one element past its end.
    /// * `origin` is not null, even if the layout has no coordinate.
    ///
    /// # Compile errors
    /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
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
        // SAFETY: the caller promises that `origin` is not null, and V1 (this function's `# Safety`).
        unsafe { Self::over(NonNull::new_unchecked(origin.cast_mut()), layout) }
    }

    /// The part of this view that starts `offset` elements after its origin.
    ///
    /// # Safety
    /// Rules V3 and V4: each offset of `layout` plus `offset` is an offset of this view; `offset` itself is one, or
    /// is 0 if `layout` has no coordinates.
    #[inline(always)]
    pub(super) unsafe fn moved<M: AnyLayout>(self, offset: isize, layout: M) -> View<'a, T, M> {
        // SAFETY: the caller promises that `offset` is an offset of this view or 0, so that the moved origin stays in
        // the allocation, and that the part has only offsets of this view (V3).
        unsafe { View::over(self.origin.offset(offset), layout) }
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

    /// The elements as one slice, from the least offset on; `None` if the offsets of the layout are no range, or two
    /// coordinates share one. ndarray's `as_slice_memory_order`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let data = [0, 1, 2, 3, 4, 5];
    /// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
    /// assert_eq!(rows.as_slice(), Some(&data[..]));
    /// assert_eq!(rows.transpose().as_slice(), Some(&data[..]));
    /// assert_eq!(rows.slice(coord!(1, _)).as_slice(), Some(&[3, 4, 5][..]));
    /// assert_eq!(rows.slice(coord!(_, 1)).as_slice(), None);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let bounds = Bounds::of_range(self.layout)?;
        if bounds.cosize == 0 {
            return Some(&[]);
        }
        // SAFETY: V1: `of_range` found that each of the `cosize` elements from `below` before the origin on is that of a
        // coordinate, so that it is valid for reads during `'a`, and that it lies in the allocation of the origin.
        Some(unsafe {
            let first = self.origin.as_ptr().sub(bounds.below);
            core::slice::from_raw_parts(first, bounds.cosize)
        })
    }

    /// The element at a coordinate, for code that is generic over the layout. See [`Tensor::at`].
    ///
    /// # Panics
    /// When a run-time coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When a static coordinate lies outside a static shape, or is nested unlike the shape.
    #[inline(always)]
    #[track_caller]
    pub fn at<C: Coordinate>(&self, coord: C) -> &'a T {
        const {
            ops::fits::<L, C>();
            check::in_range::<L, C>()
        };
        self.element(coord)
    }

    /// [`at`](Self::at), whose caller has checked the coordinate's type in `const`, at the user's line.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element<C: Coordinate>(self, coord: C) -> &'a T {
        match checked_offset(self.layout, coord) {
            // SAFETY: V1: `checked_offset` found that the coordinate lies in the shape.
            Some(offset) => unsafe { self.origin.offset(offset).as_ref() },
            None => out_of_range(self.layout, coord),
        }
    }

    /// The element at a coordinate, or `None` outside the shape. See [`Tensor::get`].
    ///
    /// # Compile errors
    /// When the coordinate is nested unlike the shape.
    #[inline(always)]
    pub fn get<C: Coordinate>(&self, coord: C) -> Option<&'a T>
    where
        C::Fits<L::Shape>: CoordinateFits,
    {
        let offset = checked_offset(self.layout, coord)?;
        // SAFETY: V1: `checked_offset` found that the coordinate lies in the shape.
        Some(unsafe { self.origin.offset(offset).as_ref() })
    }

    /// The element at a coordinate, without a check. See [`Tensor::get_unchecked`].
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested unlike the shape.
    #[inline(always)]
    pub unsafe fn get_unchecked<C: Coordinate>(&self, coord: C) -> &'a T {
        const { ops::fits::<L, C>() };
        // SAFETY: the caller promises that the coordinate lies in the shape (this function's `# Safety`).
        unsafe { self.element_unchecked(coord) }
    }

    /// [`get_unchecked`](Self::get_unchecked), whose caller has checked the coordinate's type in `const`, at the user's
    /// line.
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    #[inline(always)]
    pub(super) unsafe fn element_unchecked<C: Coordinate>(self, coord: C) -> &'a T {
        // SAFETY: V1: the caller promises that the coordinate lies in the shape (this function's `# Safety`).
        unsafe { self.origin.offset(offset(self.layout, coord)).as_ref() }
    }

    /// The modes that `_` keeps, at the given coordinates of the others: `R[d] = view[c with d for each _]`. CuTe's
    /// `tensor(_, j)`, NumPy's `a[:, j]`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3, 4, 5], layout!((2, 3):(3, 1)))?;
    /// let row = view.slice(coord!(1, _));
    /// assert_eq!(row.layout().to_string(), "(3):(1)");
    /// assert!(row.iter().eq(&[3, 4, 5]));
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
    pub fn slice<C: IntTuple>(self, coord: C) -> View<'a, T, ops::Slice<L, C>>
    where
        IsCoordOf<C, L>: CoordinateFits,
    {
        let (layout, offset) = slice_at(self.layout, coord);
        // SAFETY: V3: a slice has the offsets of the coordinates that it keeps, and `offset` is that of its coordinate
        // 0. V4: `slice_at` returns 0 if the slice has no coordinates.
        unsafe { self.moved(offset, layout) }
    }

    /// The elements in linear order, the leftmost mode fastest. See [`Tensor::iter`].
    #[inline]
    pub fn iter(self) -> Elements<'a, T, L> {
        // SAFETY: origin and layout are those of this view, which lives for `'a`; the items are only read.
        unsafe { Elements::of(self.origin, self.layout) }
    }

    /// The natural coordinates and their elements in linear order. See [`Tensor::entries`].
    #[inline]
    pub fn entries(self) -> Entries<'a, T, L> {
        // SAFETY: origin and layout are those of this view, which lives for `'a`; the items are only read.
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

impl_index! { View<'_, T, L> }
