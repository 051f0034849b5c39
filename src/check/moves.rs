//! Rearrangements: planned in `const` by what becomes of numbered leaves, then the leaves are moved.

use super::verdict::has_form;
use super::{DEFECT, Unchecked, adds_up, require};
use crate::layout::PlainLayout;
use crate::tuple::{IntTuple, Selection};
use layout_core::{self as value, LayoutError};

/// `layout` with its leaves numbered from `from` on, in the strides; the extents are 1. What a
/// rearrangement makes of it says where every leaf comes from.
pub(crate) const fn labels(layout: &value::Layout, from: usize) -> value::Layout {
    // What strides count in is for the types to say.
    let (mut shape, mut stride) = (layout.shape(), layout.shape());
    let mut k = 0;
    while k < shape.leaf_count() {
        shape.set_value(k, 1);
        stride.set_value(k, (from + k) as i64);
        k += 1;
    }
    value::Layout::from_parts(shape, stride)
}

/// The type that was found is nested like the rearrangement of labelled leaves, and there can be a layout
/// of it.
#[track_caller]
pub(crate) const fn fits<R: PlainLayout>(plan: &value::Layout) {
    let found = &R::DESC;
    require(plan.shape().congruent(&found.shape()), DEFECT);
    if found.all_known() {
        // Modes that fit one by one can be too large together.
        if let Err(error) = found.exists()
            && !has_refused_leaf(found)
        {
            panic!("{}", error.message().as_str())
        }
    } else if !has_refused_leaf(found) {
        adds_up(found)
    }
}

/// The rearrangement of labelled leaves; where there is none, the operation is refused already.
pub(crate) const fn planned<R: PlainLayout>(
    plan: Result<value::Layout, LayoutError>,
) -> value::Layout {
    match plan {
        Ok(plan) => plan,
        Err(_) => R::DESC,
    }
}

/// Stops the compiler unless the static layout `R` is what a rearrangement of `A` and `B` gave.
#[track_caller]
pub(crate) const fn moved<A: PlainLayout, B: PlainLayout, R: PlainLayout>(
    answer: &Result<value::Layout, LayoutError>,
) {
    match answer {
        Ok(layout) => require(has_form::<R>(layout), DEFECT),
        Err(_) if are_refused::<A, B>() => {}
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// A function of its own: the compiler evaluates the constants that it names only where it is called.
const fn are_refused<A: PlainLayout, B: PlainLayout>() -> bool {
    has_refused_leaf(&A::DESC) || has_refused_leaf(&B::DESC)
}

/// A leaf of the type is refused: the error is where the operation was.
pub(super) const fn has_refused_leaf(layout: &value::Layout) -> bool {
    !layout.are_integers()
}

/// A refusal as a compile error.
#[track_caller]
pub(crate) const fn refused(answer: Result<value::Layout, LayoutError>) -> ! {
    match answer {
        Ok(_) => panic!("{}", DEFECT),
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// The leaves of `a` and `b` where `plan` wants them.
#[inline(always)]
pub(crate) fn rearrange<A: PlainLayout, B: PlainLayout, R: PlainLayout>(
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
        Unchecked(()),
    )
}

/// The leaves of `a` that a coordinate keeps.
#[inline(always)]
pub(crate) fn keep<A: PlainLayout, R: PlainLayout>(a: A, kept: &Selection) -> R {
    let (mut shape, mut stride) = ([0; value::MAX_LEAVES], [0; value::MAX_LEAVES]);
    a.shape().words(&mut shape, 0);
    a.stride().words(&mut stride, 0);
    R::from_parts(
        IntTuple::read(&|k| shape[kept.leaf(k)] as isize as i64, 0),
        IntTuple::read(&|k| stride[kept.leaf(k)] as isize as i64, 0),
        Unchecked(()),
    )
}
