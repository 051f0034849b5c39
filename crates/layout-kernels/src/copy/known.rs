//! What is known of a plan while compiling. What no plan of a type needs is not compiled for it.

use super::Planned;
use super::atom::Choice;
use super::axis::fixed;
use super::plan::{CopyPlan, MAX_AXIS};
use super::registers::Registers;
use super::run::{Carried, Copying};
use crate::side::Side;
use core::marker::PhantomData;
use static_layout::AnyLayout;

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
    pub(super) from: Side<*const T, A::OffsetMap>,
    pub(super) to: Side<*mut T, B::OffsetMap>,
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

/// What is made of a plan that is a constant.
pub(super) struct Offsets<K>(PhantomData<K>);

impl<K: Known> Offsets<K> {
    /// The offsets of the elements of both axes, and how many they are, where tiles begin at a power of two of them.
    pub(super) const BOTH: Option<([[i32; MAX_AXIS]; 2], [usize; 2])> = match &K::PLAN {
        Some(plan) => {
            let [inner, around] = [plan.axes[0], plan.axes[0] + plan.axes[1]];
            match (fixed(&plan.nest, [0, inner], 0), fixed(&plan.nest, [inner, around], 1)) {
                (Some(rows), Some(columns)) => Some(([rows.0, columns.0], [rows.1, columns.1])),
                _ => None,
            }
        }
        None => None,
    };
}

/// Whether each tile may be moved at all places of the loops around before the next one.
pub(super) const fn may_be_around_inside<K: Known>() -> bool {
    match &K::PLAN {
        Some(plan) => plan.order.around_inside,
        None => true,
    }
}

/// Blocks have a multiple of so many elements along an axis, but for the last one, or are one tile.
const LEAST_BLOCK: usize = 64;

/// Whether what is left of a block may be narrower than a tile of so many elements, or what stays together.
pub(super) const fn may_be_narrower<K: Known>(side: usize) -> bool {
    let Some(plan) = &K::PLAN else { return true };
    if plan.together < side {
        return true;
    }
    let (extents, mut axis) = (plan.extents(), 0);
    while axis < 2 {
        let extent = extents[axis];
        let rest = extent % LEAST_BLOCK;
        if 0 < rest && rest < side || plan.order.around_inside && !extent.is_multiple_of(side) {
            return true;
        }
        axis += 1;
    }
    false
}
