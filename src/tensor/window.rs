//! Windows of a tensor at any origin, which its edges may cut.

use super::View;
#[cfg(any(feature = "owned", feature = "alloc"))]
use super::{ViewMut, pair::check_equal_shapes};
use crate::ops::Clipped;
use crate::types::{AnyLayout, IntTuple, OffsetMap, PlainLayout, PlainOf, check};

/// Stops the compiler unless `L` has `N` modes, none of which has modes.
#[track_caller]
const fn check_window<L: AnyLayout, const N: usize>() {
    check::has_modes::<L, N>();
    check::require(
        L::Shape::DESC.depth() <= 1,
        "a window has one extent for each mode: flatten the modes",
    );
}

/// Stops the compiler unless a window of the layout `P` can be copied to the layout `L`: both have `N` modes, and are nested
/// alike, which `4` and `(4,)` are not.
#[cfg(any(feature = "owned", feature = "alloc"))]
#[track_caller]
pub(super) const fn check_copied_window<L: PlainLayout, P: PlainLayout, const N: usize>() {
    check_window::<L, N>();
    check_window::<P, N>();
    check_equal_shapes::<Clipped<L>, Clipped<P>>()
}

/// The first `len` coordinates from `first` on of each mode of a layout, and the offset of the first one; 0 if there is no
/// coordinate (V4).
///
/// # Panics
/// When a range ends after its mode.
#[inline(always)]
fn part_of_box<L: PlainLayout, const N: usize>(
    layout: L,
    first: [usize; N],
    len: [usize; N],
) -> (Clipped<L>, isize) {
    let sizes: [usize; N] = check::sizes_of_modes(layout);
    let (mut strides, mut offset) = ([0; N], 0_isize);
    layout.stride().words(&mut strides, 0);
    for k in 0..N {
        assert!(first[k] <= sizes[k] && len[k] <= sizes[k] - first[k]);
        offset = offset.wrapping_add((strides[k] as isize).wrapping_mul(first[k] as isize));
    }
    let extents = IntTuple::read(&|leaf| len[leaf] as i64, 0);
    let (outer, plain) = layout.parts();
    let part = outer.wrap(check::part_of_leaves::<PlainOf<L>>(extents, plain.stride()));
    (part, if len.contains(&0) { 0 } else { offset })
}

/// The part of the window `origin..origin + extents` inside a mode of `size` coordinates: its first coordinate in the mode,
/// the coordinates of the window before it, and its length.
#[inline(always)]
fn inside(size: usize, origin: isize, extent: usize) -> (usize, usize, usize) {
    let first = size.min(origin.max(0).unsigned_abs());
    let before = extent.min(origin.min(0).unsigned_abs());
    (first, before, (extent - before).min(size - first))
}

#[layout_macros::at_caller]
impl<'a, T, L: PlainLayout> View<'a, T, L> {
    /// The elements of a window that are inside: the coordinates `origin..origin + extents` of each mode, which the edges
    /// cut. The origin may be negative. The extents of the view are run-time integers, its strides those of `self`.
    ///
    /// ```text
    /// 0  1  2  3  4      extents (3,3) at (-1,3)      .  .  .
    /// 5  6  7  8  9                                   3  4  .
    /// 10 11 12 13 14                                  8  9  .
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let grid = Boxed::from_offsets(layout!((3, 5):row), |i| i);
    /// assert_eq!(grid.view().window([1, 1], [2, 3]).to_string(), " 6  7  8\n11 12 13");
    /// assert_eq!(grid.view().window([-1, 3], [3, 3]).to_string(), "3 4\n8 9");
    /// assert_eq!(grid.view().window([3, 0], [3, 3]).size(), 0);
    /// ```
    ///
    /// `Owned::window` copies a window into an array, with a value where the window has no elements.
    ///
    /// # Compile errors
    /// When the layout does not have `N` modes, or a mode has modes.
    #[inline]
    #[track_caller]
    pub fn window<const N: usize>(
        &self,
        origin: [isize; N],
        extents: [usize; N],
    ) -> View<'a, T, Clipped<L>> {
        const { check_window::<L, N>() };
        self.part_of_window(origin, extents).0
    }

    /// [`window`](Self::window), and the number of coordinates of each mode that the edge cuts off before it. The caller has
    /// called [`check_window`].
    #[inline(always)]
    fn part_of_window<const N: usize>(
        &self,
        origin: [isize; N],
        extents: [usize; N],
    ) -> (View<'a, T, Clipped<L>>, [usize; N]) {
        let sizes: [usize; N] = check::sizes_of_modes(self.layout());
        let parts = core::array::from_fn(|k| inside(sizes[k], origin[k], extents[k]));
        let (layout, offset) =
            part_of_box(self.layout(), parts.map(|part| part.0), parts.map(|part| part.2));
        // SAFETY: V3: `part_of_box` compared the ranges with the modes, so each coordinate of the part plus `first` is a
        // coordinate of this view. V4: its offset is 0 if there is none.
        (unsafe { self.moved(offset, layout) }, parts.map(|part| part.1))
    }
}

#[cfg(any(feature = "owned", feature = "alloc"))]
impl<T: Clone, L: PlainLayout> ViewMut<'_, T, L> {
    /// Copies the elements of the window of this size at `origin` that are inside `from`. The others keep their values. The
    /// caller has called [`check_copied_window`].
    #[inline]
    pub(super) fn write_window<P: PlainLayout, const N: usize>(
        self,
        from: View<'_, T, P>,
        origin: [isize; N],
    ) {
        let extents = check::sizes_of_modes(self.layout());
        let (from, before) = from.part_of_window(origin, extents);
        let len = check::sizes_of_modes(from.layout());
        let (layout, offset) = part_of_box(self.layout(), before, len);
        // SAFETY: V3: `part_of_box` compared the ranges with the modes, so each coordinate of the part plus `before` is a
        // coordinate of this view. V4: its offset is 0 if there is none.
        let to = unsafe { self.moved(offset, layout) };
        to.for_each_pair_mut(from, |to, from| to.clone_from(from));
    }
}
