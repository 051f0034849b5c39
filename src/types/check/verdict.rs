//! Whether an operation on layouts is refused, and the message of the refusal.

use super::{DEFECT, refusal_of};
use crate::types::layout::PlainLayout;
use crate::types::num::Bool;
use crate::types::num::int::{NO_NUMERAL, REFUSED_RESULT};
use crate::types::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

/// The message of a compile error: a refusal, or a defect of this library.
pub type Refusal = value::Text;

/// Whether the type `R` is a valid result of an operation. `answer` is the result of `layout-core` on the known
/// integers; `is_static` says that all of them are known.
pub(crate) const fn passes<R: PlainLayout>(
    is_static: bool,
    answer: &Result<value::Layout, LayoutError>,
) -> bool {
    match answer {
        Ok(layout) if is_static => has_form::<R>(layout),
        Err(_) if is_static => false,
        _ => refused_rule::<R>().is_none() && existing::<R>().is_ok(),
    }
}

/// Whether `layout` has the form of the type `R`.
// A copy: a reference to `R::DESC` would be one more constant for the compiler.
pub(super) const fn has_form<R: PlainLayout>(layout: &value::Layout) -> bool {
    let found = R::DESC;
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

/// The message for an operation that does not pass [`passes`].
///
/// `answers[0]` is the result on the known integers. `answers[1]` and `answers[2]` have two different numbers in each
/// unknown leaf: an error with the same message in both does not depend on unknown leaves.
pub(crate) const fn refusal<R: PlainLayout>(
    is_static: bool,
    answers: [&Result<value::Layout, LayoutError>; 3],
) -> Refusal {
    match (answers, refused_rule::<R>()) {
        ([Err(error), ..], _) if is_static => error.message_with_help(),
        ([_, Err(error), Err(other)], Some(rule)) => error.of_known_numbers(other, reason(rule)),
        ([Err(error), ..], Some(rule)) => error.of_known_leaves(reason(rule)),
        (_, Some(rule)) => value::Text::of(reason(rule)),
        (_, None) => match existing::<R>() {
            Err(error) => error.message(),
            Ok(()) => value::Text::of(DEFECT),
        },
    }
}

/// The message for a tuple with a `PInt`, which is no leaf of a layout. `None` for other refused leaves: the operation
/// has a message for these.
pub(crate) const fn refused_numeral<T: IntTuple>() -> Option<&'static str> {
    match refusal_of::<T>() {
        Some(text) if begins_alike(text, NO_NUMERAL) == NO_NUMERAL.len() => Some(text),
        _ => None,
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
