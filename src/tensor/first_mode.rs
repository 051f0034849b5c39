//! One coordinate of mode 0 of a view, or a range of them, whatever the other modes are: ndarray's `index_axis` and
//! `slice_axis` of axis 0.
//!
//! `slice_axes` does the same for axes alone, which modes with modes are not.

use super::bounds::start_of_part;
use super::{View, ViewMut};
use crate::ops::bounds::At;
use crate::types::check;
use crate::types::{
    AnyLayout, AtSlices, Form, IntTuple, Layout, Mapping, OffsetMap, PlainLayout, PlainOf, Tiler,
};
use layout_core::MAX_LEAVES;
use typenum::U1;

/// The function applied to the offsets of `L`, moved to the first element of the slices `C`.
type MovedBy<L, C> = <<L as Tiler>::OffsetMap as OffsetMap>::Moved<AtSlices<L, C>>;
/// The plain layout `L` without mode 0.
type RestOf<L> = <L as PlainLayout>::Take<At<1>, <<L as AnyLayout>::Shape as IntTuple>::Rank>;
/// The plain layout `L` with a run-time extent of mode 0.
type RangeOf<L> = <L as PlainLayout>::Replace<
    At<0>,
    Layout<usize, <<L as PlainLayout>::Mode<At<0>> as PlainLayout>::Stride>,
>;
/// The slices of one coordinate of mode 0, and of a range.
type OneIndex = (usize,);
type OneRange = ((usize, usize, U1),);
/// The layout `L` without mode 0.
pub type FirstIndexed<L> = <MovedBy<L, OneIndex> as OffsetMap>::Wrap<RestOf<PlainOf<L>>>;
/// The layout `L` with a run-time extent of mode 0.
pub type FirstRange<L> = <MovedBy<L, OneRange> as OffsetMap>::Wrap<RangeOf<PlainOf<L>>>;

/// Stops the compiler unless mode 0 of `L` has no modes of its own, and `L` has `least` modes.
#[track_caller]
pub const fn check_first_mode<L: Form>(least: usize) {
    let shape = L::FORM.shape();
    check::require_of::<L>(
        shape.depth() > 0 && shape.rank() >= least,
        "the layout has too few modes: one for each index, and one that is left",
    );
    check::require_of::<L>(
        matches!(shape.mode(0), Ok(mode) if mode.depth() == 0),
        "mode 0 is nested: flatten it",
    );
}

/// Mode 0 of a layout: its extent, and its stride in two's complement.
#[inline(always)]
fn first_mode<L: AnyLayout>(layout: L) -> (usize, isize) {
    let (_, plain) = layout.parts();
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    plain.write_words(&mut extents, &mut strides);
    (extents[0], strides[0] as isize)
}

/// The part `part` of `layout`, whose element 0 is `first` after the element 0 of `layout`, and what of `first` the map of the
/// offsets does not add.
#[inline(always)]
fn moved_by<L: AnyLayout, C: IntTuple, R: PlainLayout>(
    layout: L,
    first: isize,
    part: R,
) -> (<MovedBy<L, C> as OffsetMap>::Wrap<R>, isize) {
    // V4: the origin of a part without coordinates does not move.
    let first = if part.shape().count() == 0 { 0 } else { first };
    let (moved, offset) = layout.parts().0.moved::<AtSlices<L, C>>(first as usize);
    start_of_part(moved.wrap(part), offset as isize)
}

/// The layout at coordinate `at` of mode 0, and the offset of its first element; `None` outside the mode.
#[inline(always)]
fn index_of<L: AnyLayout>(layout: L, at: usize) -> Option<(FirstIndexed<L>, isize)> {
    let (extent, stride) = first_mode(layout);
    let part: RestOf<PlainOf<L>> = check::from_leaf(layout.parts().1, 1, None);
    let first = stride.wrapping_mul(at as isize);
    (at < extent).then(|| moved_by::<L, OneIndex, _>(layout, first, part))
}

/// The layout of the coordinates `from..to` of mode 0, and the offset of its first element; `None` outside the mode.
#[inline(always)]
fn range_of<L: AnyLayout>(layout: L, from: usize, to: usize) -> Option<(FirstRange<L>, isize)> {
    let (extent, stride) = first_mode(layout);
    let count = to.checked_sub(from).filter(|_| to <= extent)?;
    let part: RangeOf<PlainOf<L>> = check::from_leaf(layout.parts().1, 0, Some(count));
    let first = stride.wrapping_mul(from as isize);
    Some(moved_by::<L, OneRange, _>(layout, first, part))
}

/// The elements of one coordinate of mode 0; `None` outside the mode.
#[inline(always)]
#[track_caller]
pub fn index_first<T, L: AnyLayout>(
    view: View<'_, T, L>,
    at: usize,
) -> Option<View<'_, T, FirstIndexed<L>>> {
    const { check_first_mode::<L>(2) };
    let (layout, offset) = index_of(view.layout(), at)?;
    // SAFETY: V3: `at` is in mode 0, and each coordinate of the part is one of the other modes: together they are a
    // coordinate of this view. V4: `moved_by` returns 0 for a part without coordinates.
    Some(unsafe { view.moved(offset, layout) })
}

/// The elements of the coordinates `from..to` of mode 0; `None` if they are not in the mode.
#[inline(always)]
#[track_caller]
pub fn range_first<T, L: AnyLayout>(
    view: View<'_, T, L>,
    from: usize,
    to: usize,
) -> Option<View<'_, T, FirstRange<L>>> {
    const { check_first_mode::<L>(1) };
    let (layout, offset) = range_of(view.layout(), from, to)?;
    // SAFETY: V3: a coordinate of the part plus `from` in mode 0 is below `to`, so it is a coordinate of this view. V4:
    // `moved_by` returns 0 for a part without coordinates.
    Some(unsafe { view.moved(offset, layout) })
}

/// [`index_first`] of a mutable view.
#[inline(always)]
#[track_caller]
pub fn index_first_mut<T, L: AnyLayout>(
    view: ViewMut<'_, T, L>,
    at: usize,
) -> Option<ViewMut<'_, T, FirstIndexed<L>>> {
    const { check_first_mode::<L>(2) };
    let (layout, offset) = index_of(view.layout(), at)?;
    // SAFETY: V3, V4: as in `index_first`. V2: `view` ends here.
    Some(unsafe { view.moved(offset, layout) })
}

/// [`range_first`] of a mutable view.
#[inline(always)]
#[track_caller]
pub fn range_first_mut<T, L: AnyLayout>(
    view: ViewMut<'_, T, L>,
    from: usize,
    to: usize,
) -> Option<ViewMut<'_, T, FirstRange<L>>> {
    const { check_first_mode::<L>(1) };
    let (layout, offset) = range_of(view.layout(), from, to)?;
    // SAFETY: V3, V4: as in `range_first`. V2: `view` ends here.
    Some(unsafe { view.moved(offset, layout) })
}
