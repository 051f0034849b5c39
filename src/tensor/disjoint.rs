//! Mutable parts of a view that exist at the same time.
//!
//! # Safety
//!
//! Rule D of `docs/unsafe.md`. Several mutable views may be made of one if no element is in two of them:
//!
//! 1. All parts of one kind are slices of one layout at different coordinates of one mode ([`Partitioning::part`]), so
//!    that coordinates of two parts are different coordinates of that layout. A padded divide has each coordinate of
//!    the layout in one tile, once.
//! 2. **If the layout is injective, different coordinates have different elements**, within a part and between parts. A
//!    swizzle is a bijection of offsets and changes nothing.
//!
//! One proof suffices: that the divided layout is injective. [`check::disjoint_divided`] finds it at compile time for a
//! static layout, [`check::try_disjoint_divided`] at run time for others. The proof covers the whole layout: tiles of a
//! layout that is not injective are refused even if no two of them share an element.

use super::ViewMut;
use super::partition::{
    Partitioning, SharesOf, ThreadTile, TilePartitioning, check_shares, try_share_partitioning,
};
use super::parts::{PartsMut, SharesMut, TilesMut};
use crate::ops::SplitAt;
use crate::ops::{Mode, ZippedDivide, mode, replace, zipped_divide, zipped_divide_padded};
use crate::types::check::{self, unwrap_or_panic};
use crate::types::{AnyLayout, Extent, IntTuple, Mapping, PlainLayout, PlainOf, Position, Tiler};
use layout_core::LayoutError;

/// Stops the compiler unless the tiler `K` divides the layout `L`, and no two of its coordinates share an element.
#[track_caller]
pub const fn check_tiles_mut<L: AnyLayout, K: Tiler>() {
    zipped_divide::check::<L, K>();
    check::disjoint_divided::<ZippedDivide<L, K>, L>()
}

/// [`check_tiles_mut`] for the shares of the threads `R`.
#[track_caller]
pub const fn check_shares_mut<L: AnyLayout, R: AnyLayout>() {
    check_shares::<L, R>();
    check::disjoint_divided::<ZippedDivide<L, ThreadTile<R>>, L>()
}

/// Stops the compiler unless mode `I` is a leaf of the layout `L`, and no two coordinates share an element.
#[track_caller]
const fn check_split<L: PlainLayout, const I: usize>()
where
    Extent<I>: Position,
{
    mode::check::<L, I>();
    check::disjoint::<L>();
    check::require(
        <Mode<L, I> as AnyLayout>::Shape::DESC.depth() == 0,
        "the mode is nested: split one of its modes",
    )
}

/// [`check_tiles_mut`] for padded tiles.
#[track_caller]
pub(super) const fn check_padded_tiles_mut<L: AnyLayout, K: Tiler>() {
    zipped_divide_padded::check::<L, K>();
    check::disjoint::<L>()
}

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// [`TensorMut::tiles_mut`](super::TensorMut::tiles_mut) for the whole of `'a`. The caller has checked a static
    /// layout by [`check::disjoint_divided`].
    ///
    /// # Errors
    /// When the divide is refused, or two coordinates share an element.
    #[inline]
    #[track_caller]
    pub(super) fn into_tiles<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<TilesMut<'a, T, L, K>, LayoutError> {
        let partitioning = TilePartitioning(zipped_divide::compute(self.layout(), tiler)?);
        // SAFETY: V3: a divide reorders the coordinates of this layout and keeps their offsets.
        unsafe { self.into_parts(partitioning) }
    }

    /// [`TensorMut::partition_mut`](super::TensorMut::partition_mut) for the whole of `'a`. The caller has checked a
    /// static layout by [`check::disjoint_divided`].
    ///
    /// # Errors
    /// When the divide is refused, `threads` has no inverse, or two coordinates share an element.
    #[inline]
    #[track_caller]
    pub(super) fn into_shares<R: AnyLayout>(
        self,
        threads: R,
    ) -> Result<SharesMut<'a, T, L, R>, LayoutError> {
        let partitioning: SharesOf<L, R> = try_share_partitioning(self.layout(), threads)?;
        // SAFETY: V3: a divide reorders the coordinates of this layout and keeps their offsets.
        unsafe { self.into_parts(partitioning) }
    }

    /// The parts, each a mutable view. The caller has checked a static layout by [`check::disjoint_divided`].
    ///
    /// # Errors
    /// When two coordinates of the whole share an element.
    ///
    /// # Safety
    /// The offsets of `partitioning.whole()` are offsets of this layout (V3).
    #[inline]
    pub(super) unsafe fn into_parts<P: Partitioning>(
        self,
        partitioning: P,
    ) -> Result<PartsMut<'a, T, P>, LayoutError> {
        check::try_disjoint_divided(partitioning.whole(), self.layout())?;
        // SAFETY: V1 by the caller's promise (V3). V2: this view had the elements alone and ends here. D: the line
        // above found that no two coordinates of the whole share an element.
        Ok(unsafe { PartsMut::of(self.first(), partitioning) })
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: PlainLayout> ViewMut<'a, T, L> {
    /// The coordinates below `at` of mode `I`, and the others, as two mutable views that exist at the same time. The
    /// extent of mode `I` is a run-time integer in both. NumPy's `split`, `split_at_mut` of slices.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 12];
    /// let mut view = ViewMut::new(&mut data, layout!((3, 4):(4, 1)))?;
    /// let (mut left, mut right) = view.split_mut::<1>(3);
    /// left.fill(1);
    /// right.fill(2);
    /// assert_eq!((left.layout().to_string().as_str(), right.layout().size()), ("(3,3):(4,1)", 3));
    /// assert_eq!(view.to_string(), "1 1 1 2\n1 1 1 2\n1 1 1 2");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When `at` is greater than the extent, or two coordinates share an element because of run-time integers.
    ///
    /// # Compile errors
    /// When there is no mode `I`, mode `I` is nested, or two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity, reason = "two views of one type, which a name would hide")]
    pub fn split_mut<const I: usize>(
        &mut self,
        at: usize,
    ) -> (ViewMut<'_, T, SplitAt<L, I>>, ViewMut<'_, T, SplitAt<L, I>>)
    where
        Extent<I>: Position,
    {
        const { check_split::<L, I>() };
        self.reborrow().into_split(at)
    }

    /// The matrix in four, as mutable views that exist at the same time: `[[a11, a12], [a21, a22]]`, where `a11` has the
    /// first `rows` rows and `columns` columns. Two [`split_mut`](Self::split_mut).
    ///
    /// ```
    /// use static_layout::*;
    /// let mut matrix = Boxed::from_coords(layout!((3, 4):row), |(i, j)| 10 * i + j);
    /// let mut view = matrix.view_mut();
    /// let [[a11, a12], [_, mut a22]] = view.quadrants_mut(1, 2);
    /// assert_eq!((a11.to_string(), a12.to_string()), ("0 1".into(), "2 3".into()));
    /// a22.update(|x| *x += 100); // while the others are read
    /// assert_eq!((a11[(0, 1)], view.to_string()), (1, "  0   1   2   3\n 10  11 112 113\n 20  21 122 123".into()));
    /// ```
    ///
    /// # Panics
    /// When `rows` or `columns` is greater than its extent, or two coordinates share an element because of run-time
    /// integers.
    ///
    /// # Compile errors
    /// When the layout has fewer than two modes, one of the first two is nested, or two coordinates of a static layout share
    /// an element.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity, reason = "four views of one type, which a name would hide")]
    pub fn quadrants_mut(
        &mut self,
        rows: usize,
        columns: usize,
    ) -> [[ViewMut<'_, T, SplitAt<SplitAt<L, 0>, 1>>; 2]; 2]
    where
        SplitAt<L, 0>: PlainLayout,
    {
        const {
            check_split::<L, 0>();
            check_split::<L, 1>()
        };
        let (top, bottom) = self.reborrow().into_split::<0>(rows);
        [top, bottom].map(|half| half.into_split::<1>(columns).into())
    }

    /// [`split_mut`](Self::split_mut) for the whole of `'a`. The caller has called [`check_split`].
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity, reason = "two views of one type, which a name would hide")]
    fn into_split<const I: usize>(
        self,
        at: usize,
    ) -> (ViewMut<'a, T, SplitAt<L, I>>, ViewMut<'a, T, SplitAt<L, I>>)
    where
        Extent<I>: Position,
    {
        unwrap_or_panic(check::try_disjoint(self.layout()));
        let layout = self.layout();
        let mode = unwrap_or_panic(mode::compute::<L, I>(layout)).parts().1;
        let (extent, stride) = (mode.shape().count(), mode.stride());
        assert!(at <= extent, "cannot split {layout} at {at} of mode {I}: it has {extent}");
        let part = |count| {
            let part = check::part_of_mode::<PlainOf<Mode<L, I>>>(count, stride);
            unwrap_or_panic(replace::compute::<L, I, _>(layout, part))
        };
        // V4: the origin of a part without coordinates does not move.
        let is_empty = at == extent || layout.shape().count() == 0;
        let moved = if is_empty { 0 } else { (stride.count() as isize).wrapping_mul(at as isize) };
        // SAFETY: V3: a coordinate of the first part is a coordinate of this layout, below `at` in mode `I`; a
        // coordinate of the second part plus `at` in mode `I` is also one. D: they differ in mode `I`, and
        // `try_disjoint` found that different coordinates have different elements. V2: this view had the elements alone
        // and ends here.
        unsafe {
            let first = ViewMut::over(self.first(), part(at));
            (first, ViewMut::over(self.first().offset(moved), part(extent - at)))
        }
    }
}
