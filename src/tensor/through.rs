//! A view read through another layout: composed, repeated.

use super::{Bounds, View, ViewMut};
use crate::check::{self, unwrap_or_panic};
use crate::layout::{AnyLayout, Layout, Mapping};
use crate::num::int::Leaf;
use crate::ops::{Append, Compose, LayoutOps, compose};
use layout_core::LayoutError;
use typenum::U0;

/// There is such a composition; each method asks itself, so that the message shows its caller's line.
#[track_caller]
const fn has_composition<A: AnyLayout, B: AnyLayout>() {
    check::holds_elements::<B>();
    check::reaches_within::<A, B>();
    compose::check::<A, B>()
}

/// The layout of `self` read through `b`, if no coordinate of `b` leads past its end.
#[inline]
#[track_caller]
fn read_through<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> Result<Compose<A, B>, LayoutError> {
    let (bounds, size) = (Bounds::of(b)?, a.shape().count());
    if bounds.below > 0 || bounds.cosize > size {
        return Err(check::too_short(b, size, 0));
    }
    compose::compute(a, b)
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The elements at the linear indices that `b` gives: `R[c] = self[b(c)]`. See
    /// [`Layout::compose`](crate::Layout::compose).
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
    /// When the composition is refused, and when an offset of `b` is not a linear index of this view:
    /// [`try_compose`](Self::try_compose) returns the error instead.
    #[inline]
    #[track_caller]
    pub fn compose<B: AnyLayout>(self, b: B) -> View<'a, T, Compose<L, B>> {
        const { has_composition::<L, B>() };
        let layout = unwrap_or_panic(read_through(self.layout(), b));
        // SAFETY: every coordinate of `b` leads to a coordinate of this view.
        unsafe { self.moved(0, layout) }
    }

    /// [`compose`](Self::compose), with its refusals as errors.
    #[inline]
    #[track_caller]
    pub fn try_compose<B: AnyLayout>(
        self,
        b: B,
    ) -> Result<View<'a, T, Compose<L, B>>, LayoutError> {
        const { has_composition::<L, B>() };
        let layout = read_through(self.layout(), b)?;
        // SAFETY: every coordinate of `b` leads to a coordinate of this view.
        Ok(unsafe { self.moved(0, layout) })
    }

    /// One more mode behind the others, of stride 0: each element once for each of its coordinates. Only
    /// to be read, since a view that may be written would lend an element more than once.
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
    /// When the size does not fit `isize` any more.
    #[inline]
    #[track_caller]
    pub fn broadcast<N: Leaf>(self, extent: N) -> View<'a, T, Append<L, Layout<N, U0>>> {
        const { check::exists_if_static::<Layout<N, U0>>() };
        let repeated = unwrap_or_panic(check::repeated(extent));
        // SAFETY: the offsets of a mode of stride 0 are 0.
        unsafe { self.moved(0, self.layout().append(repeated)) }
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The elements at the linear indices that `b` gives, to be written: see [`View::compose`].
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
    /// As [`View::compose`] does.
    #[inline]
    #[track_caller]
    pub fn compose_mut<B: AnyLayout>(&mut self, b: B) -> ViewMut<'_, T, Compose<L, B>> {
        const { has_composition::<L, B>() };
        let layout = unwrap_or_panic(read_through(self.layout(), b));
        // SAFETY: every coordinate of `b` leads to a coordinate of this view, which is lent as long as
        // the result lives.
        unsafe { ViewMut::of(self.first(), layout) }
    }
}
