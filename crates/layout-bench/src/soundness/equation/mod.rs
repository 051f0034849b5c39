//! The equations of the operations, checked on every element of a result.

pub(super) mod compose;
pub(super) mod divide;
pub(super) mod inverse;
pub(super) mod recast;
pub(super) mod simplify;

use layout_core::{Layout, LayoutError};

use super::universe::{LeftOperand, RightOperand};

/// The result of checking a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CaseResult {
    /// The result satisfies the equation.
    Correct,
    /// The result does not satisfy the equation.
    Wrong,
    /// The operation rejects its operands.
    Refused,
    /// The operation rejects operands that have a result.
    Needless,
}

/// Applies an operation and checks its result.
pub(super) type Check = fn(&LeftOperand, &RightOperand) -> CaseResult;

impl CaseResult {
    fn of(holds: bool) -> Self {
        if holds { Self::Correct } else { Self::Wrong }
    }

    /// Checks an operation that may reject only operands without a result: `holds` checks a result, `exists` decides
    /// whether there is one.
    fn exactly<T>(
        answer: Result<T, LayoutError>,
        holds: impl FnOnce(T) -> bool,
        exists: impl FnOnce() -> bool,
    ) -> Self {
        match answer {
            Ok(answer) => Self::of(holds(answer)),
            Err(_) if exists() => Self::Needless,
            Err(_) => Self::Refused,
        }
    }

    /// Checks an operation that may reject operands with a result.
    fn given<T>(answer: Result<T, LayoutError>, holds: impl FnOnce(T) -> bool) -> Self {
        Self::exactly(answer, holds, || false)
    }
}

/// The right operand as a layout, and its offsets.
fn layout(right: &RightOperand) -> (&Layout, &[i64]) {
    match right {
        RightOperand::Layout(layout, offsets) => (layout, offsets),
        _ => unreachable!("the universe has layouts on the right"),
    }
}

fn number(right: &RightOperand) -> i64 {
    match right {
        RightOperand::Number(n) => *n,
        _ => unreachable!("the universe has numbers on the right"),
    }
}
