//! Checks of coordinates.

use super::{DEFECT, is_made, report, require, stop};
use crate::types::layout::AnyLayout;
use crate::types::num::Bool;
use crate::types::swizzle::OffsetMap;
use crate::types::tuple::{IntTuple, Keeps, Structure};
use layout_core::{self as value, Text};

/// Stops the compiler unless the coordinate `C` is nested like the shape `S`, down to some level.
#[track_caller]
pub(crate) const fn fits_shape<C: IntTuple, S: IntTuple>() {
    fits_shape_of::<C, S>("")
}

/// [`fits_shape`], whose message begins with what has the shape.
#[track_caller]
pub(crate) const fn fits_shape_of<C: IntTuple, S: IntTuple>(what: &str) {
    if !<<C::List as Structure>::Weakly<S::List> as Bool>::VALUE && is_made::<C, S>() {
        let text =
            Text::of(what).then("coordinate ").then_coord(&C::DESC, <C::List as Keeps>::KEPT);
        stop(text.then(" does not fit shape ").then_coord(&S::DESC, 0).as_str())
    }
}

/// Stops the compiler for a static coordinate outside a static shape.
#[track_caller]
pub(crate) const fn in_range<L: AnyLayout, C: IntTuple>() {
    if <<L::Shape as IntTuple>::IsStatic as Bool>::VALUE
        && <C::IsStatic as Bool>::VALUE
        && let Err(error) = L::FORM.try_image(&value::Coord::from_tuple(C::DESC))
    {
        report(&error)
    }
}

/// Stops the compiler unless the layout has `N` modes.
#[track_caller]
pub(crate) const fn has_modes<L: AnyLayout, const N: usize>() {
    let rank = L::Shape::DESC.rank();
    if rank != N && is_made::<L::Shape, ()>() {
        let modes = if rank == 1 { " mode" } else { " modes" };
        let places = if N == 1 { " place" } else { " places" };
        let text = Text::of("the shape ").then_coord(&L::Shape::DESC, 0).then(" has ");
        let text = text.then_number(rank as i64).then(modes).then(", and the array ");
        stop(text.then_number(N as i64).then(places).as_str())
    }
}

/// The size of each mode. The caller has called [`has_modes`].
#[inline(always)]
pub(crate) fn sizes_of_modes<L: AnyLayout, const N: usize>(layout: L) -> [usize; N] {
    let first = const { first_leaves::<L::Shape>() };
    let mut extents = [0; value::MAX_LEAVES];
    layout.shape().words(&mut extents, 0);
    core::array::from_fn(|k| extents[first[k]..first[k + 1]].iter().product())
}

/// The first leaf of each mode of `S`, then the number of leaves.
const fn first_leaves<S: IntTuple>() -> [usize; value::MAX_RANK + 1] {
    let (mut first, mut k) = ([0; value::MAX_RANK + 1], 0);
    while k < S::DESC.rank() {
        let Ok(mode) = S::DESC.mode(k) else { panic!("{}", DEFECT) };
        first[k + 1] = first[k] + mode.leaf_count();
        k += 1;
    }
    first
}

/// Stops the compiler unless the static coordinate `C` lies in the layout and `R` is its offset.
// `R` is a parameter: the compiler would evaluate a projection here once more.
#[track_caller]
pub(crate) const fn static_index<L: AnyLayout, C: IntTuple, R: IntTuple>() {
    let (found, layout) = (R::DESC, L::FORM);
    match layout.try_image(&value::Coord::from_tuple(C::DESC)) {
        Ok(image) => {
            let agrees = if <L::OffsetMap as OffsetMap>::IS_IDENTITY {
                found.equals(&image)
            } else {
                let before = <L::OffsetMap as OffsetMap>::OFFSET.value(0) + image.value(0);
                require(
                    before >= 0,
                    "an offset below 0 before a swizzle is not a numeral: use offset",
                );
                found.value(0) == <L::OffsetMap as OffsetMap>::SWIZZLE.apply(before)
            };
            require(agrees, DEFECT)
        }
        Err(error) => report(&error),
    }
}
