//! Whether an operation on layouts is refused, and the message of the refusal.

use super::{DEFECT, refusal_of};
use crate::types::layout::PlainLayout;
use crate::types::num::Bool;
use crate::types::num::int::{NO_NUMERAL, REFUSED_RESULT};
use crate::types::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

/// The message of a compile error: a refusal, or a defect of this library.
pub type Refusal = value::Text;

/// The test numbers for the run-time leaves of the first run of the engine.
pub(crate) const fn numbers(is_static: bool) -> Option<usize> {
    if is_static { None } else { Some(0) }
}

/// Whether the type `R` is a valid result of an operation. `answer` is the result of `layout-core` on the integers, with
/// [`numbers`] in place of those of run time. Where it is an error, [`report_refusal`] says whether these numbers matter. A mixed
/// result is compared with `R` where its leaves are written: `plan_of` in `const`, `fill` at run time.
pub(crate) const fn passes<R: PlainLayout>(
    is_static: bool,
    answer: &Result<value::Layout, LayoutError>,
) -> bool {
    match answer {
        Ok(layout) if is_static => has_form::<R>(layout),
        Ok(_) => refused_rule::<R>().is_none() && existing::<R>().is_ok(),
        Err(_) => false,
    }
}

/// Whether `layout` has the form of the type `R`.
// A copy: a reference to `R::FORM` would be one more constant for the compiler.
pub(super) const fn has_form<R: PlainLayout>(layout: &value::Layout) -> bool {
    let found = R::FORM;
    layout.same_form(&found)
}

/// The layout of a padded result.
pub(crate) const fn layout_of(
    answer: Result<value::Padded, LayoutError>,
) -> Result<value::Layout, LayoutError> {
    match answer {
        Ok(padded) => Ok(padded.layout()),
        Err(error) => Err(error),
    }
}

/// Stops the compiler with the reason why an operation does not pass [`passes`], unless run-time integers decide.
///
/// `answers[0]` is the result on the known integers. The others have different numbers in each unknown leaf.
#[track_caller]
pub(crate) const fn report_refusal<R: PlainLayout>(
    is_static: bool,
    answers: [&Result<value::Layout, LayoutError>; 3],
) {
    if let Some(text) = refusal::<R>(is_static, answers) {
        super::stop(text.as_str())
    }
}

const fn refusal<R: PlainLayout>(
    is_static: bool,
    answers: [&Result<value::Layout, LayoutError>; 3],
) -> Option<Refusal> {
    match (answers, refused_rule::<R>()) {
        // Static: the engine's words.
        ([Err(error), ..], _) if is_static => Some(error.message_with_help()),
        // Mixed, and refused by the type function: for the same numbers in all answers, or for its own reason.
        ([_, Err(error), Err(other)], Some(rule)) => {
            Some(error.of_known_numbers(other, reason(rule)))
        }
        ([Err(error), ..], Some(rule)) => Some(error.of_known_leaves(reason(rule))),
        (_, Some(rule)) => Some(value::Text::of(reason(rule))),
        // Mixed: refused for two sets of numbers, and perhaps for all.
        ([_, Err(error), Err(other)], None) => decided(error, other),
        ([_, Err(_), ..], None) => None,
        (_, None) => match existing::<R>() {
            Err(error) => Some(error.message()),
            Ok(()) => Some(value::Text::of(DEFECT)),
        },
    }
}

/// The message of a refusal that no run-time integer avoids. The engine has the same words for two numbers in the unknown
/// leaves, and the rule is one of [`LayoutError::is_of_the_form`].
pub(super) const fn decided(error: &LayoutError, other: &LayoutError) -> Option<Refusal> {
    if error.is_of_the_form() && error.is_alike(other) { Some(error.of_nesting()) } else { None }
}

/// Stops the compiler for a leaf that is no numeral, as the operand states.
#[track_caller]
pub(crate) const fn require_numerals<T: IntTuple>() {
    if let Some(text) = refusal_of::<T>()
        && begins_alike(text, NO_NUMERAL) == NO_NUMERAL.len()
    {
        super::stop(text)
    }
}

/// Whether no leaf of both tuples is the result of a refused operation, whose error is the only one.
pub(crate) const fn is_made<S: IntTuple, D: IntTuple>() -> bool {
    !is_refused_result(refusal_of::<S>()) && !is_refused_result(refusal_of::<D>())
}

pub(super) const fn is_refused_result(refusal: Option<&'static str>) -> bool {
    match refusal {
        Some(text) => begins_alike(text, REFUSED_RESULT) == REFUSED_RESULT.len(),
        None => false,
    }
}

/// `rule` without the words [`REFUSED_RESULT`] at its beginning.
pub(super) const fn reason(rule: &'static str) -> &'static str {
    match rule.split_at_checked(REFUSED_RESULT.len()) {
        Some((begin, rule)) if begin.len() == begins_alike(begin, REFUSED_RESULT) => rule,
        _ => rule,
    }
}

/// The length in bytes of the common beginning of two texts.
const fn begins_alike(a: &str, b: &str) -> usize {
    let (a, b, mut k) = (a.as_bytes(), b.as_bytes(), 0);
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k
}

/// Checks that `R` exists, if it is static.
///
/// # Errors
/// If its size or cosize does not fit `isize`, or a leaf is refused.
pub(super) const fn existing<R: PlainLayout>() -> Result<(), LayoutError> {
    if !<R::IsStatic as Bool>::VALUE {
        return Ok(());
    }
    match value::Layout::new(<R::Shape as IntTuple>::DESC, <R::Stride as IntTuple>::DESC) {
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The message of the first refused leaf of `R`.
pub(super) const fn refused_rule<R: PlainLayout>() -> Option<&'static str> {
    match refusal_of::<R::Shape>() {
        None => refusal_of::<R::Stride>(),
        refusal => refusal,
    }
}
