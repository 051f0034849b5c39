//! Checks and results of operations with a swizzled layout.
//!
//! * A swizzled right operand of a composition: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`.
//! * A swizzled right operand of a product.
//! * Operations of one swizzled layout.

use super::verdict::{existing, reason, refused_rule};
use super::{DEFECT, Refusal, fill};
use crate::types::algebra::{Carry, Tiler};
use crate::types::layout::{AnyLayout, BothStatic, PlainLayout};
use crate::types::num::{Bool, StaticValue};
use crate::types::swizzle::OffsetMap;
use layout_core::{self as value, LayoutError};

const DEPENDS: &str =
    "the swizzle of the result is part of its type, but depends on run-time integers";

/// A result in parts: the map of its offsets, and the plain layout.
#[derive(Clone, Copy)]
pub(crate) struct Carried<X, R>(X, R);
// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. Both fields are `StaticValue`,
// and nothing changes them.
unsafe impl<X: StaticValue, R: StaticValue> StaticValue for Carried<X, R> {}

impl<X: OffsetMap, R: PlainLayout> Carried<X, R> {
    /// The layout with both parts.
    #[inline(always)]
    pub(crate) fn wrap(self) -> X::Wrap<R> {
        self.0.wrap(self.1)
    }

    /// The layout with both parts and `outer` applied last; `None` if two swizzles with a run-time offset between them
    /// do not merge.
    #[inline(always)]
    fn within<F: OffsetMap>(self, outer: F) -> Option<<F::After<X> as OffsetMap>::Wrap<R>> {
        outer.after(self.0).map(|outer| outer.wrap(self.1))
    }
}

/// The result of an operation of `layout-core` on swizzled layouts.
pub type CarriedAnswer = Result<value::ComposedLayout, LayoutError>;

/// The map of the result of the operation `W` of the plain layout `A` and `T`, which may be swizzled.
type CarriedMap<A, T, W> = <T as Tiler>::Carried<A, W>;

/// The right operand, with its run-time leaves unknown.
const fn right<T: Tiler>() -> value::ComposedLayout {
    let Some(plain) = T::TILER.as_whole() else { panic!("{}", DEFECT) };
    value::internal::unchecked_composed(
        <T::OffsetMap as OffsetMap>::SWIZZLE,
        <T::OffsetMap as OffsetMap>::OFFSET,
        *plain,
    )
}

/// The result on the known integers of the operands.
const fn ask<A: PlainLayout, T: Tiler, W: Carry>() -> CarriedAnswer {
    carry::<W>(&A::DESC, &right::<T>())
}

/// The result on the known integers, then two with different numbers in each unknown leaf.
const fn answers<A: PlainLayout, T: Tiler, W: Carry>() -> [CarriedAnswer; 3] {
    let right = right::<T>();
    [
        carry::<W>(&A::DESC, &right),
        carry::<W>(&A::DESC.with_unknown_leaves(0), &right.with_unknown_leaves(0)),
        carry::<W>(&A::DESC.with_unknown_leaves(1), &right.with_unknown_leaves(1)),
    ]
}

const fn carry<W: Carry>(a: &value::Layout, right: &value::ComposedLayout) -> CarriedAnswer {
    if W::IS_PRODUCT { a.logical_product_swizzled(right) } else { a.compose_swizzled(right) }
}

/// Whether `R` is a valid plain part of the result, as far as the operands are known.
pub(crate) const fn passes<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>() -> bool {
    let Some(swizzle) = <CarriedMap<A, T, W> as OffsetMap>::FOUND else { return false };
    if !<BothStatic<A, T> as Bool>::VALUE {
        return refused_rule::<R>().is_none() && existing::<R>().is_ok();
    }
    let offset = <CarriedMap<A, T, W> as OffsetMap>::OFFSET.value(0);
    match ask::<A, T, W>() {
        Ok(found) => {
            found.plain().same_form(&R::DESC)
                && found.swizzle().equals(&swizzle)
                && found.offset() == offset
        }
        Err(_) => false,
    }
}

/// The message for an operation that does not pass [`passes`].
pub(crate) const fn refusal<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>() -> Refusal {
    let is_static = <BothStatic<A, T> as Bool>::VALUE;
    let rule = match refused_rule::<R>() {
        None => <CarriedMap<A, T, W> as OffsetMap>::REFUSAL,
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

/// A layout, swizzled or not, with its run-time leaves unknown.
pub(crate) const fn known<A: AnyLayout>() -> value::ComposedLayout {
    value::internal::unchecked_composed(
        <A::OffsetMap as OffsetMap>::SWIZZLE,
        <A::OffsetMap as OffsetMap>::OFFSET,
        <A::Plain as PlainLayout>::DESC,
    )
}

/// Stops the compiler if the swizzles of two swizzled operands do not merge into one, as far as they are known. `R` is
/// the plain part of the result.
#[track_caller]
pub(crate) const fn merges<A: AnyLayout, T: Tiler, W: Carry, R: PlainLayout>() {
    if !(<A::OffsetMap as OffsetMap>::IS_IDENTITY || <T::OffsetMap as OffsetMap>::IS_IDENTITY) {
        check::<<A::OffsetMap as OffsetMap>::After<CarriedMap<A::Plain, T, W>>, R>(
            <A::IsStatic as Bool>::VALUE && <T::IsStaticTiler as Bool>::VALUE,
            &carry_both::<W>(&known::<A>(), &right::<T>()),
        )
    }
}

const fn carry_both<W: Carry>(
    a: &value::ComposedLayout,
    right: &value::ComposedLayout,
) -> CarriedAnswer {
    if W::IS_PRODUCT { a.logical_product_swizzled(right) } else { a.compose_swizzled(right) }
}

/// The result of an operation of `a`, which may be swizzled, and `t`. `carried` is the result for the plain part of
/// `a`.
///
/// # Errors
/// The error of `carried`. An error, too, if the swizzles of both operands do not merge into one.
#[inline(always)]
pub(crate) fn wrapped<A: AnyLayout, T: Tiler, W: Carry, R: PlainLayout>(
    a: A,
    t: T,
    carried: Result<InsideMap<A, T, W, R>, LayoutError>,
) -> Result<WrappedOf<A, T, W, R>, LayoutError> {
    let (outer, plain) = a.parts();
    carried?.within(outer).ok_or_else(|| apart::<A, T, W>(outer, plain, t))
}
type InsideMap<A, T, W, R> = Carried<CarriedMap<<A as AnyLayout>::Plain, T, W>, R>;
type WrappedOf<A, T, W, R> = <<<A as Tiler>::OffsetMap as OffsetMap>::After<
    CarriedMap<<A as AnyLayout>::Plain, T, W>,
> as OffsetMap>::Wrap<R>;

/// [`wrapped`] that panics at the caller.
///
/// # Panics
/// If the swizzles of both operands do not merge into one.
#[inline(always)]
#[track_caller]
pub(crate) fn wrapped_or_panic<A: AnyLayout, T: Tiler, W: Carry, R: PlainLayout>(
    a: A,
    t: T,
    carried: InsideMap<A, T, W, R>,
) -> WrappedOf<A, T, W, R> {
    let (outer, plain) = a.parts();
    match carried.within(outer) {
        Some(result) => result,
        None => super::refuse(&apart::<A, T, W>(outer, plain, t)),
    }
}

/// A result in parts, of an operation with a `T` that is not swizzled.
#[inline(always)]
pub(crate) fn unswizzled<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>(
    plain: R,
) -> Carried<CarriedMap<A, T, W>, R> {
    Carried(OffsetMap::with_offset(0), plain)
}

/// The error for two swizzles that do not merge into one.
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

/// The result of an operation of one layout: that of `of_plain` for a plain one, of `of_swizzled` for a swizzled one.
///
/// # Errors
/// The error of the function that runs.
#[inline]
pub(crate) fn alone<A: AnyLayout, X: OffsetMap, R: PlainLayout>(
    a: A,
    of_plain: impl FnOnce(value::Layout) -> Result<value::Layout, LayoutError>,
    of_swizzled: impl FnOnce(value::ComposedLayout) -> CarriedAnswer,
) -> Result<Carried<X, R>, LayoutError> {
    let (outer, plain) = a.parts();
    let plain = plain.plain();
    match outer.composed(plain) {
        None => Ok(Carried(X::with_offset(0), fill(&of_plain(plain)?))),
        Some(composed) => filled(of_swizzled(composed)),
    }
}

/// The result of the operation `W` of `a` and `t`, which may be swizzled.
///
/// # Errors
/// If the operation is refused.
pub(crate) fn answer<A: PlainLayout, T: Tiler, W: Carry, R: PlainLayout>(
    a: A,
    t: T,
) -> Result<Carried<CarriedMap<A, T, W>, R>, LayoutError> {
    let (a, tiler) = (a.plain(), t.plain_tiler());
    let right = tiler.as_whole().and_then(|plain| t.offset_map().composed(*plain));
    let Some(right) = right else {
        return Ok(Carried(OffsetMap::with_offset(0), fill(&W::plain(&a, &tiler)?)));
    };
    filled(carry::<W>(&a, &right))
}

/// Stops the compiler unless the map `X` and the plain part `R` are a valid result of an operation of a swizzled
/// layout.
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
    // The map first: a layout with a refused one has a refused plain part, too, which knows the rule alone.
    if let Some(rule) = X::REFUSAL {
        refused(answer, rule)
    }
    super::not_refused::<R>();
    let Some(swizzle) = X::FOUND else { panic!("{}", DEPENDS) };
    if let Ok(found) = answer
        && is_static
    {
        let agrees = found.plain().same_form(&R::DESC)
            && found.swizzle().equals(&swizzle)
            && found.offset() == X::OFFSET.value(0);
        super::require(agrees, DEFECT);
    }
}

/// Stops the compiler for an operation that the known integers refuse.
#[track_caller]
const fn refused(answer: &CarriedAnswer, rule: &'static str) -> ! {
    match answer {
        Err(error) => panic!("{}", error.of_known_leaves(reason(rule)).as_str()),
        Ok(_) => panic!("{}", reason(rule)),
    }
}

/// The result `answer`, in parts.
///
/// # Errors
/// The error of `answer`.
///
/// # Panics
/// If the types `X` and `R` disagree with the result.
pub(crate) fn filled<X: OffsetMap, R: PlainLayout>(
    answer: Result<value::ComposedLayout, LayoutError>,
) -> Result<Carried<X, R>, LayoutError> {
    let found = answer?;
    let outer = X::with_offset(found.offset());
    let agrees = found.swizzle() == X::SWIZZLE && found.offset() == outer.offset();
    assert!(agrees, "{DEFECT}: {found}");
    Ok(Carried(outer, fill(&found.plain())))
}
