//! [`ParParts`]: parts of a tensor as a parallel iterator of `rayon`.

use super::partition::Partitioning;
use super::{Parts, PartsMut, View, ViewMut};
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
        impl<'a, T: $Bound, P: Partitioning> Producer for $Parts<'a, T, P> {
            type Item = $View<'a, T, P::Part>;
            type IntoIter = Self;
            fn into_iter(self) -> Self {
                self
            }
            fn split_at(self, index: usize) -> (Self, Self) {
                $Parts::split_at(self, index)
            }
        }
        impl<'a, T: $Bound, P: Partitioning> IntoParallelIterator for $Parts<'a, T, P> {
            type Item = $View<'a, T, P::Part>;
            type Iter = ParParts<Self>;
            fn into_par_iter(self) -> ParParts<Self> {
                ParParts(self)
            }
        }
        impl<'a, T: $Bound, P: Partitioning> ParallelIterator for ParParts<$Parts<'a, T, P>> {
            type Item = $View<'a, T, P::Part>;
            fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }
            fn opt_len(&self) -> Option<usize> {
                Some(self.0.len())
            }
        }
        impl<'a, T: $Bound, P: Partitioning> IndexedParallelIterator
            for ParParts<$Parts<'a, T, P>>
        {
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
