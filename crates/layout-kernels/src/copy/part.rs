//! Copies parts of matrices to columns: packing, for products.
//!
//! ```text
//! rows      (e0, e1, ..):(s0, s1, ..)   to   (e0, e1, ..):(1, e0, ..)
//! columns   (f0, f1, ..):(t0, t1, ..)   to   (f0, f1, ..):(1, f0, ..) * pitch
//! ```
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

/// The extents and the strides of nested loops in the source, the innermost loop first.
pub(crate) type Strides = List<(usize, isize), { MAX_LEAVES / 2 }>;

/// Copies a part of a matrix whose first element is at the plain offset `start` to columns `pitch` elements apart.
///
/// # Safety
/// The loops must visit coordinates of a view only, whose offset 0 is at `from`, whose offset map is `outer`. `to` must be valid
/// for writes of as many columns of `pitch` elements, at least the number of rows, and share no element with the view.
pub(crate) unsafe fn copy_part<T: Copy, X: OffsetMap>(
    (from, outer): (*const T, X),
    start: isize,
    [rows, columns]: [&Strides; 2],
    to: *mut T,
    pitch: usize,
) {
    let mut plan = CopyPlan::new();
    plan.nest.starts = [start, 0];
    for (strides, first) in [(rows, 1), (columns, pitch)] {
        let mut step = first;
        for &(extent, stride) in strides.as_slice() {
            plan.nest.add(Loop { extent, strides: [stride, step as isize] });
            step *= extent;
        }
    }
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
