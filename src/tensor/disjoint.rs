//! Parts that may be written at the same time.
//!
//! # Safety
//!
//! A view that may be written has its elements for itself. Several of them may be made of one, if no
//! element is in two. All parts of one kind are slices of one layout, at different coordinates of one mode
//! ([`Parting::part`]): two coordinates of two parts are two coordinates of that layout. So they are of tiles that
//! the edges cut: a padded divide names each coordinate of the layout once inside, and what is not inside no tile
//! has. **If the layout is injective, they lead to different elements**, within a part and between parts. So one proof is asked,
//! of the whole layout, as it is divided: in `const` where it is static ([`check::disjoint_divided`]), and with the
//! integers of the layout where it is not ([`check::try_disjoint_divided`]). A swizzle moves offsets one to one and does not
//! matter. Tiles of a layout that is not injective are refused even if each of them is, and so are those
//! of one whose tiles happen to miss one another.

use super::ViewMut;
use super::parting::{InTiles, Parting, SharesOf, in_shares, in_tiles};
use super::parts::{PartsMut, SharesMut, TilesMut};
use crate::check::{self, unwrap_or_panic};
use crate::layout::{AnyLayout, Layout, Mapping, PlainLayout, PlainOf};
use crate::ops::{Mode, Replace, ZippedDivide, mode, replace};
use crate::tuple::{IntTuple, Pos, Position};
use crate::types::Tiler;
use layout_core::LayoutError;

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// See [`TensorMut::tiles_mut`](super::TensorMut::tiles_mut), which asks [`check::disjoint_divided`].
    #[inline]
    #[track_caller]
    pub(super) fn into_tiles<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<TilesMut<'a, T, L, K>, LayoutError> {
        let parting: InTiles<ZippedDivide<L, K>> = in_tiles(self.layout(), tiler)?;
        // SAFETY: the divided layout has the offsets of this one.
        unsafe { self.into_parts(parting) }
    }

    /// See [`TensorMut::partition_mut`](super::TensorMut::partition_mut), which asks [`check::disjoint_divided`].
    #[inline]
    #[track_caller]
    pub(super) fn into_shares<R: AnyLayout>(
        self,
        threads: R,
    ) -> Result<SharesMut<'a, T, L, R>, LayoutError> {
        let parting: SharesOf<L, R> = in_shares(self.layout(), threads)?;
        // SAFETY: the divided layout has the offsets of this one.
        unsafe { self.into_parts(parting) }
    }

    /// The parts, if no two coordinates of the whole share an element. Of a static one the caller has asked
    /// that in `const`.
    ///
    /// # Safety
    /// The offsets of the whole are offsets of this layout.
    #[inline]
    pub(super) unsafe fn into_parts<P: Parting>(
        self,
        parting: P,
    ) -> Result<PartsMut<'a, T, P>, LayoutError> {
        check::try_disjoint_divided(parting.whole(), self.layout())?;
        // SAFETY: the elements are those of this view, which ends here; the proof is the module's.
        Ok(unsafe { PartsMut::of(self.first(), parting) })
    }
}

/// The layout `L` with a mode `I` of so many coordinates as is found at run time.
pub type SplitAt<L, const I: usize> =
    Replace<L, I, Layout<usize, <PlainOf<Mode<L, I>> as PlainLayout>::Stride>>;

#[layout_macros::at_caller]
impl<'a, T, L: PlainLayout> ViewMut<'a, T, L> {
    /// The elements before the coordinate `at` of mode `I`, and the others: two views to be written at the
    /// same time. The mode is a leaf, and its extent is a run-time integer in both.
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
    /// When `at` is past the extent, and when run-time integers make two coordinates share an element. What
    /// is static does not compile then, nor does a mode that is nested.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity, reason = "two views of one type, which a name would hide")]
    pub fn split_mut<const I: usize>(
        &mut self,
        at: usize,
    ) -> (ViewMut<'_, T, SplitAt<L, I>>, ViewMut<'_, T, SplitAt<L, I>>)
    where
        Pos<I>: Position,
    {
        const {
            mode::check::<L, I>();
            check::disjoint::<L>();
            check::require(
                <Mode<L, I> as AnyLayout>::Shape::DESC.depth() == 0,
                "the mode is nested: split one of its modes",
            )
        };
        unwrap_or_panic(check::try_disjoint(self.layout()));
        let layout = self.layout();
        let mode = unwrap_or_panic(mode::compute::<L, I>(layout)).parts().1;
        let (extent, stride) = (mode.shape().count(), mode.stride());
        assert!(at <= extent, "cannot split {layout} at {at} of mode {I}: it has {extent}");
        let part = |count| {
            let part = check::part_of_mode::<PlainOf<Mode<L, I>>>(count, stride);
            unwrap_or_panic(replace::compute::<L, I, _>(layout, part))
        };
        // A part without coordinates has no element to start at.
        let is_empty = at == extent || layout.shape().count() == 0;
        let moved = if is_empty { 0 } else { (stride.count() as isize).wrapping_mul(at as isize) };
        // SAFETY: coordinates of the parts are coordinates of this layout, where those of the second one
        // are `at` further in mode `I`: different ones, so that their elements differ.
        unsafe {
            let first = ViewMut::of(self.first(), part(at));
            (first, ViewMut::of(self.first().offset(moved), part(extent - at)))
        }
    }
}
