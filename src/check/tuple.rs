//! The judge of tuples of integers.

use super::verdict::reason;
use super::{DEFECT, refusal_of};
use crate::num::Bool;
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

type Answer = Result<value::IntTuple, LayoutError>;

/// A function of the operands `T`, a tuple of them, with the result `R` has this answer on the integers
/// that are known.
pub(crate) const fn passes<T: IntTuple, R: IntTuple>(answer: &Answer) -> bool {
    match answer {
        _ if !T::DESC.are_integers() => false,
        Ok(tuple) if T::IsStatic::VALUE => tuple.same_form(&R::DESC),
        Err(_) if T::IsStatic::VALUE => false,
        _ => R::DESC.are_integers(),
    }
}

/// Why [`passes`] does not hold, by the answers on what is known, and on that with other numbers in place
/// of the unknown ones.
pub(crate) const fn refusal<T: IntTuple, R: IntTuple>(answers: [&Answer; 3]) -> value::Text {
    match (T::REFUSAL, answers, R::REFUSAL) {
        (Some(text), ..) => value::Text::of(text),
        (None, [Err(error), ..], _) if T::IsStatic::VALUE => error.message(),
        (None, [_, Err(error), Err(other)], Some(text)) => {
            error.of_known_numbers(other, reason(text))
        }
        (None, [Err(error), ..], Some(text)) => error.of_known_leaves(reason(text)),
        (None, _, Some(text)) if !T::IsStatic::VALUE => value::Text::of(reason(text)),
        _ => value::Text::of(DEFECT),
    }
}

/// Every leaf of the operands, a tuple of them, is an integer.
#[track_caller]
pub(crate) const fn are_integers<T: IntTuple>() {
    if let Some(text) = refusal_of::<T>() {
        panic!("{}", text)
    }
}

/// Stops the compiler unless two tuples of integers are nested alike.
#[track_caller]
pub(crate) const fn nested_alike<A: IntTuple, B: IntTuple>() {
    are_integers::<(A, B)>();
    if let Err(error) = A::DESC.lex_less(&B::DESC) {
        panic!("{}", error.of_nesting().as_str())
    }
}

/// The tuple of type `R` with the run-time leaves of the answer; refused where one of them is
/// negative and the type has no place for the sign.
pub(crate) fn fill<R: IntTuple>(answer: Answer) -> Result<R, LayoutError> {
    let tuple = answer?;
    assert!(tuple.same_form(&R::DESC), "{DEFECT}: {} is no {}", tuple.marked(), R::DESC.marked());
    tuple.matches(&R::DESC)?;
    Ok(R::read(&|k| tuple.value(k), 0))
}

/// A tuple whose leaves are numbered from `from` on: what a rearrangement makes of it says where
/// every leaf comes from.
pub(crate) const fn labels(tuple: &value::IntTuple, from: usize) -> value::IntTuple {
    let (mut tuple, mut k) = (*tuple, 0);
    while k < tuple.leaf_count() {
        tuple.set_value(k, (from + k) as i64);
        k += 1;
    }
    tuple
}

/// The rearrangement of labelled leaves, unless that of the operands `T`, a tuple of them, is refused;
/// the type that was found must be nested like it.
#[track_caller]
pub(crate) const fn plan<T: IntTuple>(
    answer: Answer,
    labelled: Answer,
    found: &value::IntTuple,
) -> value::IntTuple {
    are_integers::<T>();
    match (answer, labelled) {
        (Err(error), _) => panic!("{}", error.of_nesting().as_str()),
        (Ok(_), Ok(plan)) if plan.congruent(found) => plan,
        _ => panic!("{}", DEFECT),
    }
}

/// The leaves of `a` and `b` where `plan` wants them.
#[inline(always)]
pub(crate) fn rearrange<A: IntTuple, B: IntTuple, R: IntTuple>(
    a: A,
    b: B,
    plan: &value::IntTuple,
) -> R {
    <R::IsStatic as Bool>::static_value_or(|| {
        let mut words = [0; 2 * value::MAX_LEAVES];
        a.words(&mut words, 0);
        b.words(&mut words, value::MAX_LEAVES);
        R::read(&|k| words[plan.value(k) as usize] as isize as i64, 0)
    })
}
