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

use super::parting::Parting;
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
type Numbers<R, V> = RakedProduct<R, V>;
/// `(thread, value)`.
type Sizes<R, V> = (Size<R>, Size<V>);
type Found<R, V> = PlainOf<WithShape<Inverse<Numbers<R, V>>, Sizes<R, V>>>;
/// From a thread of the layout `R` and a value of the layout `V` to the place in the tile, a linear index.
pub type ThreadValues<R, V> =
    Layout<<Found<R, V> as AnyLayout>::Shape, <Found<R, V> as PlainLayout>::Stride>;
/// The tile that all values of all threads fill.
pub type ThreadValueTile<R, V> = Tile<Extents<<Numbers<R, V> as AnyLayout>::Shape>>;

/// A layout divided by that tile, and the tile read by threads and values.
type Divided<L, R, V> = ZippedDivide<L, ThreadValueTile<R, V>>;
type ByThread<R, V> = Tile<(ThreadValues<R, V>, Keep)>;
type Whole<L, R, V> = Compose<Divided<L, R, V>, ByThread<R, V>>;

/// Threads and values fill a tile: each place is a value of one thread.
#[track_caller]
pub const fn fill_a_tile<R: AnyLayout, V: AnyLayout>() {
    check::require(
        <R::IsStatic as Bool>::VALUE && <V::IsStatic as Bool>::VALUE,
        "the layouts of threads and of values are static",
    );
    multiplies_raked::<R, V>();
    if <PlainOf<Numbers<R, V>> as PlainLayout>::DESC.inverse().is_err() {
        let text = Text::of("threads ").then_layout(&<PlainOf<R> as PlainLayout>::DESC);
        let text = text.then(" and values ").then_layout(&<PlainOf<V> as PlainLayout>::DESC);
        check::stop(text.then(" do not name each element of a tile once").as_str())
    }
    inverts::<Numbers<R, V>>();
    has_shape::<Inverse<Numbers<R, V>>, Sizes<R, V>>()
}

/// Such threads have values of a layout `L`.
#[track_caller]
pub const fn have_values<L: AnyLayout, R: AnyLayout, V: AnyLayout>() {
    divides::<L, ThreadValueTile<R, V>>();
    composes::<Divided<L, R, V>, ByThread<R, V>>()
}

/// The values of each thread, of all tiles, in the order of the threads.
#[derive(Clone, Copy, Debug)]
pub struct InThreads<W> {
    /// Modes `((thread, values), tiles)`.
    whole: W,
    threads: usize,
}

// SAFETY: the values of thread `t` are at the coordinate `t` of the first mode of mode 0.
unsafe impl<W: AnyLayout> Parting for InThreads<W> {
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

/// The values of all threads of a layout, of which the caller has asked [`have_values`].
#[inline(always)]
#[track_caller]
fn in_threads<L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    layout: L,
) -> Result<InThreads<Whole<L, R, V>>, LayoutError> {
    let divided = zipped_divide(layout, static_value::<ThreadValueTile<R, V>>())?;
    let whole = composed(divided, static_value::<ByThread<R, V>>())?;
    Ok(InThreads { whole, threads: static_value::<R>().size() })
}

/// The layout of the values of one thread.
pub type ThreadPartLayout<L, R, V> = <InThreads<Whole<L, R, V>> as Parting>::Part;
/// The values of each thread of the layout `R`, as many as the layout `V` has, of each tile of a view of the layout
/// `L`, in the order of the threads: see `TiledCopy` of `static-layout-kernels`.
pub type ThreadParts<'a, T, L, R, V> = Parts<'a, T, InThreads<Whole<L, R, V>>>;
/// [`ThreadParts`], to be written.
pub type ThreadPartsMut<'a, T, L, R, V> = PartsMut<'a, T, InThreads<Whole<L, R, V>>>;

/// The values of each thread of a view, `((thread, values), tiles)`.
///
/// # Safety
/// [`have_values`] passed, in `const`.
///
/// # Errors
/// When run-time extents are no multiples of the tile's.
#[inline(always)]
#[track_caller]
pub unsafe fn values_of_threads<'a, T, L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    view: View<'a, T, L>,
) -> Result<ThreadParts<'a, T, L, R, V>, LayoutError> {
    // SAFETY: the divided layout, read in another order, has the offsets of this one.
    Ok(unsafe { Parts::of(view.first(), in_threads::<L, R, V>(view.layout())?) })
}

/// The values of each thread of a view, to be written at the same time.
///
/// # Safety
/// [`have_values`] and, of the layout, [`disjoint`](check::disjoint) passed, in `const`.
///
/// # Errors
/// When run-time extents are no multiples of the tile's, or run-time integers make two coordinates share an element.
#[inline(always)]
#[track_caller]
pub unsafe fn values_of_threads_mut<'a, T, L: AnyLayout, R: AnyLayout, V: AnyLayout>(
    view: ViewMut<'a, T, L>,
) -> Result<ThreadPartsMut<'a, T, L, R, V>, LayoutError> {
    let parting = in_threads::<L, R, V>(view.layout())?;
    // SAFETY: the divided layout, read in another order, has the offsets of this one.
    unsafe { view.into_parts(parting) }
}
