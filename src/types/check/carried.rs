//! Checks and results of operations with swizzled layouts: the composition `A o (Sw o f o L) = Sw' o A(f) o (A o L)`, and
//! operations of one swizzled layout.

use super::verdict::{decided, existing, reason, refused_rule};
use super::{DEFECT, Refusal, fill};
use crate::types::algebra::Tiler;
use crate::types::layout::{AnyLayout, PlainLayout, PlainOf};
use crate::types::num::{Bool, StaticValue};
use crate::types::swizzle::OffsetMap;
use layout_core::{self as value, LayoutError};

const DEPENDS: &str =
    "the swizzle of the result is part of its type, but depends on run-time integers";

const TWO_SWIZZLES: &str = "cannot compose two swizzled layouts as types: convert both by `to_dynamic()`, and merge their \
                            swizzles by `compose_swizzled` of `dynamic::ComposedLayout`";

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
}

/// The result of an operation of `layout-core` on swizzled layouts.
pub type CarriedAnswer = Result<value::ComposedLayout, LayoutError>;

/// The map of the offsets of `A o T`.
pub(crate) type ComposedMap<A, T> = <T as Tiler>::Carried<PlainOf<A>, <A as Tiler>::OffsetMap>;
/// `A o T`, `R` being the plain part.
type ComposedOf<A, T, R> = <ComposedMap<A, T> as OffsetMap>::Wrap<R>;
/// `A` and `T` are static.
type AreStatic<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as Tiler>::IsStaticTiler>;

/// A layout, swizzled or not. `Some(k)` puts test number `k` into each run-time leaf, which remains unknown.
pub(crate) const fn known<A: AnyLayout>(k: Option<usize>) -> value::ComposedLayout {
    with_numbers::<A::OffsetMap>(&A::FORM, k)
}

const fn with_numbers<X: OffsetMap>(
    plain: &value::Layout,
    k: Option<usize>,
) -> value::ComposedLayout {
    let layout = value::internal::unchecked_composed(X::SWIZZLE, X::OFFSET, *plain);
    match k {
        None => layout,
        Some(k) => layout.with_unknown_leaves(k),
    }
}

/// `A o T` of a plain `A` and a swizzled `T`, on the integers that [`known`] names.
const fn composition<A: AnyLayout, T: Tiler>(k: Option<usize>) -> CarriedAnswer {
    let Some(plain) = T::TILER.as_whole() else { panic!("{}", DEFECT) };
    known::<A>(k).plain().compose_swizzled(&with_numbers::<T::OffsetMap>(plain, k))
}

/// Stops the compiler unless `A o T` exists for a swizzled `T`, as far as the integers are known. `R` is the type of its plain
/// part.
#[track_caller]
pub(crate) const fn composes<A: AnyLayout, T: Tiler, R: PlainLayout>() {
    if !(super::is_layout(&A::FORM) && super::is_tiler(&T::TILER)) {
        return;
    }
    super::require(<A::OffsetMap as OffsetMap>::IS_IDENTITY, TWO_SWIZZLES);
    let is_static = <AreStatic<A, T> as Bool>::VALUE;
    let answer = composition::<A, T>(super::numbers(is_static));
    if !passes::<ComposedMap<A, T>, R>(is_static, &answer) {
        refuse::<ComposedMap<A, T>, R>(is_static, &answer, &composition::<A, T>(Some(1)))
    }
}

/// Whether the map `X` and the plain part `R` are a valid result of an operation, as far as the integers are known.
pub(crate) const fn passes<X: OffsetMap, R: PlainLayout>(
    is_static: bool,
    answer: &CarriedAnswer,
) -> bool {
    let (Ok(found), Some(swizzle)) = (answer, X::FOUND) else { return false };
    if !is_static {
        return X::REFUSAL.is_none() && refused_rule::<R>().is_none() && existing::<R>().is_ok();
    }
    found.plain().same_form(&R::FORM)
        && found.swizzle().equals(&swizzle)
        && found.offset() == X::OFFSET.value(0)
}

/// Stops the compiler with the reason why an operation does not pass [`passes`], unless run-time integers decide. `other` is
/// the result with another number in unknown leaves.
#[track_caller]
pub(crate) const fn refuse<X: OffsetMap, R: PlainLayout>(
    is_static: bool,
    answer: &CarriedAnswer,
    other: &CarriedAnswer,
) {
    if let Some(text) = refusal::<X, R>(is_static, answer, other) {
        super::stop(text.as_str())
    }
}

const fn refusal<X: OffsetMap, R: PlainLayout>(
    is_static: bool,
    answer: &CarriedAnswer,
    other: &CarriedAnswer,
) -> Option<Refusal> {
    let rule = match X::REFUSAL {
        None => refused_rule::<R>(),
        some => some,
    };
    match (answer, other, rule) {
        (Err(error), ..) if is_static => Some(error.message()),
        (Err(error), Err(other), Some(rule)) => Some(error.of_known_numbers(other, reason(rule))),
        // No swizzle has the numbers of the type, so that no run-time integer gives it.
        (Err(error), Err(other), None) if X::FOUND.is_none() => {
            Some(error.of_known_numbers(other, DEPENDS))
        }
        (Err(error), Err(other), None) => decided(error, other),
        (Err(_), Ok(_), None) if X::FOUND.is_some() => None,
        (_, _, Some(rule)) => Some(Refusal::of(reason(rule))),
        (_, _, None) => match existing::<R>() {
            Err(error) => Some(error.message()),
            Ok(()) if is_static => Some(Refusal::of(DEFECT)),
            Ok(()) => Some(Refusal::of(DEPENDS)),
        },
    }
}

/// `A o T` of a swizzled `T`. The caller has called [`composes`].
///
/// # Errors
/// If the composition is refused.
pub(crate) fn composed<A: AnyLayout, T: Tiler, R: PlainLayout>(
    a: A,
    t: T,
) -> Result<ComposedOf<A, T, R>, LayoutError> {
    if !<A::OffsetMap as OffsetMap>::IS_IDENTITY {
        unreachable!("`composes` refuses two swizzles")
    }
    <AreStatic<A, T> as Bool>::try_static_value_or(|| {
        let tiler = t.plain_tiler();
        let right = tiler.as_whole().and_then(|inside| t.offset_map().composed(*inside));
        let Some(right) = right else { unreachable!("the right operand is swizzled") };
        filled::<ComposedMap<A, T>, R>(a.parts().1.plain().compose_swizzled(&right))
    })
    .map(Carried::wrap)
}

/// The result of an operation of one swizzled layout.
///
/// # Errors
/// The error of `engine`.
#[inline]
pub(crate) fn alone<A: AnyLayout, X: OffsetMap, R: PlainLayout>(
    a: A,
    engine: impl FnOnce(value::ComposedLayout) -> CarriedAnswer,
) -> Result<X::Wrap<R>, LayoutError> {
    A::IsStatic::try_static_value_or(|| {
        let (outer, plain) = a.parts();
        let Some(swizzled) = outer.composed(plain.plain()) else {
            unreachable!("the layout is swizzled")
        };
        filled::<X, R>(engine(swizzled))
    })
    .map(Carried::wrap)
}

/// The result `answer`, in parts.
///
/// # Errors
/// The error of `answer`.
///
/// # Panics
/// If the types `X` and `R` disagree with the result.
pub(crate) fn filled<X: OffsetMap, R: PlainLayout>(
    answer: CarriedAnswer,
) -> Result<Carried<X, R>, LayoutError> {
    let found = answer?;
    let outer = X::with_offset(found.offset());
    let agrees = found.swizzle() == X::SWIZZLE && found.offset() == outer.offset();
    assert!(agrees, "{DEFECT}: {found}");
    Ok(Carried(outer, fill(&found.plain())))
}
