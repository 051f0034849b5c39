//! Rearrangements of leaves: flatten, permute, group, append and the like.
//!
//! A rearrangement computes no new integer. `const` code runs it once on numbered leaves, and run-time code copies:
//!
//! ```text
//! plan   = operation(labels(A, 0), labels(B, MAX_LEAVES))     in const
//! result = leaf k of the result is leaf plan[k] of (a, b)     at run time
//! ```

use super::verdict::has_form;
use super::{DEFECT, Unchecked, adds_up, require};
use crate::layout::PlainLayout;
use crate::tuple::{IntTuple, Selection};
use layout_core::{self as value, LayoutError};

/// A layout nested like `layout` with the strides `from, from + 1, ..` and extents of 1. A rearrangement of this layout
/// shows the origin of every leaf.
pub(crate) const fn labels(layout: &value::Layout, from: usize) -> value::Layout {
    // Labels are plain numbers, so `stride` starts from the shape: strides may have a basis.
    let (mut shape, mut stride) = (layout.shape(), layout.shape());
    let mut k = 0;
    while k < shape.leaf_count() {
        shape.set_value(k, 1);
        stride.set_value(k, (from + k) as i64);
        k += 1;
    }
    value::internal::unchecked_layout(shape, stride)
}

/// Stops the compiler unless the type `R` is nested like `plan` and a layout of this type can exist. Ignores a type with
/// a refused leaf: the operation that refused it reports the error.
#[track_caller]
pub(crate) const fn fits<R: PlainLayout>(plan: &value::Layout) {
    let found = &R::DESC;
    require(plan.shape().congruent(&found.shape()), DEFECT);
    if found.all_known() {
        // Two modes that exist alone may have a size or cosize past `isize` together.
        if let Err(error) = found.exists()
            && !has_refused_leaf(found)
        {
            panic!("{}", error.message().as_str())
        }
    } else if !has_refused_leaf(found) {
        adds_up(found)
    }
}

/// The plan of a rearrangement. After an error, which another check reports, any plan of the form of `R`.
pub(crate) const fn planned<R: PlainLayout>(
    plan: Result<value::Layout, LayoutError>,
) -> value::Layout {
    match plan {
        Ok(plan) => plan,
        Err(_) => R::DESC,
    }
}

/// Stops the compiler unless the static type `R` equals `answer`, the rearrangement of `A` and `B`.
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

/// Whether `A` or `B` is the result of a refused operation.
// A function of its own: the compiler evaluates the constants that it names only where it is called.
const fn are_refused<A: PlainLayout, B: PlainLayout>() -> bool {
    has_refused_leaf(&A::DESC) || has_refused_leaf(&B::DESC)
}

/// Whether a leaf of the layout is refused. The operation with this result reports the error.
pub(super) const fn has_refused_leaf(layout: &value::Layout) -> bool {
    !layout.are_integers()
}

/// Stops the compiler with the error of `answer`.
#[track_caller]
pub(crate) const fn refused(answer: Result<value::Layout, LayoutError>) -> ! {
    match answer {
        Ok(_) => panic!("{}", DEFECT),
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// Moves the leaves of `a` and `b` to the places of `plan`, which numbers those of `b` from `MAX_LEAVES` on.
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
