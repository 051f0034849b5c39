//! What each operation means, checked on every element of an answer.

pub(super) mod compose;
pub(super) mod divide;
pub(super) mod inverse;
pub(super) mod recast;
pub(super) mod simplify;

use layout_core::{Layout, LayoutError};

use super::universe::{LeftOperand, RightOperand};

/// What became of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CaseResult {
    /// The answer satisfies the equation.
    Correct,
    /// It does not.
    Wrong,
    Refused,
    /// Refused, though an answer exists.
    Needless,
}

/// The operation asked, and its answer checked.
pub(super) type Check = fn(&LeftOperand, &RightOperand) -> CaseResult;

impl CaseResult {
    fn of(holds: bool) -> Self {
        if holds { Self::Correct } else { Self::Wrong }
    }

    /// Of an answer, whether the equation holds; of a refusal, whether there is an answer.
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

    /// Of an operation that may refuse what has an answer.
    fn given<T>(answer: Result<T, LayoutError>, holds: impl FnOnce(T) -> bool) -> Self {
        Self::exactly(answer, holds, || false)
    }
}

/// The second operand, and its offsets.
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
