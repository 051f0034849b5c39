//! The judge of a layout after a swizzled one, `A o (Sw o f o L) = Sw' o A(f) o (A o L)`, and of copies
//! in the order of a swizzled one.

use super::verdict::{existing, reason, refused_rule};
use super::{DEFECT, Refusal, fill};
use crate::algebra::{Carry, Tiler};
use crate::layout::{AnyLayout, BothStatic, PlainLayout};
use crate::num::{Bool, Conjure};
use crate::ops;
use crate::swizzle::Outer;
use layout_core::{self as value, LayoutError};

const DEPENDS: &str =
    "the swizzle of the result is part of its type, but depends on run-time integers";

/// A result in parts: what its offsets go through, and the plain layout.
#[derive(Clone, Copy)]
pub(crate) struct Carried<X, R>(X, R);
// SAFETY: two such types.
unsafe impl<X: Conjure, R: Conjure> Conjure for Carried<X, R> {}

impl<X: Outer, R: PlainLayout> Carried<X, R> {
    /// Put together, `outer` last.
    #[inline(always)]
    pub(crate) fn wrap<F: Outer>(self, outer: F) -> <F::After<X> as Outer>::Wrap<R> {
        outer.after(self.0).wrap(self.1)
    }
}

type Answer = Result<value::ComposedLayout, LayoutError>;

/// What is known of the right operand.
const fn right<T: Tiler>() -> value::ComposedLayout {
    let Some(plain) = T::TILER.as_whole() else { panic!("{}", DEFECT) };
    value::ComposedLayout::from_parts(
        <T::Outer as Outer>::SWIZZLE,
        <T::Outer as Outer>::OFFSET,
        *plain,
    )
}

/// The answer on what is known of the operands.
const fn ask<A: PlainLayout, T: Tiler, W: Carry>() -> Answer {
    carry::<W>(&A::DESC, &right::<T>())
}

/// The same, and with other numbers in place of the unknown ones.
const fn answers<A: PlainLayout, T: Tiler, W: Carry>() -> [Answer; 3] {
    let right = right::<T>();
    [
        carry::<W>(&A::DESC, &right),
        carry::<W>(&A::DESC.supposing(0), &right.supposing(0)),
        carry::<W>(&A::DESC.supposing(1), &right.supposing(1)),
    ]
}

const fn carry<W: Carry>(a: &value::Layout, right: &value::ComposedLayout) -> Answer {
    if W::IS_PRODUCT { a.logical_product_swizzled(right) } else { a.compose_swizzled(right) }
}

/// The operation with the plain part `R` of its result has an answer, as far as its operands are known.
pub(crate) const fn passes<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>() -> bool {
    let Some(swizzle) = <ops::Carried<A, T, W> as Outer>::FOUND else { return false };
    if !<BothStatic<A, T> as Bool>::VALUE {
        return refused_rule::<R>().is_none() && existing::<R>().is_ok();
    }
    let offset = <ops::Carried<A, T, W> as Outer>::OFFSET.value(0);
    match ask::<A, T, W>() {
        Ok(found) => {
            found.plain().same_form(&R::DESC)
                && found.swizzle().equals(&swizzle)
                && found.offset() == offset
        }
        Err(_) => false,
    }
}

/// What to say of an operation that does not pass.
pub(crate) const fn refusal<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>() -> Refusal {
    let is_static = <BothStatic<A, T> as Bool>::VALUE;
    let rule = match refused_rule::<R>() {
        None => <ops::Carried<A, T, W> as Outer>::REFUSAL,
        some => some,
    };
    match (answers::<A, T, W>(), rule) {
        ([Err(error), ..], _) if is_static => error.message(),
        ([_, Err(error), Err(other)], Some(rule)) => error.of_known_numbers(&other, reason(rule)),
        ([Err(error), ..], Some(rule)) => error.of_known_leaves(reason(rule)),
        (_, Some(rule)) => Refusal::of(reason(rule)),
        (_, None) => match existing::<R>() {
            Err(error) => error.message(),
            Ok(()) if is_static => Refusal::of(DEFECT),
            Ok(()) => Refusal::of(DEPENDS),
        },
    }
}

/// Not both operands are swizzled.
#[track_caller]
pub(crate) const fn once<A: AnyLayout, T: Tiler>() {
    super::require(
        <A::Outer as Outer>::IS_IDENTITY || <T::Outer as Outer>::IS_IDENTITY,
        "both operands are swizzled: only one of them may be",
    );
}

/// The operation on run-time integers.
pub(crate) fn answer<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>(
    a: A,
    t: T,
) -> Result<Carried<ops::Carried<A, T, W>, R>, LayoutError> {
    let (a, tiler) = (a.plain(), t.plain_tiler());
    let right = tiler.as_whole().and_then(|plain| t.outer().composed(*plain));
    let Some(right) = right else {
        return Ok(Carried(Outer::with_offset(0), fill(&W::plain(&a, &tiler)?)));
    };
    filled(carry::<W>(&a, &right))
}

/// Stops the compiler unless an operation of a swizzled layout has the plain part `R`, and its offsets go
/// through `X`.
#[track_caller]
pub(crate) const fn check<X: Outer, R: PlainLayout>(
    is_static: bool,
    answer: &Result<value::ComposedLayout, LayoutError>,
) {
    if let Err(error) = answer
        && is_static
    {
        panic!("{}", error.message().as_str())
    }
    super::not_refused::<R>();
    let Some(swizzle) = X::FOUND else {
        match X::REFUSAL {
            Some(text) => panic!("{}", text),
            None => panic!("{}", DEPENDS),
        }
    };
    if let Some(text) = X::REFUSAL {
        panic!("{}", text)
    }
    if let Ok(found) = answer
        && is_static
    {
        let agrees = found.plain().same_form(&R::DESC)
            && found.swizzle().equals(&swizzle)
            && found.offset() == X::OFFSET.value(0);
        super::require(agrees, DEFECT);
    }
}

/// The answer on run-time integers, in parts.
pub(crate) fn filled<X: Outer, R: PlainLayout>(
    answer: Result<value::ComposedLayout, LayoutError>,
) -> Result<Carried<X, R>, LayoutError> {
    let found = answer?;
    let outer = X::with_offset(found.offset());
    let agrees = found.swizzle() == X::SWIZZLE && found.offset() == outer.offset();
    assert!(agrees, "{DEFECT}: {found}");
    Ok(Carried(outer, fill(&found.plain())))
}
