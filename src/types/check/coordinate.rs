//! Checks of coordinates.

use super::{DEFECT, is_made, out_of_range, part_out_of_range, report, require, stop};
use crate::types::layout::{AnyLayout, Form, PlainLayout};
use crate::types::num::Bool;
use crate::types::swizzle::OffsetMap;
use crate::types::tuple::{IntTuple, Keeps, Structure};
use layout_core::{self as value, LayoutError, Operand, Operation, Text};

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

/// `fits_shape` of a form, for coordinates without `_`.
#[track_caller]
pub const fn fits_form<L: Form, C: IntTuple>() {
    let shape = L::FORM.shape();
    if !C::DESC.weakly_congruent(&shape) && L::FORM.are_integers() {
        let text = Text::of("coordinate ").then_coord(&C::DESC, 0);
        stop(text.then(" does not fit shape ").then_coord(&shape, 0).as_str())
    }
}

/// Panics with the coordinate and the shape that it lies outside of.
///
/// Extents and coordinate are passed as numbers: a pointer to the layout would keep it in memory, and loops would load it
/// in each step; a pointer to the coordinate would keep that in memory, and loops that write it do not become vectors.
#[inline(always)]
#[track_caller]
pub(crate) fn refuse_coord<S: IntTuple, C: IntTuple>(shape: S, coord: C) -> ! {
    // Four extents and indices go in registers and on the stack; arrays of more are passed by their addresses.
    if const { S::LEAVES <= 4 && C::LEAVES <= 4 } {
        let ([a, b, c, d], [i, j, k, l]) = (words_of(shape), words_of(coord));
        out_of_four::<S, C>(a, b, c, d, i, j, k, l)
    } else {
        let (extents, indices) = (words_of(shape), words_of(coord));
        out_of_extents::<S, C>(&extents, &indices)
    }
}

/// The leaves in two's complement, of which there are at most `N`, and 0 after them.
#[inline(always)]
fn words_of<C: IntTuple, const N: usize>(tuple: C) -> [usize; N] {
    let mut words = [0; N];
    tuple.words(&mut words, 0);
    words
}

/// [`refuse_coord`] for a shape of at most four leaves.
#[cold]
#[inline(never)]
#[track_caller]
#[allow(clippy::too_many_arguments)] // An array would be passed by its address.
fn out_of_four<S: IntTuple, C: IntTuple>(
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    i: usize,
    j: usize,
    k: usize,
    l: usize,
) -> ! {
    panic!("{}", out_of_range::<S, C>(&[a, b, c, d], from_words(&[i, j, k, l])))
}

/// [`refuse_coord`] for the shape with these extents.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_extents<S: IntTuple, C: IntTuple>(
    extents: &[usize; value::MAX_LEAVES],
    indices: &[usize; value::MAX_LEAVES],
) -> ! {
    panic!("{}", out_of_range::<S, C>(extents, from_words(indices)))
}

/// Panics with the coordinate, where `_` keeps modes, and the layout that it lies outside of. Passes no pointer to either,
/// as [`refuse_coord`].
#[inline(always)]
#[track_caller]
pub(crate) fn refuse_part<L: PlainLayout, C: IntTuple>(layout: L, coord: C) -> ! {
    if const { C::LEAVES <= 4 } {
        out_of_layout_at::<L, C, 4>(&(layout, words_of(coord)))
    } else {
        out_of_layout_at::<L, C, { value::MAX_LEAVES }>(&(layout, words_of(coord)))
    }
}

/// [`refuse_part`] for the coordinate with these indices.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_layout_at<L: PlainLayout, C: IntTuple, const N: usize>(
    (layout, indices): &(L, [usize; N]),
) -> ! {
    panic!("{}", part_out_of_range::<L, C>(*layout, from_words(indices)))
}

/// The coordinate with these indices.
fn from_words<C: IntTuple>(indices: &[usize]) -> C {
    C::read(&|k| indices[k] as i64, 0)
}

/// Stops the compiler for a static coordinate outside a static shape.
#[track_caller]
pub(crate) const fn in_range<L: Form, C: IntTuple>() {
    if <C::IsStatic as Bool>::VALUE
        && L::FORM.shape().all_known()
        && let Err(error) = L::FORM.try_image(&value::Coord::from_tuple(C::DESC))
    {
        report(&error)
    }
}

/// [`in_range`] of a coordinate where `_` keeps modes, in a layout on plain integers. The message begins with what has
/// the shape.
#[track_caller]
pub(crate) const fn part_in_range<C: IntTuple>(what: &str, layout: &value::Layout) {
    if <C::IsStatic as Bool>::VALUE
        && layout.shape().all_known()
        && layout.are_integers()
        && let Some(error) = range_error(*layout, C::DESC, <C::List as Keeps>::KEPT)
    {
        stop(Text::of(what).then(error.message().as_str()).as_str())
    }
}

/// The error of a coordinate outside a layout, if it is outside. The leaves in the mask `kept` are `_`.
pub(super) const fn range_error(
    layout: value::Layout,
    mut coord: value::IntTuple,
    kept: u32,
) -> Option<LayoutError> {
    // `_` is in range: 0 in its place leaves the others to be compared.
    let mut k = 0;
    while k < coord.leaf_count() {
        if kept >> k & 1 == 1 {
            coord.set_value(k, 0);
        }
        k += 1;
    }
    match layout.try_image(&value::Coord::from_tuple(coord)) {
        Ok(_) => None,
        Err(error) => Some(LayoutError::refused(
            Operation::Index,
            Operand::Layout(layout),
            Operand::Coord(value::Coord::keeping(coord, kept)),
            error.rule(),
        )),
    }
}

/// Stops the compiler unless the layout has `N` modes.
#[track_caller]
pub(crate) const fn has_modes<L: Form, const N: usize>() {
    has_modes_of::<L>(N)
}

/// Stops the compiler unless the layout has as many modes as an array has places.
#[track_caller]
pub(crate) const fn has_modes_of<L: Form>(places: usize) {
    let shape = L::FORM.shape();
    if shape.are_integers() {
        has_places(shape, places)
    }
}

/// Stops the compiler unless the shape has `N` modes.
#[track_caller]
pub(crate) const fn has_rank<S: IntTuple, const N: usize>() {
    if is_made::<S, ()>() {
        has_places(S::DESC, N)
    }
}

#[track_caller]
const fn has_places(shape: value::IntTuple, places: usize) {
    let rank = shape.rank();
    if rank != places {
        let modes = if rank == 1 { " mode" } else { " modes" };
        let word = if places == 1 { " place" } else { " places" };
        let text = Text::of("the shape ").then_coord(&shape, 0).then(" has ");
        let text = text.then_number(rank as i64).then(modes).then(", and the array ");
        stop(text.then_number(places as i64).then(word).as_str())
    }
}

/// The size of each mode. The caller has called [`has_modes`].
#[inline(always)]
pub(crate) fn sizes_of_modes<L: AnyLayout, const N: usize>(layout: L) -> [usize; N] {
    sizes_of_shape(layout.shape())
}

/// The size of each mode of a shape. The caller has called [`has_rank`].
#[inline(always)]
pub(crate) fn sizes_of_shape<S: IntTuple, const N: usize>(shape: S) -> [usize; N] {
    let first = const { first_leaves::<S>() };
    let mut extents = [0; value::MAX_LEAVES];
    shape.words(&mut extents, 0);
    core::array::from_fn(|k| extents[first[k]..first[k + 1]].iter().product())
}

/// The coordinate by mode of a natural coordinate. The caller has called [`has_modes`].
///
/// ```text
/// (4,(2,3))     (2,(1,2))     [2, 1 + 2*2]
/// ```
#[inline(always)]
pub(crate) fn by_mode<S: IntTuple, const N: usize>(shape: S, coord: S::Coord) -> [usize; N] {
    let first = const { first_leaves::<S>() };
    // A leaf for each mode: the digits are the coordinate, without arrays that the compiler has to see through.
    if const { has_flat_modes::<S, N>() } {
        let mut modes = [0; N];
        coord.words(&mut modes, 0);
        return modes;
    }
    let (mut extents, mut digits) = ([0; value::MAX_LEAVES], [0; value::MAX_LEAVES]);
    shape.words(&mut extents, 0);
    coord.words(&mut digits, 0);
    core::array::from_fn(|k| {
        let leaves = (first[k]..first[k + 1]).rev();
        leaves.fold(0, |index, leaf| index * extents[leaf] + digits[leaf])
    })
}

/// Whether each of the `N` modes of `S` is one leaf.
const fn has_flat_modes<S: IntTuple, const N: usize>() -> bool {
    let (first, mut k) = (first_leaves::<S>(), 0);
    while k < N && first[k + 1] == k + 1 {
        k += 1;
    }
    k == N
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
