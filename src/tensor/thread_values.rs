//! What threads have of each tile, by a layout of threads and a layout of the values of each.
//!
//! ```text
//! threads (2,2):(2,1), values (1,3)     places in a tile of 2 by 6, thread.value
//!                                       0.0 0.1 0.2 | 1.0 1.1 1.2
//!                                       2.0 2.1 2.2 | 3.0 3.1 3.2
//! ```
//!
//! The raked product leads from a place in the tile to `thread + threads * value`; back, its inverse, in the shape
//! `(thread, value)`, leads from a thread and the number of a value to the place. Composed with the tile of a
//! layout, that is the tile with a mode of threads and one of values.

use super::partition::Partitioning;
use super::parts::{Parts, PartsMut};
use super::{View, ViewMut};
use crate::check;
use crate::layout::{AnyLayout, Layout, PlainLayout, PlainOf};
use crate::num::{Bool, static_value};
use crate::operation::{
    Indexed, composed, composes, divides, has_shape, inverts, multiplies_raked, sliced,
    zipped_divide,
};
use crate::ops::{Compose, Inverse, RakedProduct, Size, Slice, WithShape, ZippedDivide};
use crate::tuple::Keep;
use crate::types::{Extents, Tile};
use layout_core::{LayoutError, Text};

/// From a place in the tile to `thread + threads * value`.
type ThreadNumbers<R, V> = RakedProduct<R, V>;
/// `(thread, value)`.
type ThreadValueShape<R, V> = (Size<R>, Size<V>);
type PlainInverse<R, V> = PlainOf<WithShape<Inverse<ThreadNumbers<R, V>>, ThreadValueShape<R, V>>>;
/// From a thread of the layout `R` and a value of the layout `V` to the place in the tile, a linear index.
pub type ThreadValues<R, V> =
    Layout<<PlainInverse<R, V> as AnyLayout>::Shape, <PlainInverse<R, V> as PlainLayout>::Stride>;
/// The tile that all values of all threads fill.
pub type ThreadValueTile<R, V> = Tile<Extents<<ThreadNumbers<R, V> as AnyLayout>::Shape>>;

/// A layout divided by that tile, and the tile read by threads and values.
type DividedByTile<L, R, V> = ZippedDivide<L, ThreadValueTile<R, V>>;
type ByThread<R, V> = Tile<(ThreadValues<R, V>, Keep)>;
type ReadByThreads<L, R, V> = Compose<DividedByTile<L, R, V>, ByThread<R, V>>;

/// Threads and values fill a tile: each place is a value of one thread.
#[track_caller]
pub(crate) const fn check_thread_tile<R: AnyLayout, V: AnyLayout>() {
    check::require(
        <R::IsStatic as Bool>::VALUE && <V::IsStatic as Bool>::VALUE,
        "the layouts of threads and of values are static",
    );
    multiplies_raked::<R, V>();
    if <PlainOf<ThreadNumbers<R, V>> as PlainLayout>::DESC.inverse().is_err() {
        let text = Text::of("threads ").then_layout(&<PlainOf<R> as PlainLayout>::DESC);
        let text = text.then(" and values ").then_layout(&<PlainOf<V> as PlainLayout>::DESC);
        check::stop(text.then(" do not name each element of a tile once").as_str())
    }
    inverts::<ThreadNumbers<R, V>>();
    has_shape::<Inverse<ThreadNumbers<R, V>>, ThreadValueShape<R, V>>()
}

/// Such threads have values of a layout `L`.
#[track_caller]
pub(crate) const fn check_thread_values<L: AnyLayout, R: AnyLayout, V: AnyLayout>() {
    divides::<L, ThreadValueTile<R, V>>();
    composes::<DividedByTile<L, R, V>, ByThread<R, V>>()
}

/// The values of each thread, of all tiles, in the order of the threads.
#[derive(Clone, Copy, Debug)]
pub struct ThreadValuePartitioning<W> {
    /// Modes `((thread, values), tiles)`.
    whole: W,
    threads: usize,
}

// SAFETY: the values of thread `t` are at the coordinate `t` of the first mode of mode 0.
unsafe impl<W: AnyLayout> Partitioning for ThreadValuePartitioning<W> {
    type Whole = W;
    type Part = Slice<W, ((usize, Keep), Keep)>;
    #[inline(always)]
    fn whole(self) -> W {
        self.whole
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.threads
    }
    #[inline(always)]
    fn part(self, index: usize) -> (Self::Part, isize) {
        let (part, offset) = sliced(self.whole, ((index, Keep), Keep));
        (part, offset as isize)
    }
}

/// The values of all threads of a layout, of which the caller has asked [`check_thread_values`].
#[inline(always)]
#[track_caller]
fn thread_value_partitioning<L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    layout: L,
) -> Result<ThreadValuePartitioning<ReadByThreads<L, R, V>>, LayoutError> {
    let divided = zipped_divide(layout, static_value::<ThreadValueTile<R, V>>())?;
    let whole = composed(divided, static_value::<ByThread<R, V>>())?;
    Ok(ThreadValuePartitioning { whole, threads: static_value::<R>().size() })
}

/// The layout of the values of one thread.
pub type ThreadPartLayout<L, R, V> =
    <ThreadValuePartitioning<ReadByThreads<L, R, V>> as Partitioning>::Part;
/// The values of each thread of the layout `R`, as many as the layout `V` has, of each tile of a view of the layout
/// `L`, in the order of the threads: see [`TiledCopy`](crate::TiledCopy).
pub type ThreadParts<'a, T, L, R, V> =
    Parts<'a, T, ThreadValuePartitioning<ReadByThreads<L, R, V>>>;
/// [`ThreadParts`], to be written.
pub type ThreadPartsMut<'a, T, L, R, V> =
    PartsMut<'a, T, ThreadValuePartitioning<ReadByThreads<L, R, V>>>;

impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The caller has asked [`check_thread_values`].
    #[inline(always)]
    #[track_caller]
    pub(crate) fn thread_values<R: AnyLayout, V: AnyLayout>(
        self,
    ) -> Result<ThreadParts<'a, T, L, R, V>, LayoutError> {
        // SAFETY: the divided layout, read in another order, has the offsets of this one.
        Ok(unsafe { Parts::of(self.first(), thread_value_partitioning::<L, R, V>(self.layout())?) })
    }
}

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The caller has asked [`check_thread_values`], and whether a static layout is one to one.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn into_thread_values<R: AnyLayout, V: AnyLayout>(
        self,
    ) -> Result<ThreadPartsMut<'a, T, L, R, V>, LayoutError> {
        let partitioning = thread_value_partitioning::<L, R, V>(self.layout())?;
        // SAFETY: the divided layout, read in another order, has the offsets of this one.
        unsafe { self.into_parts(partitioning) }
    }
}
