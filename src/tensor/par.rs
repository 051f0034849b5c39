//! [`ParParts`]: parts of a tensor as a parallel iterator of `rayon`.

use super::partition::Partitioning;
use super::parts::WithCoords;
use super::{Parts, PartsMut, View, ViewMut};
use crate::types::check;
use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// A parallel iterator over the parts of a tensor. See [`Tensor::par_tiles`](super::Tensor::par_tiles) and
/// [`TensorMut::par_tiles_mut`](super::TensorMut::par_tiles_mut). `into_par_iter` makes it of other parts:
///
/// ```
/// use rayon::prelude::*;
/// use static_layout::*;
/// let mut data = [0; 8];
/// let mut view = ViewMut::new(&mut data, layout!(8:1))?;
/// let shares = view.partition_mut(layout!(2:1));
/// shares.into_par_iter().enumerate().for_each(|(thread, mut share)| share.fill(thread));
/// assert_eq!(data, [0, 1, 0, 1, 0, 1, 0, 1]);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy: call `for_each`, or another method that consumes it"]
pub struct ParParts<I>(I);

macro_rules! parallel {
    ($Parts:ident of $View:ident, $Bound:ident) => {
        impl<'a, T: $Bound, P: Partitioning> ParParts<$Parts<'a, T, P>> {
            /// The parts with their coordinates, as [`PartsMut::with_coords`].
            ///
            /// ```
            /// use rayon::prelude::*;
            /// use static_layout::*;
            /// let mut data = [0; 16];
            /// let mut view = ViewMut::new(&mut data, layout!((4, 4):row))?;
            /// let tiles = view.par_tiles_mut(tile!(2, 2)).with_coords();
            /// tiles.for_each(|([i, j], mut tile)| tile.fill(10 * i + j));
            /// assert_eq!(view.to_string(), " 0  0  1  1\n 0  0  1  1\n10 10 11 11\n10 10 11 11");
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Compile errors
            /// When the grid does not have `N` modes.
            #[inline]
            #[track_caller]
            pub fn with_coords<const N: usize>(self) -> ParParts<WithCoords<$Parts<'a, T, P>, N>> {
                const { check::has_rank::<P::Grid, N>() };
                ParParts(self.0.with_coords())
            }
        }
        parallel! { @[] $Parts<'a, T, P>, $View<'a, T, P::Part>, $Bound }
        parallel! { @[const N: usize] WithCoords<$Parts<'a, T, P>, N>, ([usize; N], $View<'a, T, P::Part>), $Bound }
    };
    (@[$($count:tt)*] $Iter:ty, $Item:ty, $Bound:ident) => {
        impl<'a, T: $Bound, P: Partitioning, $($count)*> Producer for $Iter {
            type Item = $Item;
            type IntoIter = Self;
            fn into_iter(self) -> Self {
                self
            }
            fn split_at(self, index: usize) -> (Self, Self) {
                <$Iter>::split_at(self, index)
            }
        }
        impl<'a, T: $Bound, P: Partitioning, $($count)*> IntoParallelIterator for $Iter {
            type Item = $Item;
            type Iter = ParParts<Self>;
            fn into_par_iter(self) -> ParParts<Self> {
                ParParts(self)
            }
        }
        impl<'a, T: $Bound, P: Partitioning, $($count)*> ParallelIterator for ParParts<$Iter> {
            type Item = $Item;
            fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }
            fn opt_len(&self) -> Option<usize> {
                Some(self.0.len())
            }
        }
        impl<'a, T: $Bound, P: Partitioning, $($count)*> IndexedParallelIterator for ParParts<$Iter> {
            fn len(&self) -> usize {
                self.0.len()
            }
            fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }
            fn with_producer<B: ProducerCallback<Self::Item>>(self, callback: B) -> B::Output {
                callback.callback(self.0)
            }
        }
    };
}
parallel! { Parts of View, Sync }
parallel! { PartsMut of ViewMut, Send }
