//! [`PackedParts`]: an iterator over the parts of a view of packed elements.

use super::memory::Bytes;
use super::view::Packed;
use crate::element::PackedElement;
use core::iter::FusedIterator;
use core::marker::PhantomData;
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
    /// The indices `next..end` of the remaining parts.
    next: usize,
    end: usize,
    kind: PhantomData<(R, fn() -> E)>,
}

// SAFETY: the parts use their bytes as the slice `R` does, each part taken once; those of two mutable parts differ (P2). A
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
        let ((bytes, origin), end) = (view.start(), partitioning.count());
        PackedParts { bytes, origin, partitioning, next: 0, end, kind: PhantomData }
    }

    /// The part at an index.
    ///
    /// # Safety
    /// The index was in `next..end`, and the caller has taken it out of the range.
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
        (self.next < self.end).then(|| {
            self.next += 1;
            // SAFETY: the index was in `next..end` before the line above took it out.
            unsafe { self.part(self.next - 1) }
        })
    }
    #[inline]
    fn nth(&mut self, count: usize) -> Option<Self::Item> {
        self.next = self.end.min(self.next.saturating_add(count));
        self.next()
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}
impl<R, E: PackedElement, P: Partitioning> DoubleEndedIterator for PackedParts<R, E, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            // SAFETY: the index was in `next..end` before the line above took it out.
            unsafe { self.part(self.end) }
        })
    }
}
impl<R, E: PackedElement, P: Partitioning> ExactSizeIterator for PackedParts<R, E, P> {}
impl<R, E: PackedElement, P: Partitioning> FusedIterator for PackedParts<R, E, P> {}
