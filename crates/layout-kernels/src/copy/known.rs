//! Plans as constants. The functions of a copy select their code by them in `const`, so that the compiler builds only
//! what the plan uses.

use super::atom::{AnyAtom, AtomChoice};
use super::axis::fixed;
use super::bytes::initialised;
use super::packed::packed_block;
use super::plan::{self, CopyPlan, MAX_AXIS};
use super::registers::Registers;
use super::run::{Copying, RegisterCopy};
use super::tiles::{BLOCK, STREAMED};
use crate::nest::misfit;
use crate::side::{Described, Side, operand_of_type};
use core::marker::PhantomData;
use layout_core::{LayoutError, Operation, Rule};
use static_layout::internal::{self, Form, is_static};

/// A plan as a constant, or no plan.
pub(crate) trait PlanConst {
    /// The plan, or `None` for one found at run time.
    const PLAN: Option<CopyPlan>;
    /// Whether the step of a plan that is not constant may be `Run`.
    const MAY_RUN: bool = true;
}

/// A plan found at run time whose step is not `Run`.
pub(crate) struct RuntimeSteps;

impl PlanConst for RuntimeSteps {
    const PLAN: Option<CopyPlan> = None;
    const MAY_RUN: bool = false;
}

/// A plan found at run time.
pub(crate) struct RuntimePlan;

impl PlanConst for RuntimePlan {
    const PLAN: Option<CopyPlan> = None;
}

/// The plan of a copy by the atom `M`, a constant if both layouts are static.
pub(super) struct StaticPlan<M, T, A, B>(PhantomData<(M, T, A, B)>);

#[layout_macros::at_caller]
impl<M: AtomChoice, T, A: Form, B: Form> StaticPlan<M, T, A, B> {
    pub(super) const PLAN: Option<CopyPlan> = match Self::found() {
        Some(Ok(plan)) => Some(plan),
        Some(Err(rule)) => {
            Self::refuse(rule);
            None
        }
        None => {
            if let Some(rule) = misfit([&A::FORM, &B::FORM]) {
                Self::refuse(rule)
            }
            None
        }
    };

    /// Stops the compiler.
    #[track_caller]
    const fn refuse(rule: Rule) {
        let (from, to) = (operand_of_type::<A>(), operand_of_type::<B>());
        let error = LayoutError::refused(Operation::Copy, from, to, rule);
        if error.is_of_integers() {
            internal::stop(error.of_nesting().as_str())
        }
    }

    /// The plan of static layouts, or the rule that refuses the copy. `None` if a layout is not static.
    const fn found() -> Option<Result<CopyPlan, Rule>> {
        if !(is_static::<A>() && is_static::<B>()) {
            return None;
        }
        let sides = [&Described::of_type::<A>(), &Described::of_type::<B>()];
        let written = B::FORM;
        Some(plan::checked(sides, size_of::<T>(), M::ATOM, &written))
    }
}

/// Two layouts of [`copy`](super::copy()), whatever the elements are.
pub struct Copied<A, B>(PhantomData<(A, B)>);

#[layout_macros::at_caller]
impl<A: Form, B: Form> Copied<A, B> {
    /// Stops the compiler at layouts between which a copy is refused, whatever their run-time integers are.
    pub const CHECKED: () = {
        let _ = &StaticPlan::<AnyAtom, u8, A, B>::PLAN;
    };
}

/// Also `None` for a refused copy: the inherent constant `StaticPlan::PLAN` reports the error, and one report is
/// enough.
impl<M: AtomChoice, T, A: Form, B: Form> PlanConst for StaticPlan<M, T, A, B> {
    const PLAN: Option<CopyPlan> = match Self::found() {
        Some(Ok(plan)) => Some(plan),
        _ => None,
    };
}

/// A copy between static layouts, for which the compiler builds loops of their own.
pub(super) struct StaticCopy<M, T, A: Form, B: Form> {
    pub(super) from: Side<*const T, A::Outer>,
    pub(super) to: Side<*mut T, B::Outer>,
    pub(super) layouts: PhantomData<(M, A, B)>,
}

impl<M: AtomChoice, T: Copy, A: Form, B: Form> RegisterCopy for StaticCopy<M, T, A, B> {
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        if let Some(plan) = const { &<StaticPlan<M, T, A, B> as PlanConst>::PLAN } {
            // SAFETY: the caller guarantees the requirements of `on` for the plan of these layouts, which is this
            // constant.
            unsafe {
                Copying { plan, initialised: initialised::<T>(), from: self.from, to: self.to }
                    .known::<StaticPlan<M, T, A, B>, R>(registers)
            }
        }
    }
}

/// The offsets of the axes of a constant plan.
pub(super) struct AxisOffsets<K>(PhantomData<K>);

impl<K: PlanConst> AxisOffsets<K> {
    /// The offsets of the elements of both axes, and their numbers. `None` if a loop of an axis has not a power of two
    /// steps.
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

/// Whether each tile may be moved at every step of the outer loops before the next one.
pub(super) const fn may_be_around_inside<K: PlanConst>() -> bool {
    match &K::PLAN {
        Some(plan) => plan.order.around_inside,
        None => true,
    }
}

/// Whether rows may crowd on both sides.
pub(super) const fn may_crowd<K: PlanConst>() -> bool {
    match &K::PLAN {
        Some(plan) => plan.order.is_crowded(),
        None => true,
    }
}

/// The extents of packed blocks of a constant plan, if it packs a side. A destination that is not aligned is not streamed, and
/// may be packed.
const fn packed_block_of(plan: &CopyPlan) -> Option<[usize; 2]> {
    match plan.axes {
        [1, 1] => {
            let packs = plan.order.packs([plan.nest.get(0), plan.nest.get(1)], plan.bytes(), false);
            packed_block(packs, plan.bytes())
        }
        _ => None,
    }
}

/// Whether some side may be packed.
pub(super) const fn may_pack<K: PlanConst>() -> bool {
    match &K::PLAN {
        Some(plan) => packed_block_of(plan).is_some(),
        None => true,
    }
}

/// Whether some block, or the number of neighbours that stay together, may be narrower than a tile of `tile` rows and
/// columns.
pub(super) const fn may_be_narrower<K: PlanConst>(tile: [usize; 2]) -> bool {
    let Some(plan) = &K::PLAN else { return true };
    if plan.together < tile[0] {
        return true;
    }
    let (extents, mut axis) = (plan.extents(), 0);
    let packed = packed_block_of(plan);
    while axis < 2 {
        let (extent, side) = (extents[axis], tile[axis]);
        // The last block along an axis has the rest of the axis.
        let [rest, streamed] = [extent % BLOCK[axis], extent % STREAMED[axis]];
        if let Some(packed) = packed
            && extent % packed[axis] > 0
            && extent % packed[axis] < side
        {
            return true;
        }
        // Few rows of bytes take a strip half as long.
        if axis == 0 && plan.bytes() == 1 && !extent.is_multiple_of(side) {
            return true;
        }
        if 0 < rest && rest < side
            || plan.streams && 0 < streamed && streamed < side
            || plan.order.around_inside && !extent.is_multiple_of(side)
        {
            return true;
        }
        axis += 1;
    }
    false
}
