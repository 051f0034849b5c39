//! Rearrangements of leaves: flatten, permute, group, append and the like.
//!
//! A rearrangement computes no new integer. `const` code runs it once on numbered leaves, and run-time code copies:
//!
//! ```text
//! plan   = operation(labels(A, 0), labels(B, MAX_LEAVES))     in const
//! result = leaf k of the result is leaf plan[k] of (a, b)     at run time
//! ```

use super::plan::leaf_facts;
use super::verdict::has_form;
use super::{DEFECT, Unchecked, adds_up, report, report_nesting, require};
use crate::types::layout::{Form, Layout, PlainLayout};
use crate::types::tuple::{IntTuple, Keeps, Selection};
use layout_core::{self as value, Facts, LayoutError};

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
    let found = &R::FORM;
    if has_refused_leaf(found) {
        return;
    }
    require(plan.shape().congruent(&found.shape()), DEFECT);
    if found.all_known() {
        // Two modes that exist alone may have a size or cosize past `isize` together.
        if let Err(error) = found.exists() {
            report(&error)
        }
    } else {
        adds_up(found)
    }
}

/// The plan of a rearrangement of `A` and `B`. After an error, which another check reports, any plan of the form of `R`.
///
/// Stops the compiler unless each fact that `R` states is one of the leaf that moves there, so that [`rearrange`] tests
/// none.
#[track_caller]
pub(crate) const fn planned<A: PlainLayout, B: PlainLayout, R: PlainLayout>(
    plan: Result<value::Layout, LayoutError>,
) -> value::Layout {
    match plan {
        Ok(plan) => {
            facts_move(&A::FORM, &B::FORM, &R::FORM, &plan);
            plan
        }
        Err(_) => R::FORM,
    }
}

#[track_caller]
const fn facts_move(
    a: &value::Layout,
    b: &value::Layout,
    found: &value::Layout,
    plan: &value::Layout,
) {
    let mut k = 0;
    while k < found.leaf_count() && k < plan.leaf_count() {
        let from = plan.leaf(k).1 as usize;
        let (source, at) =
            if from < value::MAX_LEAVES { (a, from) } else { (b, from - value::MAX_LEAVES) };
        let ((extent, stride), (is_extent, is_stride)) = (source.leaf(at), source.known(at));
        require(found.known(k).0 || follows(found.leaf(k).0, extent, is_extent), DEFECT);
        require(found.known(k).1 || follows(found.leaf(k).1, stride, is_stride), DEFECT);
        k += 1;
    }
}

/// Whether the facts that a type states of an unknown leaf, by their code, follow from those of the leaf that moves there.
pub(super) const fn follows(stated: i64, leaf: i64, is_known: bool) -> bool {
    let stated = Facts::of_code(stated);
    stated.is_none() || leaf_facts(leaf, is_known).implies(&stated)
}

/// Whether the type of a layout states a fact.
pub(crate) const fn states_facts(form: &value::Layout) -> bool {
    let mut k = 0;
    while k < form.leaf_count() {
        let ((extent, stride), (is_extent, is_stride)) = (form.leaf(k), form.known(k));
        if !is_extent && !Facts::of_code(extent).is_none()
            || !is_stride && !Facts::of_code(stride).is_none()
        {
            return true;
        }
        k += 1;
    }
    false
}

/// Where the leaves come from that a coordinate `C` keeps of `A`: the plan of [`rearrange`].
#[track_caller]
pub(crate) const fn kept_plan<A: PlainLayout, C: IntTuple, R: PlainLayout>() -> value::Layout {
    let (mut coord, mut k) = (C::DESC, 0);
    // The integers of the coordinate do not matter.
    while k < coord.leaf_count() {
        coord.set_value(k, 0);
        k += 1;
    }
    let coord = value::Coord::keeping(coord, <C::List as Keeps>::KEPT);
    planned::<A, Layout<(), ()>, R>(match labels(&A::FORM, 0).slice(&coord) {
        Ok((plan, _)) => Ok(plan),
        Err(error) => Err(error),
    })
}

/// Stops the compiler unless the static type `R` equals `answer`, the rearrangement of `A` and `B`.
#[track_caller]
pub(crate) const fn moved<A: PlainLayout, B: PlainLayout, R: PlainLayout>(
    answer: &Result<value::Layout, LayoutError>,
) {
    match answer {
        Ok(layout) => require(has_form::<R>(layout), DEFECT),
        Err(_) if are_refused::<A, B>() => {}
        Err(error) => report(error),
    }
}

/// Whether `A` or `B` is the result of a refused operation.
// A function of its own: the compiler evaluates the constants that it names only where it is called.
const fn are_refused<A: PlainLayout, B: PlainLayout>() -> bool {
    has_refused_leaf(&A::FORM) || has_refused_leaf(&B::FORM)
}

/// Whether a leaf of the layout is refused. The operation with this result reports the error.
pub(super) const fn has_refused_leaf(layout: &value::Layout) -> bool {
    !layout.are_integers()
}

/// Whether there is a layout with these integers. A type without one is the result of a refused operation, whose error is the
/// only one: checks of operations on the result are silent.
pub(crate) const fn is_layout(layout: &value::Layout) -> bool {
    !has_refused_leaf(layout) && (!layout.all_known() || layout.exists().is_ok())
}

/// The integers of the layout type `A`, whose value has a method that computes in `const`. `():()` in place of the result of a
/// refused operation.
pub(crate) const fn integers_of<A: Form>() -> value::Layout {
    if has_refused_leaf(&A::FORM) { <Layout<(), ()>>::FORM } else { A::FORM }
}

/// [`is_layout`] of a tiler.
pub(crate) const fn is_tiler(tiler: &value::Tiler) -> bool {
    match tiler.as_whole() {
        Some(layout) => is_layout(layout),
        None => tiler.are_integers(),
    }
}

/// Stops the compiler with the error of `answer`.
#[track_caller]
pub(crate) const fn refused(answer: Result<value::Layout, LayoutError>) {
    match answer {
        Ok(_) => panic!("{}", DEFECT),
        Err(error) => report_nesting(&error),
    }
}

/// Moves the leaves of `a` and `b` to the places of `plan`, from [`planned`], which numbers those of `b` from
/// `MAX_LEAVES` on.
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
    // `planned` has proven the facts of the leaves.
    R::from_parts(
        IntTuple::read_proven(
            &|k| shape[from.value(k) as usize] as isize as i64,
            0,
            &Unchecked(()),
        ),
        IntTuple::read_proven(
            &|k| stride[from.value(k) as usize] as isize as i64,
            0,
            &Unchecked(()),
        ),
        Unchecked(()),
    )
}

/// The leaves of `a` that a coordinate keeps, where the type of the result states no fact.
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
