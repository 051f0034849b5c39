//! Where the types meet the algebra on plain integers.
//!
//! The types say which leaves of a result are static, and what they are. Everything else comes
//! from `layout-core`: it decides in `const` whether a static operation is refused, checks that
//! the type of the result says what it found, and computes the values of run-time leaves. A type
//! function that disagrees with it does not compile, or panics before it returns a wrong layout.

pub(crate) mod carried;
mod condition;
mod coordinate;
mod disjoint;
mod moves;
mod swizzled;
#[cfg(all(test, feature = "std"))]
mod tests;
pub(crate) mod tuple;
mod verdict;

pub(crate) use condition::{holds, holds_if, holds_plain};
pub use condition::{require, require_of, stop};
pub(crate) use coordinate::{fits_shape, in_range, static_index};
pub use disjoint::{disjoint, try_disjoint};
pub(crate) use disjoint::{disjoint_divided, try_disjoint_divided};
pub(crate) use moves::{fits, keep, labels, moved, planned, rearrange, rearranges, refused};
pub(crate) use swizzled::{a_swizzle, composed_exists, first, merged, moved_inside, swizzle};
pub use verdict::Refusal;
pub(crate) use verdict::{
    Judged, check, check_any, check_as, layout_of, passes, refusal, refused_numeral,
};

use crate::layout::{AnyLayout, Codomain, CodomainOf, Layout, Mapping, PlainLayout};
use crate::num::Bool;
use crate::num::int::Leaf;
use crate::swizzle::OffsetMap;
use crate::tuple::{Congruence, IntTuple};
use layout_core::{self as value, LayoutError};
use typenum::U0;

const DEFECT: &str = "a defect of static-layout: a type function disagrees with its value";

/// Only this module puts a layout together from leaves that nobody has checked as one.
#[derive(Debug)]
pub struct Unchecked(());

/// Stops the compiler unless the operation has an answer and the type found the same.
#[track_caller]
pub(crate) const fn agree(answer: Result<value::Layout, LayoutError>, found: &value::Layout) {
    match answer {
        Ok(layout) => {
            if !layout.same_form(found) {
                panic!("{}", DEFECT)
            }
        }
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// There is the static layout `R`; one whose run-time leaves are not known yet is not refused already.
#[track_caller]
pub(crate) const fn not_refused<R: PlainLayout>() {
    if <R::IsStatic as Bool>::VALUE {
        exists::<R::Shape, R::Stride>()
    } else {
        possible::<R::Shape, R::Stride>();
        adds_up(&R::DESC)
    }
}

/// The strides of a layout with run-time leaves add up, whatever these are.
#[track_caller]
pub(crate) const fn adds_up(layout: &value::Layout) {
    if let Err(error) = layout.adds_up() {
        let reason = "a number and a coordinate, or an element and a part of it, do not add up";
        panic!("{}", error.of_known_leaves(reason).as_str())
    }
}

/// The layout of type `R` with the run-time leaves of `layout`.
pub(crate) fn fill<R: PlainLayout>(layout: &value::Layout) -> R {
    if !(layout.same_form(&R::DESC) && layout.has_signs_of(&R::DESC)) {
        disagreement(layout, &R::DESC)
    }
    read(layout)
}

/// The layout of type `R` that is the same function as `layout`, if that is one of its form: what run-time
/// extents turn out to be decides no stride of a type.
#[inline]
pub(crate) fn try_convert<R: PlainLayout>(layout: &value::Layout) -> Option<R> {
    let form = &R::DESC;
    (layout.stands_for(form) && layout.has_signs_of(form)).then(|| read(layout))
}

/// A type function disagrees with its value.
#[cold]
pub(crate) fn disagreement(found: &value::Layout, expected: &value::Layout) -> ! {
    panic!("{DEFECT}: {} is no {}", found.marked(), expected.marked())
}

/// [`fill`] of an answer.
#[inline]
pub(crate) fn answer<R: PlainLayout>(
    answer: Result<value::Layout, LayoutError>,
) -> Result<R, LayoutError> {
    answer.map(|layout| fill(&layout))
}

pub(crate) fn read<R: PlainLayout>(layout: &value::Layout) -> R {
    let (shape, stride) = (layout.shape(), layout.stride());
    R::from_parts(
        IntTuple::read(&|k| shape.value(k), 0),
        IntTuple::read(&|k| stride.value(k), 0),
        Unchecked(()),
    )
}

/// The value of an operation that can be refused.
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

/// Size and cosize fit `isize`; of a static layout the caller has asked [`exists_if_static`], in
/// `const`, so that the error points at the user's line.
#[inline(always)]
pub(crate) fn valid<L: PlainLayout>(layout: L) -> Result<(), LayoutError> {
    <L::IsStatic as Bool>::try_static_value_or(|| {
        value::Layout::new(layout.shape().plain(), layout.stride().plain()).map(|_| ())
    })
}

/// A layout as the user wrote it, unless its size or cosize is past `isize`.
#[inline(always)]
pub(crate) fn made<L: PlainLayout>(layout: L) -> Result<L, LayoutError> {
    valid(layout).map(|()| layout)
}

/// The layout `n:0`, of which the caller has asked [`exists_if_static`].
#[inline]
pub(crate) fn repeated<N: Leaf>(extent: N) -> Result<Layout<N, U0>, LayoutError> {
    made(PlainLayout::from_parts(extent, U0::new(), Unchecked(())))
}

/// The first or the last `extent` coordinates of the mode `M`, a leaf, whose stride this is.
#[inline(always)]
pub(crate) fn part_of_mode<M: PlainLayout>(
    extent: usize,
    stride: M::Stride,
) -> Layout<usize, M::Stride> {
    PlainLayout::from_parts(extent, stride, Unchecked(()))
}

/// As many of the first coordinates along each leaf of `L` as `extents` says.
#[inline(always)]
pub(crate) fn part_of_leaves<L: PlainLayout>(
    extents: <L::Shape as IntTuple>::Coord,
    stride: L::Stride,
) -> Layout<<L::Shape as IntTuple>::Coord, L::Stride> {
    PlainLayout::from_parts(extents, stride, Unchecked(()))
}

/// A static layout has a coordinate for each offset of a static `B`; of others nothing is known yet.
#[track_caller]
pub(crate) const fn reaches_within<A: AnyLayout, B: AnyLayout>() {
    let (a, b) = (&<A::Plain as PlainLayout>::DESC, &<B::Plain as PlainLayout>::DESC);
    if <<A::Shape as IntTuple>::IsStatic as Bool>::VALUE
        && <B::IsStatic as Bool>::VALUE
        && <B::OffsetMap as OffsetMap>::IS_IDENTITY
        && b.cosize() > a.size()
    {
        panic!("{}", b.too_long_for(a.size() as usize, 0).message().as_str())
    }
}

/// No static leaf of `S:D` is refused.
#[track_caller]
pub(crate) const fn possible<S: IntTuple, D: IntTuple>() {
    if let Some(text) = refusal_of::<S>() {
        panic!("{}", text)
    }
    if let Some(text) = refusal_of::<D>() {
        panic!("{}", text)
    }
}

/// Why there is no such tuple. Its refusal is a constant for each tuple in it, which costs the compiler as
/// much as the integers do: it is asked only where these show that there is one.
pub(crate) const fn refusal_of<T: IntTuple>() -> Option<&'static str> {
    if T::DESC.are_integers() { None } else { named_refusal::<T>() }
}

const fn named_refusal<T: IntTuple>() -> Option<&'static str> {
    T::REFUSAL
}

/// There is a layout `S:D`.
#[track_caller]
pub(crate) const fn exists<S: IntTuple, D: IntTuple>() {
    if let Err(error) = value::Layout::new(S::DESC, D::DESC) {
        possible::<S, D>();
        panic!("{}", error.message().as_str())
    }
}

/// [`exists`] for a layout that is static; another one is asked at run time.
#[track_caller]
pub(crate) const fn exists_if_static<L: AnyLayout>() {
    if <<L::Plain as AnyLayout>::IsStatic as Bool>::VALUE {
        exists::<L::Shape, <L::Plain as PlainLayout>::Stride>()
    } else {
        let known = &<L::Plain as PlainLayout>::DESC;
        if !known.are_integers() {
            possible::<L::Shape, <L::Plain as PlainLayout>::Stride>()
        }
        adds_up(known)
    }
}

/// There is this layout, swizzled or not, which is static.
#[track_caller]
pub(crate) const fn fitting<L: AnyLayout>() {
    exists_if_static::<L>();
    if !<L::OffsetMap as OffsetMap>::IS_IDENTITY {
        let (outer, plain) =
            (&<L::OffsetMap as OffsetMap>::OFFSET, &<L::Plain as PlainLayout>::DESC);
        composed_exists(<L::OffsetMap as OffsetMap>::SWIZZLE, outer, plain);
    }
}

/// A view can reach elements through the layout.
#[track_caller]
pub const fn holds_elements<L: AnyLayout>() {
    exists_if_static::<L>();
    offsets::<L>();
}

/// Stops the compiler at a static layout that reaches more elements than an array has.
#[cfg(feature = "owned")]
#[track_caller]
pub(crate) const fn no_memory<L: AnyLayout>(bytes: usize) {
    if !<L::IsStatic as Bool>::VALUE {
        return;
    }
    exists::<<L::Plain as AnyLayout>::Shape, <L::Plain as PlainLayout>::Stride>();
    let layout = &<L::Plain as PlainLayout>::DESC;
    let text = value::Text::of("").then_layout(layout).then(" reaches ");
    let text = text.then_number(layout.cosize()).then(" elements: no array has as many");
    if bytes == 0 {
        stop(text.as_str());
    }
    stop(text.then(" of ").then_number(bytes as i64).then(" bytes").as_str())
}

/// An array of `len` elements has room for the layout, which is static.
#[cfg(feature = "owned")]
#[track_caller]
pub(crate) const fn room<L: AnyLayout>(len: u64) {
    require_of::<L>(<L::IsStatic as Bool>::VALUE, "an array on the stack needs a static layout");
    exists::<<L::Plain as AnyLayout>::Shape, <L::Plain as PlainLayout>::Stride>();
    offsets::<L>();
    assert!(<L::Plain as PlainLayout>::DESC.cosize() as u64 == len, "{}", DEFECT);
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

/// The cosize.
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

/// The coshape.
#[inline]
pub(crate) fn coshape<L: PlainLayout>(layout: L) -> crate::ops::Coshape<L> {
    let found = unwrap_or_panic(layout.plain().coshape());
    assert!(found.congruent(&<crate::ops::Coshape<L> as IntTuple>::DESC), "{DEFECT}");
    IntTuple::read(&|k| found.value(k), 0)
}

/// The part `R` of the layout `A` that the coordinate `C` keeps is not refused, and no leaf of `C` counts in
/// units. Of one that does not fit the shape the caller says so, and where `A` is refused its operation does.
#[track_caller]
pub(crate) const fn sliced_by<A: PlainLayout, C: IntTuple, R: PlainLayout>() {
    require(CodomainOf::<C>::IS_NUMBER, "a coordinate is of numbers, not of units such as 1@0");
    if <<C::List as Congruence>::Weakly<<A::Shape as IntTuple>::List> as Bool>::VALUE
        && !(moves::has_refused_leaf(&R::DESC) && moves::has_refused_leaf(&A::DESC))
    {
        not_refused::<R>()
    }
}

/// Stops the compiler at a layout that maps to coordinates, where offsets are needed.
#[track_caller]
pub(crate) const fn offsets<L: AnyLayout>() {
    require_of::<L>(
        <<L::Plain as PlainLayout>::Codomain as Codomain>::IS_NUMBER,
        "the layout maps to coordinates, not to offsets: `image` gives the coordinate",
    )
}

/// The cosize as a leaf, a numeral if it is static.
#[inline]
pub(crate) fn cosize<A: AnyLayout>(layout: A) -> crate::ops::Cosize<A> {
    Leaf::from_value(layout.parts().1.plain().cosize())
}

/// The refusal of a slice that does not hold a layout.
#[cold]
pub(crate) fn too_short<L: AnyLayout>(layout: L, len: usize, origin: usize) -> LayoutError {
    let (outer, plain) = layout.parts();
    let plain = PlainLayout::to_dynamic(plain);
    match outer.composed(plain) {
        None => plain.too_long_for(len, origin),
        Some(composed) => composed.too_long_for(len, origin),
    }
}

/// `from_dynamic`.
pub(crate) fn read_dynamic<S: IntTuple, D: IntTuple>(
    layout: &value::Layout,
) -> Result<Layout<S, D>, LayoutError> {
    layout.matches(&<Layout<S, D> as PlainLayout>::DESC).map(|()| read(layout))
}

/// What to say of a right operand that must not be swizzled.
pub(crate) const SWIZZLED: &str = "the right operand is swizzled: take the layout inside";

/// The integers of a right operand; whoever asks says whether it is swizzled.
pub(crate) const fn desc<B: AnyLayout>() -> &'static value::Layout {
    const { &<B::Plain as PlainLayout>::DESC }
}

/// The integers of a right operand, which is not swizzled.
#[track_caller]
pub(crate) const fn operand<B: AnyLayout>() -> &'static value::Layout {
    require(<B::OffsetMap as OffsetMap>::IS_IDENTITY, SWIZZLED);
    desc::<B>()
}

/// The refusal of a coordinate outside its shape.
#[cold]
pub(crate) fn out_of_range<L: PlainLayout, C: IntTuple>(layout: L, coord: C) -> LayoutError {
    match layout.plain().try_image(&value::Coord::from(coord.plain())) {
        Err(error) => error,
        Ok(_) => unreachable!("the coordinate was found to be out of range"),
    }
}
