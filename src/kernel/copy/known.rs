//! What is known of a plan while compiling. Branches that no plan of a type takes are not compiled for it.

use super::Planned;
use super::atom::Choice;
use super::plan::{CopyPlan, CopyStep};
use super::registers::Registers;
use super::run::{Carried, Copying};
use crate::kernel::side::Side;
use crate::layout::AnyLayout;
use core::marker::PhantomData;

/// A plan, or as much as nothing of one that is found at run time.
pub(crate) trait Known {
    /// The plan, if it is a constant.
    const PLAN: Option<CopyPlan>;
}

/// Any plan.
pub(crate) struct Unknown;

impl Known for Unknown {
    const PLAN: Option<CopyPlan> = None;
}

/// A copy whose plan is a constant: the compiler makes its loops for these layouts.
pub(super) struct Fixed<M, T, A: AnyLayout, B: AnyLayout> {
    pub(super) from: Side<*const T, A::Outer>,
    pub(super) to: Side<*mut T, B::Outer>,
    pub(super) layouts: PhantomData<(M, A, B)>,
}

impl<M: Choice, T: Copy, A: AnyLayout, B: AnyLayout> Carried for Fixed<M, T, A, B> {
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        if let Some(plan) = const { &<Planned<M, T, A, B> as Known>::PLAN } {
            // SAFETY: the caller's promise.
            unsafe {
                Copying { plan, from: self.from, to: self.to }
                    .known::<Planned<M, T, A, B>, R>(registers)
            }
        }
    }
}

/// Whether a plan may consist of such steps.
pub(super) const fn may_be<K: Known>(step: CopyStep) -> bool {
    match &K::PLAN {
        Some(plan) => plan.step as u8 == step as u8,
        None => true,
    }
}

/// Whether both axes may be one loop each, or may be several.
pub(super) const fn may_have_single_axes<K: Known>(single: bool) -> bool {
    match &K::PLAN {
        Some(plan) => (plan.axes[0] == 1 && plan.axes[1] == 1) == single,
        None => true,
    }
}

/// Whether an axis may have so few elements.
pub(super) const fn may_have_axis_of<K: Known>(elements: usize) -> bool {
    match &K::PLAN {
        Some(plan) => {
            plan.nest.get(0).extent == elements || plan.nest.get(plan.axes[0]).extent == elements
        }
        None => true,
    }
}

/// Whether the destination may be written past the caches.
pub(super) const fn may_stream<K: Known>() -> bool {
    match &K::PLAN {
        Some(plan) => plan.streams,
        None => true,
    }
}

/// Whether each tile may be moved at all places of the loops around before the next one.
pub(super) const fn may_be_around_inside<K: Known>() -> bool {
    match &K::PLAN {
        Some(plan) => plan.order.around_inside,
        None => true,
    }
}

/// Whether neighbours may be cut by a swizzle, or may not.
pub(super) const fn may_be_cut<K: Known>(cut: bool) -> bool {
    match &K::PLAN {
        Some(plan) => (plan.together < plan.nest.get(0).extent) == cut,
        None => true,
    }
}

/// Whether the neighbours that are moved at once may be so many bytes, of elements of `size` bytes.
pub(super) const fn may_move<K: Known>(bytes: usize, size: usize) -> bool {
    match &K::PLAN {
        Some(plan) => {
            let extent = plan.nest.get(0).extent;
            (if plan.together < extent { plan.together } else { extent }) * size == bytes
        }
        None => true,
    }
}
