//! Parts that may be written at the same time.
//!
//! # Safety
//!
//! A view that may be written has its elements for itself. Several of them may be made of one, if no
//! element is in two. All parts of one kind are slices of one layout, at different coordinates of one mode
//! ([`Parting::part`]): two coordinates of two parts are two coordinates of that layout. **If it is
//! injective, they lead to different elements**, within a part and between parts. So one proof is asked,
//! of the whole divided layout: in `const` where it is static ([`judge::disjoint`]), and with the integers
//! of the layout where it is not ([`judge::try_disjoint`]). A swizzle moves offsets one to one and does not
//! matter. Tiles of a layout that is not injective are refused even if each of them is, and so are those
//! of one whose tiles happen to miss one another.

use super::ViewMut;
use super::parting::{InTiles, Parting, SharesOf, in_shares, in_tiles};
use super::parts::{PartsMut, SharesMut, TilesMut};
use crate::algebra::Tiler;
use crate::judge;
use crate::layout::AnyLayout;
use crate::ops::ZippedDivide;
use layout_core::LayoutError;

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// See [`TensorMut::tiles_mut`](super::TensorMut::tiles_mut), which asks [`judge::disjoint`].
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

    /// See [`TensorMut::partition_mut`](super::TensorMut::partition_mut), which asks [`judge::disjoint`].
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
    unsafe fn into_parts<P: Parting>(self, parting: P) -> Result<PartsMut<'a, T, P>, LayoutError> {
        judge::try_disjoint(parting.whole())?;
        // SAFETY: the elements are those of this view, which ends here; the proof is the module's.
        Ok(unsafe { PartsMut::of(self.first(), parting) })
    }
}
