//! [`Parts`] and [`PartsMut`]: iterators over the parts of a view.

use super::padded::PaddedTilesOf;
use super::partition::{Partitioning, SharesOf, TilePartitioning};
use super::{View, ViewMut};
use crate::ops::ZippedDivide;
use crate::types::check;
use core::marker::PhantomData;
use core::ptr::NonNull;

macro_rules! part_iterator {
    ($(#[$doc:meta])* $Parts:ident of $View:ident, $ref:ty) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy: call `next`, or use it in a loop"]
        pub struct $Parts<'a, T, P> {
            /// The element at offset 0 of the whole.
            origin: NonNull<T>,
            partitioning: P,
            /// The indices `next..end` of the remaining parts.
            next: usize,
            end: usize,
            life: PhantomData<$ref>,
        }

        #[layout_macros::at_caller]
        impl<'a, T, P: Partitioning> $Parts<'a, T, P> {
            /// An iterator over all parts.
            ///
            /// # Safety
            /// `origin` and the whole layout come from one view that is valid for `'a` (V1). If the parts are mutable,
            /// nothing else uses its elements (V2), and no two coordinates of the whole share an offset (D).
            #[inline]
            pub(super) unsafe fn of(origin: NonNull<T>, partitioning: P) -> Self {
                $Parts { origin, partitioning, next: 0, end: partitioning.count(), life: PhantomData }
            }

            /// The part at an index.
            ///
            /// # Safety
            /// The index is in `next..end`, and the caller takes it out of the range.
            #[inline(always)]
            unsafe fn part(&self, index: usize) -> $View<'a, T, P::Part> {
                let (layout, offset) = self.partitioning.part(index);
                // SAFETY: V3: `Partitioning` promises that the part has offsets of the whole, and that `offset` is one
                // of them, or 0 for a part without elements (V4). V2 of a mutable part: no two coordinates of the
                // whole share an offset, and no other part has coordinates of this one (D).
                unsafe { $View::over(self.origin.offset(offset), layout) }
            }

            /// The first `count` of the remaining parts, and the rest.
            ///
            /// # Panics
            /// When fewer than `count` parts remain.
            #[inline]
            pub fn split_at(self, count: usize) -> (Self, Self) {
                let (origin, partitioning) = (self.origin, self.partitioning);
                assert!(count <= self.len(), "{count} parts of {}", self.len());
                let piece = |next, end| $Parts { origin, partitioning, next, end, life: PhantomData };
                (piece(self.next, self.next + count), piece(self.next + count, self.end))
            }

            /// The remaining parts with their coordinates `[usize; N]`: of a tile, its coordinate in the grid of tiles; of a
            /// share, the number of its thread. `enumerate` counts the parts that remain instead, tiles down the columns of
            /// the grid.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut data = [0; 24];
            /// let mut view = ViewMut::new(&mut data, layout!((4, 6):row))?;
            /// for ([i, j], mut tile) in view.tiles_mut(tile!(2, 3)).with_coords() {
            ///     tile.fill(10 * i + j);
            /// }
            /// assert_eq!(view.to_string(), " 0  0  0  1  1  1\n 0  0  0  1  1  1\n10 10 10 11 11 11\n10 10 10 11 11 11");
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Compile errors
            /// When the grid does not have `N` modes.
            #[inline]
            #[track_caller]
            pub fn with_coords<const N: usize>(self) -> WithCoords<Self, N> {
                const { check::has_rank::<P::Grid, N>() };
                WithCoords { sizes: check::sizes_of_shape(self.partitioning.grid()), parts: self }
            }

            /// The remaining parts as an array.
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
            /// The unchanged iterator, when not exactly `N` parts remain.
            #[inline]
            pub fn into_array<const N: usize>(
                self,
            ) -> Result<[$View<'a, T, P::Part>; N], Self> {
                if self.len() != N {
                    return Err(self);
                }
                // SAFETY: the indices are `next..end`, each used once, and the iterator ends here.
                Ok(core::array::from_fn(|k| unsafe { self.part(self.next + k) }))
            }
        }

        impl<'a, T, P: Partitioning> Iterator for $Parts<'a, T, P> {
            type Item = $View<'a, T, P::Part>;
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
        impl<T, P: Partitioning> DoubleEndedIterator for $Parts<'_, T, P> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                (self.next < self.end).then(|| {
                    self.end -= 1;
                    // SAFETY: the index was in `next..end` before the line above took it out.
                    unsafe { self.part(self.end) }
                })
            }
        }
        impl<T, P: Partitioning> ExactSizeIterator for $Parts<'_, T, P> {}
        impl<T, P: Partitioning> core::iter::FusedIterator for $Parts<'_, T, P> {}

        impl<'a, T, P: Partitioning, const N: usize> WithCoords<$Parts<'a, T, P>, N> {
            /// The first `count` of the remaining parts, and the rest, with their coordinates.
            #[cfg(feature = "rayon")]
            #[inline]
            pub(super) fn split_at(self, count: usize) -> (Self, Self) {
                let Self { parts, sizes } = self;
                let (left, right) = parts.split_at(count);
                (WithCoords { parts: left, sizes }, WithCoords { parts: right, sizes })
            }
        }
        impl<'a, T, P: Partitioning, const N: usize> Iterator for WithCoords<$Parts<'a, T, P>, N> {
            type Item = ([usize; N], $View<'a, T, P::Part>);
            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let index = self.parts.next;
                Some((self.coord(index), self.parts.next()?))
            }
            #[inline]
            fn nth(&mut self, count: usize) -> Option<Self::Item> {
                self.parts.next = self.parts.end.min(self.parts.next.saturating_add(count));
                self.next()
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.parts.size_hint()
            }
        }
        impl<T, P: Partitioning, const N: usize> DoubleEndedIterator for WithCoords<$Parts<'_, T, P>, N> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let part = self.parts.next_back()?;
                Some((self.coord(self.parts.end), part))
            }
        }
        impl<T, P: Partitioning, const N: usize> ExactSizeIterator for WithCoords<$Parts<'_, T, P>, N> {}
        impl<T, P: Partitioning, const N: usize> core::iter::FusedIterator for WithCoords<$Parts<'_, T, P>, N> {}
        impl<T, P: core::fmt::Debug> core::fmt::Debug for $Parts<'_, T, P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let Self { partitioning, next, end, .. } = self;
                write!(f, "{}({partitioning:?}, {next}..{end})", stringify!($Parts))
            }
        }
    };
}
part_iterator! {
    /// An iterator over the parts of a view, each a [`View`]: [`Tiles`], [`Shares`], [`PaddedTiles`].
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4, 5, 6], layout!(6:1))?;
    /// let mut tiles = view.tiles(tile!(2));
    /// assert_eq!(tiles.len(), 3);
    /// assert!(tiles.next_back().unwrap().iter().eq(&[5, 6]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    Parts of View, &'a T
}
part_iterator! {
    /// An iterator over disjoint parts, each a [`ViewMut`]: [`TilesMut`], [`SharesMut`], [`PaddedTilesMut`]. All parts
    /// may be held at the same time.
    PartsMut of ViewMut, &'a mut T
}

/// Parts with their coordinates: [`PartsMut::with_coords`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy: call `next`, or use it in a loop"]
pub struct WithCoords<I, const N: usize> {
    parts: I,
    /// The sizes of the modes of the grid.
    sizes: [usize; N],
}

impl<I, const N: usize> WithCoords<I, N> {
    /// The coordinate of the part at an index. No size is 0 if there is a part.
    #[inline(always)]
    fn coord(&self, mut index: usize) -> [usize; N] {
        self.sizes.map(|size| {
            let digit = index % size.max(1);
            index /= size.max(1);
            digit
        })
    }
}

impl<T, P: Copy> Clone for Parts<'_, T, P> {
    fn clone(&self) -> Self {
        Parts { ..*self }
    }
}
// SAFETY: the items are `View`s, which are `Send` where `T` is `Sync`; a `Partitioning` holds layouts and integers
// only.
unsafe impl<T: Sync, P: Partitioning> Send for Parts<'_, T, P> {}
// SAFETY: a shared iterator gives copies of itself, which are `Send` by the `impl` above.
unsafe impl<T: Sync, P: Partitioning> Sync for Parts<'_, T, P> {}
// SAFETY: the items are `ViewMut`s, which are `Send` where `T` is, of elements that nothing else uses (V2, D); a
// `Partitioning` holds layouts and integers only.
unsafe impl<T: Send, P: Partitioning> Send for PartsMut<'_, T, P> {}
// SAFETY: a shared `PartsMut` gives no item, only its number of parts.
unsafe impl<T: Sync, P: Partitioning> Sync for PartsMut<'_, T, P> {}

/// The tiles of a view of layout `L` by the tiler `K`, in linear order. See [`View::tiles`].
pub type Tiles<'a, T, L, K> = Parts<'a, T, TilePartitioning<ZippedDivide<L, K>>>;
/// The mutable tiles of a view of layout `L` by the tiler `K`. See
/// [`TensorMut::tiles_mut`](super::TensorMut::tiles_mut).
pub type TilesMut<'a, T, L, K> = PartsMut<'a, T, TilePartitioning<ZippedDivide<L, K>>>;
/// The share of each thread of the layout `R`, in the order of the threads. See [`View::shares`].
pub type Shares<'a, T, L, R> = Parts<'a, T, SharesOf<L, R>>;
/// The tiles of a view of layout `L` by the tiler `K`; the edges may cut the last ones. See [`View::tiles_padded`].
pub type PaddedTiles<'a, T, L, K> = Parts<'a, T, PaddedTilesOf<L, K>>;
/// The mutable tiles of a view; the edges may cut the last ones. See
/// [`TensorMut::tiles_padded_mut`](super::TensorMut::tiles_padded_mut).
pub type PaddedTilesMut<'a, T, L, K> = PartsMut<'a, T, PaddedTilesOf<L, K>>;
/// The mutable share of each thread of the layout `R`. See
/// [`TensorMut::partition_mut`](super::TensorMut::partition_mut).
pub type SharesMut<'a, T, L, R> = PartsMut<'a, T, SharesOf<L, R>>;
