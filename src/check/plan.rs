//! Run-time leaves by a plan: the arithmetic of [`Plan`] on the leaves of the operands, with compares instead of a run of
//! the engine.

use super::{DEFECT, Unchecked};
use crate::layout::{Codomain, PlainLayout};
use crate::num::Planned;
use crate::tuple::IntTuple;
use core::cell::Cell;
use layout_core::{MAX_LEAVES, Plan};

/// The plan of an operation, after a comparison of its form with the type of the result.
#[track_caller]
pub(crate) const fn plan_of<R: PlainLayout>(plan: Option<Plan>) -> Option<Plan> {
    if let Some(plan) = &plan {
        let agrees = plan.form.same_form(&R::DESC) && plan.form.has_signs_of(&R::DESC);
        assert!(agrees, "{}", DEFECT);
    }
    plan
}

/// The result for the layout `a`.
#[inline(always)]
pub(crate) fn by_plan<A: PlainLayout, R: PlainLayout>(
    a: A,
    plan: &'static Option<Plan>,
) -> Planned<R> {
    let Some(plan) = plan else { return Planned::Open };
    let elsewhere = if plan.is_complete() { Planned::Refused } else { Planned::Open };
    let (mut extents, mut strides) = ([0; 2 * MAX_LEAVES], [0; 2 * MAX_LEAVES]);
    a.shape().words(&mut extents, 0);
    a.stride().words(&mut strides, 0);
    let (mut holds, mut k) = (true, 0);
    while k < A::Shape::LEAVES {
        holds &= plan.admits(k, extents[k] as i64);
        k += 1;
    }
    if !holds {
        return elsewhere;
    }
    let overflows = Cell::new(false);
    let stride = |k| {
        let stride = plan.stride(k, &strides);
        overflows.set(overflows.get() | stride.is_none());
        stride.unwrap_or(0)
    };
    let result = R::from_parts(
        IntTuple::read(&|k| plan.extent(k, &extents), 0),
        IntTuple::read(&stride, 0),
        Unchecked(()),
    );
    if overflows.get() || plan.grows() && !fits(result) {
        elsewhere
    } else {
        Planned::Result(result)
    }
}

/// Whether the size and the cosize of a layout of numbers fit `isize`. `false`, too, for an extent of 0, and for a
/// layout of coordinates: the engine decides about these.
#[inline(always)]
pub(crate) fn fits<L: PlainLayout>(layout: L) -> bool {
    let known = const { &L::DESC };
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.shape().words(&mut extents, 0);
    layout.stride().words(&mut strides, 0);
    let (mut size, mut span, mut k) = (1_isize, 1_isize, 0);
    while k < L::Shape::LEAVES {
        let (extent, stride) = (extents[k] as isize, strides[k] as isize);
        // The word of a run-time stride past `isize::MAX` has the other sign.
        let has_sign = stride == 0 || (stride < 0) == (known.leaf(k).1 < 0);
        let reach = extent.wrapping_sub(1).checked_mul(stride.wrapping_abs());
        let (Some(product), Some(sum)) =
            (size.checked_mul(extent), reach.and_then(|reach| span.checked_add(reach)))
        else {
            return false;
        };
        if extent < 1 || stride == isize::MIN || !has_sign {
            return false;
        }
        (size, span) = (product, sum);
        k += 1;
    }
    L::Codomain::IS_NUMBER
}
