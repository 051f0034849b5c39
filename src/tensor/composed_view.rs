//! A view composed with a layout, and a view repeated along a new mode.

use super::{Bounds, View, ViewMut};
use crate::check::{self, unwrap_or_panic};
use crate::layout::{AnyLayout, Layout, Mapping};
use crate::num::int::Leaf;
use crate::ops::{Append, Compose};
use crate::ops::{LayoutOps, compose};
use layout_core::LayoutError;
use typenum::U0;

/// Stops the compiler unless `A` composed with `B` exists and each offset of `B` is a linear index of `A`. Each method
/// calls it in its own `const` block, so that the error points at its caller's line.
#[track_caller]
const fn check_composition<A: AnyLayout, B: AnyLayout>() {
    check::holds_elements::<B>();
    check::reaches_within::<A, B>();
    compose::check::<A, B>()
}

/// The composition `a ∘ b`, if each offset of `b` is a linear index below the size of `a`.
///
/// # Errors
/// When an offset of `b` is negative or not below the size of `a`, or the composition is refused.
#[inline]
#[track_caller]
fn checked_composition<A: AnyLayout, B: AnyLayout>(
    a: A,
    b: B,
) -> Result<Compose<A, B>, LayoutError> {
    let (bounds, size) = (Bounds::of(b)?, a.shape().count());
    if bounds.below > 0 || bounds.cosize > size {
        return Err(check::too_short(b, size, 0));
    }
    compose::compute(a, b)
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The elements at the linear indices that `b` gives: `R[c] = view[b(c)]`. See
    /// [`Layout::compose`](crate::Layout::compose). CuTe's `composition`.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// let columns = View::new(&data, layout!((2, 4)))?;
    /// assert_eq!(columns.compose(layout!((4, 2):(2, 1))).to_string(), "0 1\n2 3\n4 5\n6 7");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the composition is refused, or an offset of `b` is not a linear index of this view, because of run-time
    /// integers. [`try_compose`](Self::try_compose) returns the error instead.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn compose<B: AnyLayout>(self, b: B) -> View<'a, T, Compose<L, B>> {
        const { check_composition::<L, B>() };
        let layout = unwrap_or_panic(checked_composition(self.layout(), b));
        // SAFETY: V3: `checked_composition` found that each offset of `b` is a linear index of this view, so that each
        // offset of the composition is an offset of this view.
        unsafe { self.moved(0, layout) }
    }

    /// [`compose`](Self::compose) that returns an error instead of a panic.
    ///
    /// ```
    /// use static_layout::*;
    /// let (data, n) = ([0, 1, 2, 3, 4, 5, 6, 7], 2);
    /// let view = View::new(&data, layout!(8:1))?;
    /// assert!(view.try_compose(layout!(4:n))?.iter().eq(&[0, 2, 4, 6]));
    /// let n = 3;
    /// assert!(view.try_compose(layout!(4:n)).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the composition is refused, or an offset of `b` is not a linear index of this view, because of run-time
    /// integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn try_compose<B: AnyLayout>(
        self,
        b: B,
    ) -> Result<View<'a, T, Compose<L, B>>, LayoutError> {
        const { check_composition::<L, B>() };
        let layout = checked_composition(self.layout(), b)?;
        // SAFETY: V3: `checked_composition` found that each offset of `b` is a linear index of this view, so that each
        // offset of the composition is an offset of this view.
        Ok(unsafe { self.moved(0, layout) })
    }

    /// The view with one more mode of stride 0 at the end: `R[(c, i)] = view[c]` for `i` below `extent`.
    ///
    /// There is no mutable version: the coordinates of the new mode share their elements.
    ///
    /// ```
    /// use static_layout::*;
    /// let row = View::new(&[1, 2, 3], layout!(3:1))?.broadcast(typenum::U2::new());
    /// assert_eq!(row.layout().to_string(), "(3,2):(1,0)");
    /// assert_eq!(row.to_string(), "1 1\n2 2\n3 3");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the size of the result does not fit `isize`.
    ///
    /// # Compile errors
    /// When `extent` is a static integer below 0.
    #[inline]
    #[track_caller]
    pub fn broadcast<N: Leaf>(self, extent: N) -> View<'a, T, Append<L, Layout<N, U0>>> {
        const { check::exists_if_static::<Layout<N, U0>>() };
        let repeated = unwrap_or_panic(check::repeated(extent));
        // SAFETY: V3: a mode of stride 0 adds 0 to each offset.
        unsafe { self.moved(0, self.layout().append(repeated)) }
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The elements at the linear indices that `b` gives, to be written. See [`View::compose`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 8];
    /// let mut columns = ViewMut::new(&mut data, layout!((2, 4)))?;
    /// columns.compose_mut(layout!(4:2)).fill(1);
    /// assert_eq!(columns.to_string(), "1 1 1 1\n0 0 0 0");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the composition is refused, or an offset of `b` is not a linear index of this view, because of run-time
    /// integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn compose_mut<B: AnyLayout>(&mut self, b: B) -> ViewMut<'_, T, Compose<L, B>> {
        const { check_composition::<L, B>() };
        let layout = unwrap_or_panic(checked_composition(self.layout(), b));
        // SAFETY: V3: `checked_composition` found that each offset of `b` is a linear index of this view, so that each
        // offset of the composition is an offset of this view. V2: this view is borrowed exclusively.
        unsafe { ViewMut::over(self.first(), layout) }
    }
}
