//! Whether an operation has an answer, and what to say where it has none.

use super::{DEFECT, refusal_of};
use crate::layout::PlainLayout;
use crate::num::Bool;
use crate::num::int::{NO_NUMERAL, REFUSED_RESULT};
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

/// What stops the compiler: a refusal, or a defect.
pub type Refusal = value::Text;

/// An operation with the result `R` has this answer on the integers that are known.
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

/// The type says of `R` what `layout` says. What a reference to a constant points to is one more constant
/// for the compiler, so this one is copied.
pub(super) const fn has_form<R: PlainLayout>(layout: &value::Layout) -> bool {
    let found = R::DESC;
    layout.same_form(&found)
}

/// The layout of an answer that comes with a guard.
pub(crate) const fn layout_of(
    answer: Result<value::Padded, LayoutError>,
) -> Result<value::Layout, LayoutError> {
    match answer {
        Ok(padded) => Ok(padded.layout()),
        Err(error) => Err(error),
    }
}

/// What to say of an operation that does not pass, by its answers on what is known, and on that with
/// other numbers in place of the unknown ones.
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

/// What is said of a tuple in which a leaf is a numeral of another kind. One past 2^63-1 is an integer, of which an
/// operation says what it was asked.
pub(crate) const fn refused_numeral<T: IntTuple>() -> Option<&'static str> {
    match refusal_of::<T>() {
        Some(text) if begins_alike(text, NO_NUMERAL) == NO_NUMERAL.len() => Some(text),
        _ => None,
    }
}

/// The rule of a refused leaf; what is no integer for another reason says so itself.
pub(super) const fn reason(rule: &'static str) -> &'static str {
    match rule.split_at_checked(REFUSED_RESULT.len()) {
        Some((begin, rule)) if begin.len() == begins_alike(begin, REFUSED_RESULT) => rule,
        _ => rule,
    }
}

/// How many bytes, from the first on, are the same in two texts.
const fn begins_alike(a: &str, b: &str) -> usize {
    let (a, b, mut k) = (a.as_bytes(), b.as_bytes(), 0);
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k
}

/// The result, if it is static, is a layout.
pub(super) const fn existing<R: PlainLayout>() -> Result<(), LayoutError> {
    if !<R::IsStatic as Bool>::VALUE {
        return Ok(());
    }
    match value::Layout::new(<R::Shape as IntTuple>::DESC, <R::Stride as IntTuple>::DESC) {
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

pub(super) const fn refused_rule<R: PlainLayout>() -> Option<&'static str> {
    match refusal_of::<R::Shape>() {
        None => refusal_of::<R::Stride>(),
        refusal => refusal,
    }
}
