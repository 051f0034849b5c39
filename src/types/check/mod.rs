//! Checks of types against `layout-core`, the algebra on plain integers.
//!
//! A type function decides which leaves of a result are static, and their values. `layout-core` does the rest, through
//! the functions of this module:
//!
//! 1. In `const`, it decides whether an operation of static layouts is refused, and computes the result; [`passes`] compares
//!    that with the type, [`agree`] where the result is not a layout. [`report_refusal`] stops the compiler with the message.
//! 2. At run time, it computes the values of run-time leaves, and [`fill`] compares the rest with the type.
//!
//! A type function with a wrong result does not compile, or panics before a wrong layout exists. The message is
//! [`DEFECT`].

pub(crate) mod carried;
mod condition;
mod coordinate;
mod cuts;
mod disjoint;
mod moves;
mod plan;
mod swizzled;
#[cfg(all(test, feature = "std"))]
mod tests;
pub(crate) mod tuple;
mod verdict;

pub(crate) use condition::report_nesting;
pub(crate) use condition::{holds, holds_if, holds_plain};
pub use condition::{report, require, require_of, stop};
pub use coordinate::fits_form;
pub(crate) use coordinate::{
    by_mode, fits_shape, fits_shape_of, has_modes, has_modes_of, has_rank, in_range, part_in_range,
    refuse_coord, refuse_part, sizes_of_modes, sizes_of_shape, static_index,
};
pub(crate) use cuts::{cut, from_leaf};
pub(crate) use disjoint::disjoint_divided;
pub use disjoint::{disjoint, try_disjoint, try_disjoint_divided};
pub(crate) use moves::{
    fits, integers_of, is_layout, is_tiler, keep, kept_plan, labels, moved, planned, rearrange,
    refused, states_facts,
};
pub(crate) use plan::{by_plan, by_vectors, compact, fits as fits_isize, plan_of};
pub(crate) use swizzled::{a_swizzle, composed_exists, first, moved_inside, swizzle};
pub use verdict::Refusal;
use verdict::is_refused_result;
pub(crate) use verdict::{is_made, layout_of, numbers, passes, report_refusal, require_numerals};

use crate::types::algebra::Tiler;
use crate::types::layout::{AnyLayout, Codomain, CodomainOf, Form, Layout, Mapping, PlainLayout};
use crate::types::num::int::Leaf;
use crate::types::num::{Bool, Planned};
use crate::types::swizzle::OffsetMap;
use crate::types::tuple::{IntTuple, Keeps, Structure};
use layout_core::{self as value, LayoutError};
use typenum::U0;

pub(crate) const DEFECT: &str =
    "a defect of static-layout: a type function disagrees with its value";

/// Proof that the caller is this module: [`PlainLayout::from_parts`] builds a layout without a check, and
/// [`PlainLayout::guard`] expects a table.
#[derive(Debug)]
pub struct Unchecked(());

/// Stops the compiler if the operation is refused, or if `found`, the type of its result, differs from `answer`.
#[track_caller]
pub(crate) const fn agree(answer: Result<value::Layout, LayoutError>, found: &value::Layout) {
    match answer {
        Ok(layout) => {
            if !layout.same_form(found) {
                panic!("{}", DEFECT)
            }
        }
        Err(error) => report(&error),
    }
}

/// Stops the compiler if no layout of type `R` exists: checks all of a static layout, the static leaves of another one.
#[track_caller]
pub(crate) const fn not_refused<R: PlainLayout>() {
    if <R::IsStatic as Bool>::VALUE {
        exists::<R::Shape, R::Stride>()
    } else {
        possible::<R::Shape, R::Stride>();
        adds_up(&R::FORM)
    }
}

/// Stops the compiler unless all strides map to one space: offsets, or the same elements of a coordinate.
#[track_caller]
pub(crate) const fn adds_up(layout: &value::Layout) {
    if let Err(error) = layout.adds_up() {
        let reason = "a number and a coordinate, or an element and a part of it, do not add up";
        if error.is_of_integers() {
            panic!("{}", error.of_known_leaves(reason).as_str())
        }
    }
}

/// The layout of type `R` with the run-time leaves of `layout`.
///
/// # Panics
/// If the form of `layout`, or the sign of a stride, differs from the type.
pub(crate) fn fill<R: PlainLayout>(layout: &value::Layout) -> R {
    let form = &R::FORM;
    if !(layout.same_form(form) && layout.has_signs_of(form) && layout.has_facts_of(form)) {
        disagreement(layout, &R::FORM)
    }
    read(layout)
}

/// The layout of type `R` that is the same function as `layout`; `None` if `layout` has another form or another sign.
/// The stride of an extent of 1 is not compared: a type does not depend on the value of a run-time extent.
#[inline]
pub(crate) fn try_convert<R: PlainLayout>(layout: &value::Layout) -> Option<R> {
    let form = &R::FORM;
    let holds = layout.has_signs_of(form) && layout.has_facts_of(form);
    (layout.stands_for(form) && holds).then(|| read(layout))
}

/// Panics: a type function disagrees with the value.
#[cold]
pub(crate) fn disagreement(found: &value::Layout, expected: &value::Layout) -> ! {
    panic!("{DEFECT}: {} is not {}", found.marked(), expected.marked())
}

/// [`fill`] of a result that may be an error.
#[inline]
pub(crate) fn answer<R: PlainLayout>(
    answer: Result<value::Layout, LayoutError>,
) -> Result<R, LayoutError> {
    Ok(fill(&answer?))
}

/// The layout of type `R` with the run-time leaves of `layout`, which is not compared with the type.
pub(crate) fn read<R: PlainLayout>(layout: &value::Layout) -> R {
    let (shape, stride) = (layout.shape(), layout.stride());
    R::from_parts(
        IntTuple::read(&|k| shape.value(k), 0),
        IntTuple::read(&|k| stride.value(k), 0),
        Unchecked(()),
    )
}

/// The result of an operation.
///
/// # Panics
/// If the operation is refused, with the message of the error, at the caller.
#[inline(always)]
#[track_caller]
pub fn unwrap_or_panic<R>(answer: Result<R, LayoutError>) -> R {
    match answer {
        Ok(result) => result,
        Err(error) => refuse(&error),
    }
}

#[cold]
#[track_caller]
fn refuse(error: &LayoutError) -> ! {
    panic!("{error}")
}

/// Checks that size and cosize of a run-time layout fit `isize`. For a static layout the caller has called
/// [`exists_if_static`] in its own `const` block, so that the error points at the user's line.
///
/// # Errors
/// As `layout_core::Layout::new`.
#[inline(always)]
pub(crate) fn valid<L: PlainLayout>(layout: L) -> Result<(), LayoutError> {
    <L::IsStatic as Bool>::try_planned_or(
        || if fits_isize(layout) { Planned::Result(()) } else { Planned::Open },
        || value::Layout::new(layout.shape().plain(), layout.stride().plain()).map(|_| ()),
    )
}

/// The layout, after [`valid`], panicking at the caller.
///
/// # Panics
/// If its size or cosize does not fit `isize`.
#[inline(always)]
#[track_caller]
pub(crate) fn made_or_panic<L: PlainLayout>(layout: L) -> L {
    <L::IsStatic as Bool>::planned_or_panic(
        || if fits_isize(layout) { Planned::Result(layout) } else { Planned::Open },
        || made(layout),
    )
}

/// The layout, after [`valid`].
///
/// # Errors
/// If its size or cosize does not fit `isize`.
#[inline(always)]
pub(crate) fn made<L: PlainLayout>(layout: L) -> Result<L, LayoutError> {
    valid(layout).map(|()| layout)
}

/// The layout `n:0`. For a static `n` the caller has called [`exists_if_static`].
///
/// # Errors
/// If `n` does not fit `isize`.
#[inline]
pub(crate) fn repeated<N: Leaf>(extent: N) -> Result<Layout<N, U0>, LayoutError> {
    made(PlainLayout::from_parts(extent, U0::new(), Unchecked(())))
}

/// The guard of a padded divide. The caller has made the table unless the guard is planned.
#[inline(always)]
pub(crate) fn guard_of<A: PlainLayout, T: Tiler, F: Bool>(
    layout: A,
    table: Option<value::Guard>,
) -> A::Guard<T, F> {
    layout.guard(table, Unchecked(()))
}

/// The first or the last `extent` coordinates of the mode `M`, a leaf with the stride `stride`.
#[inline(always)]
pub(crate) fn part_of_mode<M: PlainLayout>(
    extent: usize,
    stride: M::Stride,
) -> Layout<usize, M::Stride> {
    PlainLayout::from_parts(extent, stride, Unchecked(()))
}

/// The first `extents` coordinates along the leaves of `L`: one extent for each leaf.
#[inline(always)]
pub(crate) fn part_of_leaves<L: PlainLayout>(
    extents: <L::Shape as IntTuple>::Coord,
    stride: L::Stride,
) -> Layout<<L::Shape as IntTuple>::Coord, L::Stride> {
    PlainLayout::from_parts(extents, stride, Unchecked(()))
}

/// Stops the compiler if a static layout of the tiler `K` has offsets past the size of the static shape that it indexes:
/// of `A`, or of a mode of `A`. Checks nothing if one of them has run-time integers or `K` is swizzled.
#[track_caller]
pub(crate) const fn reaches_within<A: AnyLayout, K: Tiler>() {
    if <K::OffsetMap as OffsetMap>::IS_IDENTITY
        && let Err(error) = K::TILER.indexes(&A::FORM)
    {
        report(&error)
    }
}

/// Stops the compiler if a leaf of `S:D` is `Refused`.
#[track_caller]
pub(crate) const fn possible<S: IntTuple, D: IntTuple>() {
    if let Some(text) = refusal_of::<S>() {
        panic!("{}", text)
    }
    if let Some(text) = refusal_of::<D>() {
        panic!("{}", text)
    }
}

/// The message of the first refused leaf of `T`.
///
/// `T::REFUSAL` costs the compiler one constant for each tuple inside `T`, as `T::DESC` does. The constant is evaluated
/// only where `T::DESC` has a leaf that is not an integer.
pub(crate) const fn refusal_of<T: IntTuple>() -> Option<&'static str> {
    if T::DESC.are_integers() { None } else { named_refusal::<T>() }
}

// A function of its own: the compiler evaluates the constants that it names only where it is called.
const fn named_refusal<T: IntTuple>() -> Option<&'static str> {
    T::REFUSAL
}

/// Stops the compiler unless the static layout `S:D` exists: its size and cosize fit `isize`.
#[track_caller]
pub(crate) const fn exists<S: IntTuple, D: IntTuple>() {
    exists_or_stop::<S, D>(S::DESC, D::DESC)
}

/// [`exists`] with 0 in place of run-time integers, whose codes in a type are no integers.
#[track_caller]
pub(crate) const fn exists_with_zeros<S: IntTuple, D: IntTuple>() {
    // A static layout begins each program that the compiler reads, and a call for each leaf costs.
    let (shape, stride) = (S::DESC, D::DESC);
    if !value::Layout::is_simple(&shape, &stride) {
        exists_or_stop::<S, D>(zeroed(shape), zeroed(stride))
    }
}

const fn zeroed(mut tuple: value::IntTuple) -> value::IntTuple {
    let mut k = 0;
    while k < tuple.leaf_count() {
        if !tuple.is_known(k) {
            tuple.set_value(k, 0);
        }
        k += 1;
    }
    tuple
}

#[track_caller]
const fn exists_or_stop<S: IntTuple, D: IntTuple>(shape: value::IntTuple, stride: value::IntTuple) {
    if let Err(error) = value::Layout::new(shape, stride) {
        possible::<S, D>();
        panic!("{}", error.message().as_str())
    }
}

/// Stops the compiler if the strides `D` are not nested like the extents `S`.
#[track_caller]
pub(crate) const fn congruent<S: IntTuple, D: IntTuple>() {
    if let Err(error) = value::Layout::new(S::DESC, D::DESC)
        && matches!(error.rule(), value::Rule::Congruence)
    {
        panic!("{}", error.of_nesting().as_str())
    }
}

/// [`congruent`], decided without a layout. The shape of a layout says which strides it has: with others, the offsets of its
/// coordinates are not those that its cosize counts.
#[track_caller]
pub(crate) const fn nested_alike<S: IntTuple, D: IntTuple>() {
    if !S::DESC.congruent(&D::DESC) {
        congruent::<S, D>();
        panic!("{}", DEFECT)
    }
}

/// [`exists`] for a static layout, of which the caller has a value or its leaves: silent for the result of a refused operation.
/// For another one, checks the static leaves; [`valid`] checks the rest at run time.
#[track_caller]
pub(crate) const fn exists_if_static<L: AnyLayout>() {
    if <<L::Plain as AnyLayout>::IsStatic as Bool>::VALUE {
        if let Err(error) = value::Layout::new(
            <L::Shape as IntTuple>::DESC,
            <<L::Plain as PlainLayout>::Stride as IntTuple>::DESC,
        ) {
            not_a_value::<L::Shape, <L::Plain as PlainLayout>::Stride>(&error)
        }
    } else {
        let known = &L::FORM;
        if !known.are_integers() && is_made::<L::Shape, <L::Plain as PlainLayout>::Stride>() {
            possible::<L::Shape, <L::Plain as PlainLayout>::Stride>()
        }
        adds_up(known)
    }
}

#[track_caller]
const fn not_a_value<S: IntTuple, D: IntTuple>(error: &LayoutError) {
    if is_made::<S, D>() {
        possible::<S, D>();
        panic!("{}", error.message().as_str())
    }
}

/// Stops the compiler unless the layout exists. For a swizzled layout, also checks the offset and the swizzle.
#[track_caller]
pub(crate) const fn fitting<L: AnyLayout>() {
    // No operation has refused a leaf of a literal: this is its only error.
    if !L::FORM.are_integers() {
        possible::<L::Shape, <L::Plain as PlainLayout>::Stride>()
    }
    exists_if_static::<L>();
    if !<L::OffsetMap as OffsetMap>::IS_IDENTITY {
        let (outer, plain) = (&<L::OffsetMap as OffsetMap>::OFFSET, &L::FORM);
        composed_exists(<L::OffsetMap as OffsetMap>::SWIZZLE, outer, plain);
    }
}

/// Stops the compiler unless a view can reach elements through the layout, of which the caller has a value: it exists, as
/// far as its leaves are known, and maps to offsets. Silent for the result of a refused operation.
#[track_caller]
pub const fn holds_elements<L: Form>() {
    let form = &L::FORM;
    if form.all_known() {
        if let Err(error) = value::Layout::new(form.shape(), form.stride())
            && possible_form::<L>()
        {
            panic!("{}", error.message().as_str())
        }
    } else if possible_form::<L>() {
        adds_up(form)
    }
    offsets::<L>();
}

/// Whether the layout is not the result of a refused operation. Stops the compiler if a leaf is refused otherwise.
#[track_caller]
const fn possible_form<L: Form>() -> bool {
    // A function of its own: the compiler evaluates the constants that it names only where it is called.
    const fn refusals<L: Form>() -> [Option<&'static str>; 2] {
        L::REFUSALS
    }
    if L::FORM.are_integers() {
        return true;
    }
    let [shape, stride] = refusals::<L>();
    if is_refused_result(shape) || is_refused_result(stride) {
        return false;
    }
    if let (Some(text), _) | (None, Some(text)) = (shape, stride) {
        panic!("{}", text)
    }
    true
}

/// Stops the compiler for a static layout whose cosize is more than an array can hold, with elements of `bytes` bytes.
/// `bytes` is 0 where the size of an element is unknown.
#[cfg(feature = "owned")]
#[track_caller]
pub(crate) const fn no_memory<L: AnyLayout>(bytes: usize) {
    if !<L::IsStatic as Bool>::VALUE {
        return;
    }
    exists::<<L::Plain as AnyLayout>::Shape, <L::Plain as PlainLayout>::Stride>();
    let layout = &L::FORM;
    let text = value::Text::of("").then_layout(layout).then(" reaches ");
    let text = text.then_number(layout.cosize()).then(" elements: no array has as many");
    if bytes == 0 {
        stop(text.as_str());
    }
    stop(text.then(" of ").then_number(bytes as i64).then(" bytes").as_str())
}

/// Stops the compiler unless the layout is static and an array of `len` elements, its cosize, holds each of its offsets.
#[cfg(feature = "owned")]
#[track_caller]
pub(crate) const fn room<L: AnyLayout>(len: u64) {
    require_of::<L>(<L::IsStatic as Bool>::VALUE, "an array on the stack needs a static layout");
    exists::<<L::Plain as AnyLayout>::Shape, <L::Plain as PlainLayout>::Stride>();
    offsets::<L>();
    assert!(L::FORM.cosize() as u64 == len, "{}", DEFECT);
    if <L::OffsetMap as OffsetMap>::IS_IDENTITY || len == 0 {
        return;
    }
    let first = <L::OffsetMap as OffsetMap>::OFFSET.value(0);
    let negative = <<<L::Plain as PlainLayout>::Stride as IntTuple>::IsSigned as Bool>::VALUE;
    let (_, last) = <L::OffsetMap as OffsetMap>::SWIZZLE.bounds(first, first + (len as i64 - 1));
    require(
        first >= 0 && !negative && (last as u64) < len,
        "the swizzled offsets reach past the cosize of the layout: view a longer slice through it",
    )
}

/// The cosize: one more than the difference between the greatest and the least offset; 0 without coordinates.
#[inline(always)]
pub(crate) fn cosize_of<L: PlainLayout>(layout: L) -> usize {
    let (shape, stride) = (layout.shape(), layout.stride());
    if !L::Codomain::IS_NUMBER {
        layout.plain().cosize() as usize
    } else if shape.count() == 0 {
        0
    } else {
        1 + shape.span(stride)
    }
}

/// Stops the compiler for a layout that maps to coordinates, which have no least and no greatest one.
#[track_caller]
pub(crate) const fn has_ends<L: PlainLayout>() {
    if let Err(error) = L::FORM.min_offset() {
        report_nesting(&error)
    }
}

/// The least and the greatest offset; 0 and -1 without coordinates.
#[inline(always)]
pub(crate) fn ends_of<L: PlainLayout>(layout: L) -> (isize, isize) {
    let (shape, stride) = (layout.shape(), layout.stride());
    if shape.count() == 0 {
        return (0, -1);
    }
    let (span, below) = (shape.span(stride) as isize, shape.below(stride) as isize);
    (-below, span - below)
}

/// The coshape: the smallest shape that holds every image.
///
/// # Panics
/// If a number of the coshape does not fit `isize`.
#[inline]
pub(crate) fn coshape<L: PlainLayout>(layout: L) -> crate::types::layout::Coshape<L> {
    let found = unwrap_or_panic(layout.plain().coshape());
    assert!(found.congruent(&<crate::types::layout::Coshape<L> as IntTuple>::DESC), "{DEFECT}");
    IntTuple::read(&|k| found.value(k), 0)
}

/// Stops the compiler if `R`, the part of `A` that the coordinate `C` keeps, is refused, or if a leaf of `C` has a basis.
/// Does not check `R` where `C` does not fit the shape or `A` itself is refused: other checks report these.
#[track_caller]
pub(crate) const fn sliced_by<A: PlainLayout, C: IntTuple, R: PlainLayout>() {
    require(CodomainOf::<C>::IS_NUMBER, "a coordinate is of numbers, not of units such as 1@0");
    if <<C::List as Structure>::Weakly<<A::Shape as IntTuple>::List> as Bool>::VALUE
        && !(moves::has_refused_leaf(&R::FORM) && moves::has_refused_leaf(&A::FORM))
    {
        not_refused::<R>()
    }
}

/// Stops the compiler for a layout that maps to coordinates, where offsets are needed.
#[track_caller]
pub const fn offsets<L: Form>() {
    let (strides, mut k) = (L::FORM.stride(), 0);
    while k < L::FORM.leaf_count() {
        require_of::<L>(
            strides.basis(k).is_none(),
            "the layout maps to coordinates, not to offsets: `image` gives the coordinate",
        );
        k += 1;
    }
}

/// The cosize as a leaf: a numeral if it is static.
#[inline]
pub(crate) fn cosize<A: AnyLayout>(layout: A) -> crate::types::layout::Cosize<A> {
    Leaf::from_value(layout.parts().1.plain().cosize())
}

/// The error for a slice of `len` elements that is too short for the layout, with offset 0 at element `origin`.
#[cold]
pub fn too_short<L: Form>(layout: L, len: usize, origin: usize) -> LayoutError {
    let plain = layout.with_words().set_known();
    match layout.outer().composed(plain) {
        None => plain.too_long_for(len, origin),
        Some(composed) => composed.too_long_for(len, origin),
    }
}

/// The layout of type `S:D` with the integers of `layout`.
///
/// # Errors
/// If the nesting or a static integer differs.
pub(crate) fn read_dynamic<S: IntTuple, D: IntTuple>(
    layout: &value::Layout,
) -> Result<Layout<S, D>, LayoutError> {
    layout.matches(&Layout::<S, D>::FORM).map(|()| read(layout))
}

/// The number `n` as the layout `n:0`, so that the functions for layouts check it.
pub(crate) const fn number(answer: Result<i64, LayoutError>) -> Result<value::Layout, LayoutError> {
    match answer {
        Ok(n) => Ok(value::internal::unchecked_layout(
            value::IntTuple::leaf(n),
            value::IntTuple::leaf(0),
        )),
        Err(error) => Err(error),
    }
}

/// The layout `n:0` of type `R`, for a number `n` computed at run time. See [`number`].
///
/// # Panics
/// If `n` differs from a static extent of `R`.
#[inline]
pub(crate) fn counted<R: PlainLayout>(n: usize) -> R {
    let (extent, is_known) = const { (R::FORM.leaf(0).0, R::FORM.known(0).0) };
    assert!(!is_known || n == extent as usize, "{}", DEFECT);
    R::from_parts(IntTuple::read(&|_| n as i64, 0), IntTuple::read(&|_| 0, 0), Unchecked(()))
}

/// The message for a right operand that must not be swizzled.
pub(crate) const SWIZZLED: &str = "the right operand is swizzled: take the layout inside";

/// Stops the compiler if the right operand `T` is swizzled.
#[track_caller]
pub(crate) const fn require_unswizzled<T: Tiler>() {
    require(<T::OffsetMap as OffsetMap>::IS_IDENTITY, SWIZZLED)
}

/// The error for a coordinate outside its shape, where `_` keeps modes.
#[cold]
pub(crate) fn part_out_of_range<L: PlainLayout, C: IntTuple>(layout: L, coord: C) -> LayoutError {
    part_out_of(layout.plain(), coord)
}

/// [`part_out_of_range`] for a layout on plain integers.
#[cold]
pub(crate) fn part_out_of<C: IntTuple>(layout: value::Layout, coord: C) -> LayoutError {
    match coordinate::range_error(layout, coord.plain(), <C::List as Keeps>::KEPT) {
        Some(error) => error,
        None => unreachable!("the coordinate was found to be out of range"),
    }
}

/// The error for a coordinate outside the shape of type `S` with these extents.
#[cold]
pub(crate) fn out_of_range<S: IntTuple, C: IntTuple>(extents: &[usize], coord: C) -> LayoutError {
    out_of_shape(S::read(&|k| extents[k] as i64, 0).plain(), coord)
}

/// The error for a coordinate outside this shape.
#[cold]
pub(crate) fn out_of_shape<C: IntTuple>(shape: value::IntTuple, coord: C) -> LayoutError {
    let mut stride = shape;
    (0..shape.leaf_count()).for_each(|k| stride.set_value(k, 0));
    let layout = value::internal::unchecked_layout(shape, stride);
    match layout.try_image(&value::Coord::from(coord.plain())) {
        Err(error) => error,
        Ok(_) => unreachable!("the coordinate was found to be out of range"),
    }
}

/// [`out_of_range`] for the shape of a layout.
#[cold]
pub(crate) fn out_of_layout<L: PlainLayout, C: IntTuple>(layout: L, coord: C) -> LayoutError {
    let mut extents = [0; value::MAX_LEAVES];
    layout.shape().words(&mut extents, 0);
    out_of_range::<L::Shape, C>(&extents, coord)
}
