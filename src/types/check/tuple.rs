//! Checks of functions of integer tuples.
//!
//! A function with several operands is checked with one type `T`, the tuple of its operands.

use super::moves::follows;
use super::verdict::reason;
use super::{DEFECT, Unchecked, is_made, refusal_of, report_nesting, stop};
use crate::types::num::Bool;
use crate::types::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

type TupleResult = Result<value::IntTuple, LayoutError>;

/// Whether the type `R` is a valid result of a function with the operands `T`. `answer` is the result of
/// `layout-core` on the known integers.
pub(crate) const fn passes<T: IntTuple, R: IntTuple>(answer: &TupleResult) -> bool {
    match answer {
        _ if !T::DESC.are_integers() => false,
        Ok(tuple) if T::IsStatic::VALUE => tuple.same_form(&R::DESC),
        Err(_) if T::IsStatic::VALUE => false,
        _ => R::DESC.are_integers(),
    }
}

/// Stops the compiler for operands that do not pass [`passes`], unless one is the result of a refused operation, whose error is
/// the only one.
///
/// `answers[0]` is the result on the known integers. `answers[1]` and `answers[2]` have two different numbers in each
/// unknown leaf: an error with the same message in both does not depend on unknown leaves.
#[track_caller]
pub(crate) const fn report_refusal<T: IntTuple, R: IntTuple>(answers: [&TupleResult; 3]) {
    if is_made::<T, ()>() {
        stop(refusal::<T, R>(answers).as_str())
    }
}

const fn refusal<T: IntTuple, R: IntTuple>(answers: [&TupleResult; 3]) -> value::Text {
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

/// Stops the compiler unless every leaf of the operands `T` is an integer. Silent for the result of a refused operation.
#[track_caller]
pub(crate) const fn are_integers<T: IntTuple>() {
    if let Some(text) = refusal_of::<T>()
        && is_made::<T, ()>()
    {
        panic!("{}", text)
    }
}

/// Stops the compiler unless two tuples of integers are nested alike.
#[track_caller]
pub(crate) const fn nested_alike<A: IntTuple, B: IntTuple>() {
    are_integers::<(A, B)>();
    if let Err(error) = A::DESC.lex_less(&B::DESC) {
        report_nesting(&error)
    }
}

/// The tuple of type `R` with the run-time leaves of `answer`.
///
/// # Errors
/// The error of `answer`. Also an error for a negative leaf where the type has no sign.
pub(crate) fn fill<R: IntTuple>(answer: TupleResult) -> Result<R, LayoutError> {
    let tuple = answer?;
    assert!(tuple.same_form(&R::DESC), "{DEFECT}: {} is not {}", tuple.marked(), R::DESC.marked());
    tuple.matches(&R::DESC)?;
    Ok(R::read(&|k| tuple.value(k), 0))
}

/// `tuple` with the leaves `from, from + 1, ..`. A rearrangement of this tuple shows the origin of every leaf.
pub(crate) const fn labels(tuple: &value::IntTuple, from: usize) -> value::IntTuple {
    let (mut tuple, mut k) = (*tuple, 0);
    while k < tuple.leaf_count() {
        tuple.set_value(k, (from + k) as i64);
        k += 1;
    }
    tuple
}

/// The plan of a rearrangement: `labelled`, its result on the leaves from [`labels`].
///
/// Stops the compiler if `answer`, the result on `A` and the other operands `T`, is an error, if `found`, the type of the
/// result, is not congruent with the plan, or if it states a fact that the leaf which moves there does not have.
#[track_caller]
pub(crate) const fn plan<A: IntTuple, T: IntTuple>(
    answer: TupleResult,
    labelled: TupleResult,
    found: &value::IntTuple,
) -> value::IntTuple {
    are_integers::<T>();
    match (answer, labelled) {
        (Err(error), _) => {
            report_nesting(&error);
            *found
        }
        (Ok(_), Ok(plan)) if plan.congruent(found) && facts_move::<A, T>(found, &plan) => plan,
        _ => panic!("{}", DEFECT),
    }
}

/// Whether each fact that the type `found` states is one of the leaf that moves there.
const fn facts_move<A: IntTuple, B: IntTuple>(
    found: &value::IntTuple,
    plan: &value::IntTuple,
) -> bool {
    let mut k = 0;
    while k < found.leaf_count() {
        let from = plan.value(k) as usize;
        let (source, at) = if from < value::MAX_LEAVES {
            (&A::DESC, from)
        } else {
            (&B::DESC, from - value::MAX_LEAVES)
        };
        if !found.is_known(k) && !follows(found.value(k), source.value(at), source.is_known(at)) {
            return false;
        }
        k += 1;
    }
    true
}

/// Moves the leaves of `a` and `b` to the places of `plan`, which numbers those of `b` from `MAX_LEAVES` on.
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
        // `plan` has proven the facts of the leaves.
        R::read_proven(&|k| words[plan.value(k) as usize] as isize as i64, 0, &Unchecked(()))
    })
}
