//! [`View`]: borrowed elements with a layout.

use super::borrowed::borrowed;
use super::bounds::{Bounds, checked_offset, checked_origin, refuse_origin};
use super::misuse::WrittenLayout;
use super::partition::Partitioning;
use super::{AnyThread, Indexed, Parts, Tensor, Viewed};
use crate::types::Coordinate;
use crate::types::check;
use crate::types::{AnyLayout, Form};
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
/// the shape, and a static coordinate of a static layout needs no comparison. A view is a pointer and its layout: one
/// word if the layout is static.
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
pub struct View<'a, T, L = <T as WrittenLayout>::Layout> {
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
// valid as long as the view lives (V1), on any thread. Its layout may be copied to any thread (`AnyThread`).
unsafe impl<T: Sync, L: AnyThread> Send for View<'_, T, L> {}
// SAFETY: a shared view gives copies of itself, which are `Send` by the `impl` above.
unsafe impl<T: Sync, L: AnyThread> Sync for View<'_, T, L> {}

borrowed! { View<'a>, data: &'a [T], *const T }

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The parts.
    ///
    /// # Safety
    /// Rule V3: the offsets of `partitioning.whole()` are offsets of this view.
    #[inline(always)]
    pub(super) unsafe fn parts<P: Partitioning>(self, partitioning: P) -> Parts<'a, T, P> {
        // SAFETY: V1 of this view, which is valid for `'a`, and the caller's promise (V3).
        unsafe { Parts::of(self.origin, partitioning) }
    }

    /// The elements as one slice, from the least offset on; `None` if the offsets of the layout are not a range, or two
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
        // SAFETY: V1: `of_range` found that each of the `cosize` elements from `below` before the origin on belongs to
        // a coordinate, so it is valid for reads during `'a`, and that it lies in the allocation of the origin.
        Some(unsafe {
            let first = self.origin.as_ptr().sub(bounds.below);
            core::slice::from_raw_parts(first, bounds.cosize)
        })
    }
}

impl<'a, T, L: Form> View<'a, T, L> {
    /// The element at a coordinate. The caller has checked the type of the coordinate in `const`, at the user's line.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element<C: Coordinate>(self, coord: C) -> &'a T {
        match checked_offset(self.layout, coord) {
            // SAFETY: V1: `checked_offset` found that the coordinate lies in the shape.
            Some(offset) => unsafe { self.origin.offset(offset).as_ref() },
            None => self.layout.refuse_coord(coord),
        }
    }
}

impl<T, L: AnyLayout> Tensor for View<'_, T, L> {
    type Element = T;
    type Layout = L;
}

impl_index! { Indexed View<'_, T, L> }
