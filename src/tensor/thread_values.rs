//! The values of each thread in each tile, by a layout of threads and a layout of values. CuTe's thread-value layouts.
//!
//! ```text
//! threads (2,2):(2,1), values (1,3)     places in a tile of 2 by 6, thread.value
//!                                       0.0 0.1 0.2 | 1.0 1.1 1.2
//!                                       2.0 2.1 2.2 | 3.0 3.1 3.2
//! ```
//!
//! 1. `raked_product(threads, values)` maps a place in the tile to `thread + threads * value`.
//! 2. Its inverse with the shape `(threads, values)` maps `(thread, value)` to a place.
//! 3. `zipped_divide::compute(layout, tile)` composed with that inverse has the modes `((thread, value), grid)`. A part is the
//!    slice at one thread.

use super::partition::Partitioning;
use super::parts::{Parts, PartsMut};
use super::{View, ViewMut};
use crate::ops::{
    Compose, Inverse, LayoutOps, RakedProduct, Size, Slice, WithShape, ZippedDivide, compose,
    inverse, raked_product, sliced, with_shape, zipped_divide,
};
use crate::types::{
    AnyLayout, Bool, Extents, Form, Keep, Layout, PlainLayout, PlainOf, Tile, check, static_value,
};
use layout_core::{LayoutError, Text};

/// The layout from a place in the tile to `thread + threads * value`.
type ThreadNumbers<R, V> = RakedProduct<R, V>;
/// The shape `(threads, values)`.
type ThreadValueShape<R, V> = (Size<R>, Size<V>);
/// The inverse of [`ThreadNumbers`], without its swizzle type.
type PlainInverse<R, V> = PlainOf<WithShape<Inverse<ThreadNumbers<R, V>>, ThreadValueShape<R, V>>>;
/// The layout from `(thread, value)` of the layouts `R` and `V` to the place in the tile, a linear index.
pub type ThreadValues<R, V> =
    Layout<<PlainInverse<R, V> as AnyLayout>::Shape, <PlainInverse<R, V> as PlainLayout>::Stride>;
/// The tile that all values of all threads fill, each place once.
pub type ThreadValueTile<R, V> = Tile<Extents<<ThreadNumbers<R, V> as AnyLayout>::Shape>>;

/// The layout `L` divided by the tile: `(tile, grid)`.
type DividedByTile<L, R, V> = ZippedDivide<L, ThreadValueTile<R, V>>;
/// The tiler that reorders mode 0 by thread and value, and keeps mode 1.
type ByThread<R, V> = Tile<(ThreadValues<R, V>, Keep)>;
/// The layout with the modes `((thread, value), grid)`.
type ReadByThreads<L, R, V> = Compose<DividedByTile<L, R, V>, ByThread<R, V>>;

/// Stops the compiler unless each place of the tile is exactly one value of one thread.
#[track_caller]
pub const fn check_thread_tile<R: AnyLayout, V: AnyLayout>() {
    check::require(
        <R::IsStatic as Bool>::VALUE && <V::IsStatic as Bool>::VALUE,
        "the layouts of threads and of values are static",
    );
    raked_product::check::<R, V>();
    if <ThreadNumbers<R, V>>::FORM.inverse().is_err()
        && check::is_layout(&R::FORM)
        && check::is_layout(&V::FORM)
    {
        let text = Text::of("threads ").then_layout(&R::FORM);
        let text = text.then(" and values ").then_layout(&V::FORM);
        check::stop(text.then(" do not name each element of a tile once").as_str())
    }
    inverse::check::<ThreadNumbers<R, V>>();
    with_shape::check::<Inverse<ThreadNumbers<R, V>>, ThreadValueShape<R, V>>()
}

/// Stops the compiler unless the tile of threads and values divides the layout `L`.
#[track_caller]
pub const fn check_thread_values<L: AnyLayout, R: AnyLayout, V: AnyLayout>() {
    zipped_divide::check::<L, ThreadValueTile<R, V>>();
    compose::check::<DividedByTile<L, R, V>, ByThread<R, V>>()
}

/// The values of each thread in all tiles, in the order of the threads.
#[derive(Clone, Copy, Debug)]
pub struct ThreadValuePartitioning<W> {
    /// The layout with the modes `((thread, value), grid)`.
    whole: W,
    threads: usize,
}

// SAFETY: part `t` is the slice at coordinate `t` of the first mode of mode 0, so two parts have different coordinates.
// The offset is the offset of the slice; `zipped_divide` refuses an extent of 0, so each part has an element. `W` is a
// layout.
unsafe impl<W: AnyLayout> Partitioning for ThreadValuePartitioning<W> {
    type Whole = W;
    type Part = Slice<W, ((usize, Keep), Keep)>;
    type Grid = usize;
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
    #[inline(always)]
    fn grid(self) -> usize {
        self.threads
    }
}

/// The values of all threads in a layout. The caller has checked by [`check_thread_values`].
///
/// # Errors
/// When the divide is refused for run-time integers.
#[inline(always)]
#[track_caller]
fn thread_value_partitioning<L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    layout: L,
) -> Result<ThreadValuePartitioning<ReadByThreads<L, R, V>>, LayoutError> {
    let divided = zipped_divide::compute(layout, static_value::<ThreadValueTile<R, V>>())?;
    let whole = compose::compute(divided, static_value::<ByThread<R, V>>())?;
    Ok(ThreadValuePartitioning { whole, threads: static_value::<R>().size() })
}

/// The layout of the values of one thread in all tiles of a layout `L`.
pub type ThreadPartLayout<L, R, V> =
    <ThreadValuePartitioning<ReadByThreads<L, R, V>> as Partitioning>::Part;
/// The values `V` of each thread of the layout `R` in the tiles of a view of layout `L`, in the order of the threads.
/// See `TiledCopy` of `static-layout-kernels`.
pub type ThreadParts<'a, T, L, R, V> =
    Parts<'a, T, ThreadValuePartitioning<ReadByThreads<L, R, V>>>;
/// The mutable values `V` of each thread of the layout `R` in the tiles of a view of layout `L`.
pub type ThreadPartsMut<'a, T, L, R, V> =
    PartsMut<'a, T, ThreadValuePartitioning<ReadByThreads<L, R, V>>>;

/// The values of each thread of a view, in the order of the threads.
///
/// # Safety
/// [`check_thread_values`] has passed, in `const`.
///
/// # Errors
/// When run-time extents are not multiples of the extents of the tile.
#[inline(always)]
#[track_caller]
pub unsafe fn values_of_threads<'a, T, L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    view: View<'a, T, L>,
) -> Result<ThreadParts<'a, T, L, R, V>, LayoutError> {
    // SAFETY: V1 of the view, which is valid for `'a`; a divide, and a composition with a bijection of the places in a
    // tile (`check_thread_values`), reorder the coordinates of its layout and keep their offsets.
    Ok(unsafe { Parts::of(view.first(), thread_value_partitioning::<L, R, V>(view.layout())?) })
}

/// Mutable views of the values of each thread. All of them may be held at the same time.
///
/// # Safety
/// [`check_thread_values`], and [`disjoint`](check::disjoint) of the layout, have passed, in `const`.
///
/// # Errors
/// When run-time extents are not multiples of the extents of the tile, or two coordinates share an element because of
/// run-time integers.
#[inline(always)]
#[track_caller]
pub unsafe fn values_of_threads_mut<'a, T, L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    view: ViewMut<'a, T, L>,
) -> Result<ThreadPartsMut<'a, T, L, R, V>, LayoutError> {
    let partitioning = thread_value_partitioning::<L, R, V>(view.layout())?;
    // SAFETY: V3: a divide, and a composition with a bijection of the places in a tile (`check_thread_values`), reorder
    // the coordinates of this layout and keep their offsets.
    unsafe { view.into_parts(partitioning) }
}
