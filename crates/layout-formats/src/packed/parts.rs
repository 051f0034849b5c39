//! [`PackedParts`]: an iterator over the parts of a view of packed elements.

use super::memory::Bytes;
use super::view::Packed;
use crate::element::PackedElement;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
use static_layout::AnyLayout;
use static_layout::internal::derived::{Partitioning, SharesOf, TilePartitioning};
use static_layout::ops::ZippedDivide;

/// The tiles of a view, in linear order. See [`PackedView::tiles`](super::PackedView::tiles).
pub type PackedTiles<'a, E, L, K> = PackedParts<&'a [u8], E, TilePartitioning<ZippedDivide<L, K>>>;
/// The mutable tiles of a view. See [`PackedViewMut::tiles_mut`](super::PackedViewMut::tiles_mut).
pub type PackedTilesMut<'a, E, L, K> =
    PackedParts<&'a mut [u8], E, TilePartitioning<ZippedDivide<L, K>>>;
/// The elements of each thread. See [`PackedView::shares`](super::PackedView::shares).
pub type PackedShares<'a, E, L, T> = PackedParts<&'a [u8], E, SharesOf<L, T>>;
/// The mutable elements of each thread. See [`PackedViewMut::partition_mut`](super::PackedViewMut::partition_mut).
pub type PackedSharesMut<'a, E, L, T> = PackedParts<&'a mut [u8], E, SharesOf<L, T>>;

/// An iterator over the parts of a view of packed elements: tiles, or the elements of threads.
#[must_use = "iterators are lazy: call `next`, or use it in a loop"]
pub struct PackedParts<R, E, P> {
    bytes: Bytes,
    origin: usize,
    partitioning: P,
    /// The indices of the remaining parts.
    rest: Range<usize>,
    kind: PhantomData<(R, fn() -> E)>,
}

// SAFETY: the parts use their bytes as the slice `R` does, each part taken once; two mutable parts share no byte (P2). A
// partitioning holds layouts and integers only.
unsafe impl<R: Send, E: PackedElement, P: Partitioning> Send for PackedParts<R, E, P> {}
// SAFETY: a shared iterator gives no part.
unsafe impl<R: Sync, E: PackedElement, P: Partitioning> Sync for PackedParts<R, E, P> {}

impl<R, E: PackedElement, P: Partitioning> PackedParts<R, E, P> {
    /// All parts of a view.
    ///
    /// # Safety
    /// The offsets of `partitioning.whole()` are offsets of the view. If `R` is mutable, no two parts have bits in one byte.
    #[inline]
    pub(super) unsafe fn of<L: AnyLayout>(view: Packed<R, E, L>, partitioning: P) -> Self {
        let ((bytes, origin), rest) = (view.start(), 0..partitioning.count());
        PackedParts { bytes, origin, partitioning, rest, kind: PhantomData }
    }

    /// The part at an index.
    ///
    /// # Safety
    /// The caller has taken the index out of `rest`.
    #[inline(always)]
    unsafe fn part(&self, index: usize) -> Packed<R, E, P::Part> {
        let (layout, offset) = self.partitioning.part(index);
        // SAFETY: P1: `Partitioning` promises that the part has offsets of the whole, which are offsets of the view (`of`). P2
        // of a mutable part: no other part has bits in its bytes (`of`), and each is taken once.
        unsafe { Packed::over(self.bytes, self.origin.wrapping_add_signed(offset), layout) }
    }
}

impl<R, E: PackedElement, P: Partitioning> Iterator for PackedParts<R, E, P> {
    type Item = Packed<R, E, P::Part>;
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.rest.next()?;
        // SAFETY: the line above took the index out.
        Some(unsafe { self.part(index) })
    }
    #[inline]
    fn nth(&mut self, count: usize) -> Option<Self::Item> {
        let index = self.rest.nth(count)?;
        // SAFETY: the line above took the index out.
        Some(unsafe { self.part(index) })
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}
impl<R, E: PackedElement, P: Partitioning> DoubleEndedIterator for PackedParts<R, E, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.rest.next_back()?;
        // SAFETY: the line above took the index out.
        Some(unsafe { self.part(index) })
    }
}
impl<R, E: PackedElement, P: Partitioning> ExactSizeIterator for PackedParts<R, E, P> {}
impl<R, E: PackedElement, P: Partitioning> FusedIterator for PackedParts<R, E, P> {}
