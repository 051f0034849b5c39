//! Where the types meet the algebra on plain integers.
//!
//! The types say which leaves of a result are static, and what they are. Everything else comes
//! from `layout-core`: it decides in `const` whether a static operation is refused, checks that
//! the type of the result says what it found, and computes the values of run-time leaves. A type
//! function that disagrees with it does not compile, or panics before it returns a wrong layout.

use crate::int::{Int, Leaf, REFUSED_RESULT};
use crate::layout::{AnyLayout, Layout, Mapping};
use crate::num::Bool;
use crate::tuple::{IntTuple, Selection};
use layout_core::{self as value, LayoutError};

const DEFECT: &str = "a defect of static-layout: a type function disagrees with its value";

/// Only this module puts a layout together from leaves that nobody has checked as one.
#[derive(Debug)]
pub struct Trusted(());

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

/// A static leaf of the type is refused.
pub(crate) const fn is_refused<R: AnyLayout>() -> bool {
    <R::Shape as IntTuple>::REFUSAL.is_some() || <R::Stride as IntTuple>::REFUSAL.is_some()
}

/// Stops the compiler at an operation whose result [`is_refused`], with what is known of its
/// operands: those of `answer`, the operation on them with any run-time integers.
#[track_caller]
pub(crate) const fn refuse_known<R: AnyLayout, T>(answer: &Result<T, LayoutError>) {
    if let Err(error) = answer
        && let (Some(text), _) | (None, Some(text)) =
            (<R::Shape as IntTuple>::REFUSAL, <R::Stride as IntTuple>::REFUSAL)
    {
        panic!("{}", error.of_known_leaves(text.split_at(REFUSED_RESULT.len()).1).as_str())
    }
    not_refused::<R>()
}

/// There is the static layout `R`; one whose run-time leaves are not known yet is not refused already.
#[track_caller]
pub(crate) const fn not_refused<R: AnyLayout>() {
    if <R::IsStatic as Bool>::VALUE {
        exists::<R::Shape, R::Stride>()
    } else {
        possible::<R::Shape, R::Stride>()
    }
}

/// [`agree`] for an answer that comes with a guard.
#[track_caller]
pub(crate) const fn agree_padded(
    answer: Result<value::Padded, LayoutError>,
    found: &value::Layout,
) -> value::Guard {
    match answer {
        Ok(padded) => {
            agree(Ok(padded.layout()), found);
            padded.guard()
        }
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// The layout of type `R` with the run-time leaves of `layout`.
pub(crate) fn fill<R: AnyLayout>(layout: &value::Layout) -> R {
    assert!(layout.same_form(&R::DESC), "{DEFECT}: {} is no {}", layout.marked(), R::DESC.marked());
    read(layout)
}

/// [`fill`] of an answer.
#[inline]
pub(crate) fn answer<R: AnyLayout>(
    answer: Result<value::Layout, LayoutError>,
) -> Result<R, LayoutError> {
    answer.map(|layout| fill(&layout))
}

fn read<R: AnyLayout>(layout: &value::Layout) -> R {
    let (shape, stride) = (layout.shape(), layout.stride());
    R::from_parts(
        IntTuple::read(&|k| shape.value(k), 0),
        IntTuple::read(&|k| stride.value(k), 0),
        Trusted(()),
    )
}

/// The value of an operation that can be refused.
#[inline(always)]
#[track_caller]
pub(crate) fn settle<R>(answer: Result<R, LayoutError>) -> R {
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
pub(crate) fn valid<L: AnyLayout>(layout: L) -> Result<(), LayoutError> {
    if <L::IsStatic as Bool>::VALUE {
        return Ok(());
    }
    value::Layout::new(layout.shape().plain(), layout.stride().plain()).map(|_| ())
}

/// A layout as the user wrote it, unless its size or cosize is past `isize`.
#[inline(always)]
pub(crate) fn made<L: AnyLayout>(layout: L) -> Result<L, LayoutError> {
    valid(layout).map(|()| layout)
}

/// No static leaf of `S:D` is refused.
#[track_caller]
pub(crate) const fn possible<S: IntTuple, D: IntTuple>() {
    if let Some(text) = S::REFUSAL {
        panic!("{}", text)
    }
    if let Some(text) = D::REFUSAL {
        panic!("{}", text)
    }
}

/// Modes of `of`. Beside an extent of 0 the others can be as large as they like, but not without it.
#[inline(always)]
pub(crate) fn part<A: AnyLayout, R: AnyLayout>(of: A, modes: R) -> Result<R, LayoutError> {
    if of.shape().count() == 0 { alone(modes) } else { Ok(modes) }
}

#[cold]
fn alone<R: AnyLayout>(modes: R) -> Result<R, LayoutError> {
    made(modes)
}

/// There is a layout `S:D`.
#[track_caller]
pub(crate) const fn exists<S: IntTuple, D: IntTuple>() {
    possible::<S, D>();
    if let Err(error) = value::Layout::new(S::DESC, D::DESC) {
        panic!("{}", error.message().as_str())
    }
}

/// [`exists`] for a layout that is static; another one is asked at run time.
#[track_caller]
pub(crate) const fn exists_if_static<L: AnyLayout>() {
    if <L::IsStatic as Bool>::VALUE {
        exists::<L::Shape, L::Stride>()
    }
}

/// An array of `len` elements has room for the layout, which is static.
#[track_caller]
pub(crate) const fn room<L: AnyLayout>(len: u64) {
    require(<L::IsStatic as Bool>::VALUE, "an array on the stack needs a static layout");
    exists::<L::Shape, L::Stride>();
    assert!(L::DESC.cosize() as u64 == len, "{}", DEFECT);
}

/// The cosize as a leaf, a numeral if it is static.
#[inline]
pub(crate) fn cosize<A: AnyLayout>(layout: A) -> <A::Cosize as Int>::Leaf {
    Leaf::from_value(layout.plain().cosize())
}

/// The refusal of a slice that does not hold a layout.
#[cold]
pub(crate) fn too_short<L: AnyLayout>(layout: L, len: usize, origin: usize) -> LayoutError {
    layout.to_dynamic().too_long_for(len, origin)
}

/// `from_dynamic`.
pub(crate) fn read_dynamic<S: IntTuple, D: IntTuple>(
    layout: &value::Layout,
) -> Result<Layout<S, D>, LayoutError> {
    layout.matches(&<Layout<S, D> as AnyLayout>::DESC).map(|()| read(layout))
}

/// Stops the compiler when a static coordinate lies outside a static shape.
#[track_caller]
pub(crate) const fn in_range<L: AnyLayout, C: IntTuple>() {
    if <<L::Shape as IntTuple>::IsStatic as Bool>::VALUE
        && <C::IsStatic as Bool>::VALUE
        && let Err(error) = L::DESC.try_index(&value::Coord::from_tuple(C::DESC))
    {
        panic!("{}", error.message().as_str())
    }
}

/// A condition of generic code, in `const`.
#[track_caller]
pub(crate) const fn require(holds: bool, rule: &'static str) {
    if !holds {
        panic!("{}", rule)
    }
}

/// The refusal of a coordinate outside its shape.
#[cold]
pub(crate) fn out_of_range<L: AnyLayout, C: IntTuple>(layout: L, coord: C) -> LayoutError {
    match layout.plain().try_index(&value::Coord::from(coord.plain())) {
        Err(error) => error,
        Ok(_) => unreachable!("the coordinate was found to be out of range"),
    }
}

/// Stops the compiler unless a static coordinate lies in the layout and the type found its offset.
#[track_caller]
pub(crate) const fn static_index(
    layout: &value::Layout,
    coord: &value::IntTuple,
    found: &value::IntTuple,
) {
    match layout.try_index(&value::Coord::from_tuple(*coord)) {
        Ok(offset) => {
            if !found.equals(&value::IntTuple::leaf(offset)) {
                panic!("{}", DEFECT)
            }
        }
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// `layout` with its leaves numbered from `from` on, in the strides; the extents are 1. What a
/// rearrangement makes of it says where every leaf comes from.
pub(crate) const fn labels(layout: &value::Layout, from: usize) -> value::Layout {
    let (mut shape, mut stride) = (layout.shape(), layout.stride());
    let mut k = 0;
    while k < shape.leaf_count() {
        shape.set_value(k, 1);
        stride.set_value(k, (from + k) as i64);
        k += 1;
    }
    value::Layout::from_parts(shape, stride)
}

/// The rearrangement of labelled leaves; the type that was found must be nested like it.
#[track_caller]
pub(crate) const fn plan(layout: value::Layout, found: &value::Layout) -> value::Layout {
    require(layout.shape().congruent(&found.shape()), DEFECT);
    if found.all_known() && !has_refused_leaf(found) {
        // Modes that fit one by one can be too large together.
        agree(value::Layout::new(found.shape(), found.stride()), found);
    }
    layout
}

/// A leaf of the type is refused: the error is where the operation was.
const fn has_refused_leaf(layout: &value::Layout) -> bool {
    let (shape, stride) = (layout.shape(), layout.stride());
    let mut k = 0;
    while k < shape.leaf_count() {
        if shape.value(k) == i64::MIN || stride.value(k) == i64::MIN {
            return true;
        }
        k += 1;
    }
    false
}

/// A refusal as a compile error.
#[track_caller]
pub(crate) const fn refused(answer: Result<value::Layout, LayoutError>) -> ! {
    match answer {
        Ok(_) => panic!("{}", DEFECT),
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// The positions in a static tuple.
pub(crate) const fn path(tuple: &value::IntTuple) -> ([usize; value::MAX_LEAVES], usize) {
    let (mut path, mut k) = ([0; value::MAX_LEAVES], 0);
    while k < tuple.leaf_count() {
        path[k] = tuple.value(k) as usize;
        k += 1;
    }
    (path, k)
}

/// The leaves of `a` and `b` where `plan` wants them.
#[inline(always)]
pub(crate) fn rearrange<A: AnyLayout, B: AnyLayout, R: AnyLayout>(
    a: A,
    b: B,
    plan: &value::Layout,
) -> R {
    let (mut shape, mut stride) = ([0; 2 * value::MAX_LEAVES], [0; 2 * value::MAX_LEAVES]);
    a.shape().words(&mut shape, 0);
    a.stride().words(&mut stride, 0);
    b.shape().words(&mut shape, value::MAX_LEAVES);
    b.stride().words(&mut stride, value::MAX_LEAVES);
    let from = plan.stride();
    R::from_parts(
        IntTuple::read(&|k| shape[from.value(k) as usize] as isize as i64, 0),
        IntTuple::read(&|k| stride[from.value(k) as usize] as isize as i64, 0),
        Trusted(()),
    )
}

/// The leaves of `a` that a coordinate keeps.
#[inline(always)]
pub(crate) fn keep<A: AnyLayout, R: AnyLayout>(a: A, kept: &Selection) -> R {
    let (mut shape, mut stride) = ([0; value::MAX_LEAVES], [0; value::MAX_LEAVES]);
    a.shape().words(&mut shape, 0);
    a.stride().words(&mut stride, 0);
    R::from_parts(
        IntTuple::read(&|k| shape[kept.leaf(k)] as isize as i64, 0),
        IntTuple::read(&|k| stride[kept.leaf(k)] as isize as i64, 0),
        Trusted(()),
    )
}
