//! Copies parts of matrices to columns: packing, for products.
//!
//! One copy has the loops of both modes, and the planner orders them.

use super::bytes::initialised;
use super::erased::run_any;
use super::plan::CopyPlan;
use super::run::Copying;
use crate::list::List;
use crate::nest::Loop;
use crate::side::{Described, Side};
use layout_core::MAX_LEAVES;
use static_layout::internal::{NoMap, OffsetMap};

/// Nested loops over one mode of a matrix, with the strides of the source and of the destination, the innermost loop first.
pub(crate) type ModeLoops = List<Loop<2>, { MAX_LEAVES / 2 }>;

/// Copies a part of a matrix whose first element is at the plain offset `start` to `to`, in the loops of its rows and columns.
///
/// # Safety
/// The loops must visit coordinates of a view only, whose offset 0 is at `from`, whose offset map is `outer`. `to` must be valid
/// for writes at the offsets of the destination, which are different, and share no element with the view.
pub(crate) unsafe fn copy_part<T: Copy, X: OffsetMap>(
    (from, outer): (*const T, X),
    start: isize,
    modes: [&ModeLoops; 2],
    to: *mut T,
) {
    let mut plan = CopyPlan::new();
    plan.nest.starts = [start, 0];
    modes.into_iter().flat_map(List::as_slice).for_each(|each| plan.nest.add(*each));
    let sides = [&Described::of_map(outer), &Described::none()];
    let sides = if const { X::IS_IDENTITY } { None } else { Some(sides) };
    let planned = plan.complete(sides, size_of::<T>(), None, true);
    debug_assert!(planned.is_ok(), "only an atom is refused");
    // Meets the requirements of `RegisterCopy::on`: the loops visit coordinates of both sides, which do not overlap, by the
    // guarantee of the caller.
    run_any(Copying {
        plan: &plan,
        initialised: initialised::<T>(),
        from: Side::of_map(from, outer),
        to: Side::of_map(to, NoMap),
    });
}
