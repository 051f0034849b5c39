//! A view composed with a tiler, and a view repeated along a new mode.

use super::{Bounds, View, ViewMut};
use crate::ops::{Append, Compose};
use crate::ops::{LayoutOps, compose};
use crate::types::check::{self, unwrap_or_panic};
use crate::types::{AnyLayout, Layout, LayoutCheck, Leaf, Mapping, Tiler};
use layout_core::LayoutError;
use typenum::U0;

/// Stops the compiler unless `A` composed with `K` exists and each offset of `K` is a linear index of what it indexes: `A`,
/// or a mode of `A`. Each method calls it in its own `const` block, so that the error points at its caller's line.
#[track_caller]
pub(super) const fn check_composition<A: AnyLayout, K: Tiler>() {
    check::reaches_within::<A, K>();
    compose::check::<A, K>()
}

/// Compares the offsets of a layout with the number of coordinates that it indexes.
struct IndicesOnly;
impl LayoutCheck for IndicesOnly {
    #[inline]
    fn check<B: AnyLayout>(b: B, size: usize) -> Result<(), LayoutError> {
        let bounds = Bounds::of(b)?;
        let is_inside = bounds.below == 0 && bounds.cosize <= size;
        if is_inside { Ok(()) } else { Err(check::too_short(b, size, 0)) }
    }
}

/// The composition `a ∘ t`, if each offset of `t` is a linear index of `a`; by mode, of its mode of `a`.
///
/// # Errors
/// When an offset of `t` is negative or not below the size of what it indexes, or the composition is refused.
#[inline]
#[track_caller]
fn checked_composition<A: AnyLayout, K: Tiler>(a: A, t: K) -> Result<Compose<A, K>, LayoutError> {
    t.check_layouts::<A::Shape, IndicesOnly>(a.shape())?;
    let result = compose::compute(a, t)?;
    // The modes past the tilers are dropped: an empty one among them has no coordinate 0.
    if a.shape().count() == 0 && result.shape().count() != 0 {
        return Err(check::too_short(result, 0, 0));
    }
    Ok(result)
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The elements at the linear indices that `t` gives: `R[c] = view[t(c)]`. By mode, each tiler gives the indices of its
    /// mode, `_` keeps one, and modes past the tilers are dropped at their coordinate 0. See
    /// [`Layout::compose`](crate::Layout::compose). CuTe's `composition`.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// let columns = View::new(&data, layout!((2, 4)))?;
    /// assert_eq!(columns.compose(layout!((4, 2):(2, 1))).to_string(), "0 1\n2 3\n4 5\n6 7");
    /// // By mode: columns 0 and 2.
    /// assert_eq!(columns.compose(tile!(_, 2:2)).to_string(), "0 4\n1 5");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the composition is refused, or an offset of `t` is not a linear index of this view or mode, because of
    /// run-time integers. [`try_compose`](Self::try_compose) returns the error instead.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn compose<K: Tiler>(self, t: K) -> View<'a, T, Compose<L, K>> {
        const { check_composition::<L, K>() };
        self.composed(t)
    }

    /// Computes [`compose`](Self::compose); the caller has checked by [`check_composition`].
    ///
    /// # Panics
    /// As [`compose`](Self::compose).
    #[inline(always)]
    #[track_caller]
    pub(super) fn composed<K: Tiler>(self, t: K) -> View<'a, T, Compose<L, K>> {
        let layout = unwrap_or_panic(checked_composition(self.layout(), t));
        // SAFETY: V3: `checked_composition` found that each offset of `t` is a linear index of this view, or of its mode
        // of this view, so that each offset of the composition is an offset of this view.
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
    /// When the composition is refused, or an offset of `t` is not a linear index of this view or mode, because of
    /// run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn try_compose<K: Tiler>(self, t: K) -> Result<View<'a, T, Compose<L, K>>, LayoutError> {
        const { check_composition::<L, K>() };
        let layout = checked_composition(self.layout(), t)?;
        // SAFETY: V3: `checked_composition` found that each offset of `t` is a linear index of this view, or of its mode
        // of this view, so that each offset of the composition is an offset of this view.
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
    /// The elements at the linear indices that `t` gives, to be written. See [`View::compose`].
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
    /// When the composition is refused, or an offset of `t` is not a linear index of this view or mode, because of
    /// run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    pub fn compose_mut<K: Tiler>(&mut self, t: K) -> ViewMut<'_, T, Compose<L, K>> {
        const { check_composition::<L, K>() };
        self.reborrow().into_composed(t)
    }

    /// Computes [`compose_mut`](Self::compose_mut) for the whole of `'a`; the caller has checked by [`check_composition`].
    ///
    /// # Panics
    /// As [`compose_mut`](Self::compose_mut).
    #[inline(always)]
    #[track_caller]
    pub(super) fn into_composed<K: Tiler>(self, t: K) -> ViewMut<'a, T, Compose<L, K>> {
        let layout = unwrap_or_panic(checked_composition(self.layout(), t));
        // SAFETY: V3: `checked_composition` found that each offset of `t` is a linear index of this view, or of its mode
        // of this view, so that each offset of the composition is an offset of this view. V2: this view ends here.
        unsafe { ViewMut::over(self.first(), layout) }
    }
}
