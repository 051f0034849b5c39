//! Iterators over the parts of a view.

use super::padded::PaddedTilesOf;
use super::partition::{Partitioning, SharesOf, TilePartitioning};
use super::{View, ViewMut};
use crate::ops::ZippedDivide;
use core::marker::PhantomData;
use core::ptr::NonNull;

macro_rules! parts {
    ($(#[$doc:meta])* $Parts:ident of $View:ident, $ref:ty) => {
        $(#[$doc])*
        #[must_use = "an iterator does nothing until it is asked"]
        pub struct $Parts<'a, T, P> {
            /// The element at offset 0 of the whole.
            origin: NonNull<T>,
            partitioning: P,
            /// The indices of the parts that are left.
            next: usize,
            end: usize,
            life: PhantomData<$ref>,
        }

        impl<'a, T, P: Partitioning> $Parts<'a, T, P> {
            /// # Safety
            /// `origin` and the whole are those of a view that lives for `'a`, and that no one else uses
            /// if the parts can be written; then the offsets of the whole differ.
            #[inline]
            pub(super) unsafe fn of(origin: NonNull<T>, partitioning: P) -> Self {
                $Parts { origin, partitioning, next: 0, end: partitioning.count(), life: PhantomData }
            }

            /// # Safety
            /// The index is one of those that are left, and is not asked for again.
            #[inline(always)]
            unsafe fn part(&self, index: usize) -> $View<'a, T, P::Part> {
                let (layout, offset) = self.partitioning.part(index);
                // SAFETY: a divide refuses an extent of 0, so that the moved origin is an element; that of a
                // part without elements has not moved.
                // Offsets of the part from there on are offsets of the whole; where
                // parts are written, the whole has each of them once, and this part is the only one with
                // its coordinates.
                unsafe { $View::over(self.origin.offset(offset), layout) }
            }

            /// The first `count` parts, and the others.
            ///
            /// Panics when there are not so many.
            #[inline]
            pub fn split_at(self, count: usize) -> (Self, Self) {
                let (origin, partitioning) = (self.origin, self.partitioning);
                assert!(count <= self.len(), "{count} parts of {}", self.len());
                let piece = |next, end| $Parts { origin, partitioning, next, end, life: PhantomData };
                (piece(self.next, self.next + count), piece(self.next + count, self.end))
            }

            /// The parts that are left, if they are `N`; otherwise the iterator, as it was.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut data = [0; 8];
            /// let mut view = ViewMut::new(&mut data, layout!((2, 4)))?;
            /// let [mut left, mut right] = view.tiles_mut(tile!(2, 2)).into_array().unwrap();
            /// left.fill(1);
            /// right.update_with(&left, |x, y| *x = y + 1);
            /// assert_eq!(view.to_string(), "1 1 2 2\n1 1 2 2");
            /// assert!(view.tiles(tile!(2, 2)).into_array::<3>().is_err());
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When they are not `N`.
            #[inline]
            pub fn into_array<const N: usize>(
                self,
            ) -> Result<[$View<'a, T, P::Part>; N], Self> {
                if self.len() != N {
                    return Err(self);
                }
                // SAFETY: the indices are those that are left, each once, and this ends here.
                Ok(core::array::from_fn(|k| unsafe { self.part(self.next + k) }))
            }
        }

        impl<'a, T, P: Partitioning> Iterator for $Parts<'a, T, P> {
            type Item = $View<'a, T, P::Part>;
            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                (self.next < self.end).then(|| {
                    self.next += 1;
                    // SAFETY: left, until now.
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
        impl<T, P: Partitioning> DoubleEndedIterator for $Parts<'_, T, P> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                (self.next < self.end).then(|| {
                    self.end -= 1;
                    // SAFETY: left, until now.
                    unsafe { self.part(self.end) }
                })
            }
        }
        impl<T, P: Partitioning> ExactSizeIterator for $Parts<'_, T, P> {}
        impl<T, P: Partitioning> core::iter::FusedIterator for $Parts<'_, T, P> {}
        impl<T, P: core::fmt::Debug> core::fmt::Debug for $Parts<'_, T, P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let Self { partitioning, next, end, .. } = self;
                write!(f, "{}({partitioning:?}, {next}..{end})", stringify!($Parts))
            }
        }
    };
}
parts! {
    /// The parts of a view in the order of their indices: [`Tiles`], [`Shares`].
    Parts of View, &'a T
}
parts! {
    /// Disjoint parts, to be written, all at the same time if need be: [`TilesMut`], [`SharesMut`].
    PartsMut of ViewMut, &'a mut T
}

impl<T, P: Copy> Clone for Parts<'_, T, P> {
    fn clone(&self) -> Self {
        Parts { ..*self }
    }
}
// SAFETY: the items are views, which are `Send` for these `T`; the rest are integers (`Partitioning`, `StaticValue`).
unsafe impl<T: Sync, P: Partitioning> Send for Parts<'_, T, P> {}
// SAFETY: as above.
unsafe impl<T: Sync, P: Partitioning> Sync for Parts<'_, T, P> {}
// SAFETY: the items are views of elements that no other item has, and that no one else uses.
unsafe impl<T: Send, P: Partitioning> Send for PartsMut<'_, T, P> {}
// SAFETY: a shared one gives no item.
unsafe impl<T: Sync, P: Partitioning> Sync for PartsMut<'_, T, P> {}

/// The tiles of a view of layout `L` by the tiler `K`, in linear order: see [`View::tiles`].
pub type Tiles<'a, T, L, K> = Parts<'a, T, TilePartitioning<ZippedDivide<L, K>>>;
/// [`Tiles`], to be written: see [`TensorMut::tiles_mut`](super::TensorMut::tiles_mut).
pub type TilesMut<'a, T, L, K> = PartsMut<'a, T, TilePartitioning<ZippedDivide<L, K>>>;
/// The elements of each thread of the layout `R`, in the order of the threads: see [`View::shares`].
pub type Shares<'a, T, L, R> = Parts<'a, T, SharesOf<L, R>>;
/// [`Tiles`], of which the edges may cut some: see [`View::tiles_padded`].
pub type PaddedTiles<'a, T, L, K> = Parts<'a, T, PaddedTilesOf<L, K>>;
/// [`PaddedTiles`], to be written: see [`ViewMut::tiles_padded_mut`].
pub type PaddedTilesMut<'a, T, L, K> = PartsMut<'a, T, PaddedTilesOf<L, K>>;
/// [`Shares`], to be written: see [`TensorMut::partition_mut`](super::TensorMut::partition_mut).
pub type SharesMut<'a, T, L, R> = PartsMut<'a, T, SharesOf<L, R>>;
