//! The judge of a layout after a swizzled one, `A o (Sw o f o L) = Sw' o A(f) o (A o L)`, and of copies
//! in the order of a swizzled one; and of operations of a swizzled layout alone.

use super::verdict::{existing, reason, refused_rule};
use super::{DEFECT, Refusal, fill};
use crate::layout::{AnyLayout, BothStatic, PlainLayout};
use crate::num::{Bool, StaticValue};
use crate::swizzle::OffsetMap;
use crate::types::{Carry, Tiler};
use layout_core::{self as value, LayoutError};

const DEPENDS: &str =
    "the swizzle of the result is part of its type, but depends on run-time integers";

/// A result in parts: what its offsets go through, and the plain layout.
#[derive(Clone, Copy)]
pub(crate) struct Carried<X, R>(X, R);
// SAFETY: two such types.
unsafe impl<X: StaticValue, R: StaticValue> StaticValue for Carried<X, R> {}

impl<X: OffsetMap, R: PlainLayout> Carried<X, R> {
    /// Put together.
    #[inline(always)]
    pub(crate) fn wrap(self) -> X::Wrap<R> {
        self.0.wrap(self.1)
    }

    /// Put together, `outer` last, unless a run-time offset keeps two swizzles apart.
    #[inline(always)]
    fn within<F: OffsetMap>(self, outer: F) -> Option<<F::After<X> as OffsetMap>::Wrap<R>> {
        outer.after(self.0).map(|outer| outer.wrap(self.1))
    }
}

/// An answer about a swizzled layout.
pub type Answer = Result<value::ComposedLayout, LayoutError>;

/// What the offsets of the plain layout `A` with `T`, which may be swizzled, go through.
type CarriedBy<A, T, W> = <T as Tiler>::Carried<A, W>;

/// What is known of the right operand.
const fn right<T: Tiler>() -> value::ComposedLayout {
    let Some(plain) = T::TILER.as_whole() else { panic!("{}", DEFECT) };
    value::ComposedLayout::from_parts(
        <T::OffsetMap as OffsetMap>::SWIZZLE,
        <T::OffsetMap as OffsetMap>::OFFSET,
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
        carry::<W>(&A::DESC.with_unknown_leaves(0), &right.with_unknown_leaves(0)),
        carry::<W>(&A::DESC.with_unknown_leaves(1), &right.with_unknown_leaves(1)),
    ]
}

const fn carry<W: Carry>(a: &value::Layout, right: &value::ComposedLayout) -> Answer {
    if W::IS_PRODUCT { a.logical_product_swizzled(right) } else { a.compose_swizzled(right) }
}

/// The operation with the plain part `R` of its result has an answer, as far as its operands are known.
pub(crate) const fn passes<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>() -> bool {
    let Some(swizzle) = <CarriedBy<A, T, W> as OffsetMap>::FOUND else { return false };
    if !<BothStatic<A, T> as Bool>::VALUE {
        return refused_rule::<R>().is_none() && existing::<R>().is_ok();
    }
    let offset = <CarriedBy<A, T, W> as OffsetMap>::OFFSET.value(0);
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
        None => <CarriedBy<A, T, W> as OffsetMap>::REFUSAL,
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

/// What is known of a layout, swizzled or not.
pub(crate) const fn known<A: AnyLayout>() -> value::ComposedLayout {
    value::ComposedLayout::from_parts(
        <A::OffsetMap as OffsetMap>::SWIZZLE,
        <A::OffsetMap as OffsetMap>::OFFSET,
        <A::Plain as PlainLayout>::DESC,
    )
}

/// What two swizzled operands go through is one swizzle, as far as they are known; `R` is the plain part
/// of the result.
#[track_caller]
pub(crate) const fn merges<A: AnyLayout, T: Tiler, W: Carry, R: PlainLayout>() {
    if !(<A::OffsetMap as OffsetMap>::IS_IDENTITY || <T::OffsetMap as OffsetMap>::IS_IDENTITY) {
        check::<<A::OffsetMap as OffsetMap>::After<CarriedBy<A::Plain, T, W>>, R>(
            <A::IsStatic as Bool>::VALUE && <T::IsStaticTiler as Bool>::VALUE,
            &carry_both::<W>(&known::<A>(), &right::<T>()),
        )
    }
}

const fn carry_both<W: Carry>(a: &value::ComposedLayout, right: &value::ComposedLayout) -> Answer {
    if W::IS_PRODUCT { a.logical_product_swizzled(right) } else { a.compose_swizzled(right) }
}

/// The operation on run-time integers, of a layout that may be swizzled itself.
#[inline(always)]
pub(crate) fn wrapped<A: AnyLayout, T: Tiler, W: Carry, R: PlainLayout>(
    a: A,
    t: T,
    carried: Result<Inside<A, T, W, R>, LayoutError>,
) -> Result<WrappedOf<A, T, W, R>, LayoutError> {
    let (outer, plain) = a.parts();
    carried?.within(outer).ok_or_else(|| apart::<A, T, W>(outer, plain, t))
}
type Inside<A, T, W, R> = Carried<CarriedBy<<A as AnyLayout>::Plain, T, W>, R>;
type WrappedOf<A, T, W, R> = <<<A as Tiler>::OffsetMap as OffsetMap>::After<
    CarriedBy<<A as AnyLayout>::Plain, T, W>,
> as OffsetMap>::Wrap<R>;

/// Why two swizzles are not one.
#[cold]
fn apart<A: AnyLayout, T: Tiler, W: Carry>(
    outer: A::OffsetMap,
    plain: A::Plain,
    t: T,
) -> LayoutError {
    let right = t.plain_tiler().as_whole().and_then(|plain| t.offset_map().composed(*plain));
    match (outer.composed(plain.plain()), right) {
        (Some(a), Some(right)) => match carry_both::<W>(&a, &right) {
            Err(error) => error,
            Ok(_) => unreachable!("{DEFECT}"),
        },
        _ => unreachable!("one of the operands is not swizzled"),
    }
}

/// The answer of an operation of a layout alone, in parts: of the plain one, or of the swizzled one.
#[inline]
pub(crate) fn alone<A: AnyLayout, X: OffsetMap, R: PlainLayout>(
    a: A,
    of_plain: impl FnOnce(value::Layout) -> Result<value::Layout, LayoutError>,
    of_swizzled: impl FnOnce(value::ComposedLayout) -> Answer,
) -> Result<Carried<X, R>, LayoutError> {
    let (outer, plain) = a.parts();
    let plain = plain.plain();
    match outer.composed(plain) {
        None => Ok(Carried(X::with_offset(0), fill(&of_plain(plain)?))),
        Some(composed) => filled(of_swizzled(composed)),
    }
}

/// The operation on run-time integers.
pub(crate) fn answer<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>(
    a: A,
    t: T,
) -> Result<Carried<CarriedBy<A, T, W>, R>, LayoutError> {
    let (a, tiler) = (a.plain(), t.plain_tiler());
    let right = tiler.as_whole().and_then(|plain| t.offset_map().composed(*plain));
    let Some(right) = right else {
        return Ok(Carried(OffsetMap::with_offset(0), fill(&W::plain(&a, &tiler)?)));
    };
    filled(carry::<W>(&a, &right))
}

/// Stops the compiler unless an operation of a swizzled layout has the plain part `R`, and its offsets go
/// through `X`.
#[track_caller]
pub(crate) const fn check<X: OffsetMap, R: PlainLayout>(
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
            Some(rule) => refused(answer, rule),
            None => panic!("{}", DEPENDS),
        }
    };
    if let Some(rule) = X::REFUSAL {
        refused(answer, rule)
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

/// What known integers alone forbid.
#[track_caller]
const fn refused(answer: &Answer, rule: &'static str) -> ! {
    match answer {
        Err(error) => panic!("{}", error.of_known_leaves(reason(rule)).as_str()),
        Ok(_) => panic!("{}", reason(rule)),
    }
}

/// The answer on run-time integers, in parts.
pub(crate) fn filled<X: OffsetMap, R: PlainLayout>(
    answer: Result<value::ComposedLayout, LayoutError>,
) -> Result<Carried<X, R>, LayoutError> {
    let found = answer?;
    let outer = X::with_offset(found.offset());
    let agrees = found.swizzle() == X::SWIZZLE && found.offset() == outer.offset();
    assert!(agrees, "{DEFECT}: {found}");
    Ok(Carried(outer, fill(&found.plain())))
}
