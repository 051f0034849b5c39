//! Truth values and integers as types.
//!
//! Users write typenum's numerals. Type functions compute with octal digits ([`octal`]), because these functions need
//! total arithmetic of few projections. [`int`] adds signs, run-time integers, refusals and units of a coordinate.
//!
//! Here are the values of these types: [`StaticValue`] is a type with one value, which [`static_value`] returns; [`Planned`] and
//! the functions after it return a result that is static or has run-time leaves.

mod branches;
mod extent;
mod gcd;
pub(crate) mod int;
pub mod long;
mod nat;
pub mod numeral;
pub mod octal;
pub mod power;
pub mod xor;

pub(crate) use branches::branch;
pub use branches::{Ternary, Unknown};
pub use extent::{Extent, Numeral, Static};
pub use gcd::{Euclid, Reduced};
pub use nat::Nat;
pub(crate) use nat::signed;

use crate::types::num::int::{Indivisible, Int, Refused, rule};
use layout_core::LayoutError;
use octal::Oct;
use typenum::{B0, B1};

/// A truth value as a type: `B1` is true, `B0` is false.
pub trait Bool: Ternary + crate::types::layout::GuardOf + Copy + Default + 'static {
    /// The value.
    const VALUE: bool;
    /// Negation.
    type Not: Bool;
    /// Conjunction.
    type And<R: Bool>: Bool;
    /// Disjunction.
    type Or<R: Bool>: Bool;
    /// Equality.
    type Alike<R: Bool>: Bool;
    /// `T` if true, otherwise `E`. The compiler evaluates both, so this is for cheap operands only; others need a
    /// `branch!`.
    type PickOct<T: Oct, E: Oct>: Oct;
    /// 0 if true, otherwise `R`.
    type ZeroOr<R: Int>: Int;
    /// `Q` if true, otherwise `Indivisible`.
    type OrRefused<Q: Int>: Int;
    /// The refusal of an overlap if true, otherwise `Q`.
    type OverlapOr<Q: Int>: Int;
    /// `Indivisible` if true, otherwise `Q`.
    type RefusedOr<Q: Int>: Int;
    /// The only value of `O` if true (`O` is static), otherwise `compute()`.
    ///
    /// Two impls instead of an `if`, so the code of `compute` is not instantiated for a static result. `O` is a
    /// parameter instead of an associated type, which the compiler would evaluate once more.
    fn static_value_or<O: StaticValue>(compute: impl FnOnce() -> O) -> O;
    /// [`static_value_or`](Self::static_value_or) for a call that panics at the caller.
    ///
    /// # Panics
    /// If `call` does.
    #[track_caller]
    fn static_value_or_call<O: StaticValue, C: Call<O>>(call: C) -> O;
    /// [`static_value_or`](Self::static_value_or) for a fallible `compute`.
    ///
    /// # Errors
    /// The error of `compute`, which runs only if false.
    fn try_static_value_or<O: StaticValue, E>(
        compute: impl FnOnce() -> Result<O, E>,
    ) -> Result<O, E>;
    /// [`try_static_value_or`](Self::try_static_value_or), panicking at the caller instead of returning an error. A
    /// static result skips the `Result`, whose handling the compiler would generate for each call in a program.
    ///
    /// # Panics
    /// If `compute` returns an error.
    #[track_caller]
    fn static_value_or_panic<O: StaticValue>(compute: impl FnOnce() -> Result<O, LayoutError>)
    -> O;
    /// [`try_static_value_or`](Self::try_static_value_or), where `engine` runs only if `plan` has no result.
    ///
    /// # Errors
    /// The error of `engine`.
    fn try_planned_or<O: StaticValue>(
        plan: impl FnOnce() -> Planned<O>,
        engine: impl FnOnce() -> Result<O, LayoutError>,
    ) -> Result<O, LayoutError>;
    /// [`try_planned_or`](Self::try_planned_or), panicking at the caller. A planned result skips the `Result`, which
    /// has the size of an error.
    ///
    /// # Panics
    /// If `engine` returns an error.
    #[track_caller]
    fn planned_or_panic<O: StaticValue>(
        plan: impl FnOnce() -> Planned<O>,
        engine: impl FnOnce() -> Result<O, LayoutError>,
    ) -> O;
}

/// A function of run-time integers with its arguments. A closure would lose the place of the caller.
pub trait Call<O> {
    /// The result.
    ///
    /// # Panics
    /// At the caller, if the integers are refused.
    #[track_caller]
    fn call(self) -> O;
}

/// `Self` is the type `R`. A method with the bound `LogicalDivide<Self, T>: Is<R>` returns a `LogicalDivide<Self, T>`.
///
/// `R` is inferred. In generated code, the compiler evaluates the type of a result once more if the signature or the
/// body writes it as an operation, but not if they write `R`.
#[diagnostic::on_unimplemented(message = "the result is `{Self}`, not `{R}`")]
pub trait Is<R> {
    /// The value as an `R`.
    fn it(self) -> R;
}
impl<T> Is<T> for T {
    #[inline(always)]
    fn it(self) -> T {
        self
    }
}

/// What a plan finds for run-time integers.
#[derive(Clone, Copy, Debug)]
pub enum Planned<O> {
    /// The result of the operation.
    Result(O),
    /// The operation is refused; the engine has the reason.
    Refused,
    /// The plan does not hold, so the engine decides.
    Open,
}

/// Runs `engine` out of line, so its caller contains only the code of the plan.
///
/// # Errors
/// The error of `engine`.
#[cold]
#[inline(never)]
fn unplanned<O>(engine: impl FnOnce() -> Result<O, LayoutError>) -> Result<O, LayoutError> {
    engine()
}

/// Panics at the caller with the error of `engine`.
#[cold]
#[inline(never)]
#[track_caller]
fn refused_by<O>(engine: impl FnOnce() -> Result<O, LayoutError>) -> ! {
    crate::types::check::unwrap_or_panic(engine());
    panic!("{}", crate::types::check::DEFECT)
}

/// [`unplanned`] that panics at the caller.
///
/// # Panics
/// If `engine` returns an error.
#[cold]
#[inline(never)]
#[track_caller]
fn unplanned_or_panic<O>(engine: impl FnOnce() -> Result<O, LayoutError>) -> [O; 1] {
    [crate::types::check::unwrap_or_panic(engine())]
}

impl Bool for B0 {
    const VALUE: bool = false;
    type Not = B1;
    type And<R: Bool> = B0;
    type Or<R: Bool> = R;
    type Alike<R: Bool> = R::Not;
    type PickOct<T: Oct, E: Oct> = E;
    type ZeroOr<R: Int> = R;
    type OrRefused<Q: Int> = Indivisible;
    type OverlapOr<Q: Int> = Q;
    type RefusedOr<Q: Int> = Q;
    #[inline(always)]
    fn static_value_or<O: StaticValue>(compute: impl FnOnce() -> O) -> O {
        compute()
    }
    #[inline(always)]
    #[track_caller]
    fn static_value_or_call<O: StaticValue, C: Call<O>>(call: C) -> O {
        call.call()
    }
    #[inline(always)]
    fn try_static_value_or<O: StaticValue, E>(
        compute: impl FnOnce() -> Result<O, E>,
    ) -> Result<O, E> {
        compute()
    }
    #[inline(always)]
    #[track_caller]
    fn static_value_or_panic<O: StaticValue>(
        compute: impl FnOnce() -> Result<O, LayoutError>,
    ) -> O {
        crate::types::check::unwrap_or_panic(compute())
    }
    #[inline(always)]
    fn try_planned_or<O: StaticValue>(
        plan: impl FnOnce() -> Planned<O>,
        engine: impl FnOnce() -> Result<O, LayoutError>,
    ) -> Result<O, LayoutError> {
        match plan() {
            Planned::Result(result) => Ok(result),
            Planned::Refused | Planned::Open => unplanned(engine),
        }
    }
    #[inline(always)]
    #[track_caller]
    fn planned_or_panic<O: StaticValue>(
        plan: impl FnOnce() -> Planned<O>,
        engine: impl FnOnce() -> Result<O, LayoutError>,
    ) -> O {
        match plan() {
            Planned::Result(result) => result,
            Planned::Refused => refused_by(engine),
            Planned::Open => {
                // The result of the call has a stack slot of its own: a planned result that shared it would go through
                // memory.
                let [result] = unplanned_or_panic(engine);
                result
            }
        }
    }
}

impl Bool for B1 {
    const VALUE: bool = true;
    type Not = B0;
    type And<R: Bool> = R;
    type Or<R: Bool> = B1;
    type Alike<R: Bool> = R;
    type PickOct<T: Oct, E: Oct> = T;
    type ZeroOr<R: Int> = octal::Z;
    type OrRefused<Q: Int> = Q;
    type OverlapOr<Q: Int> = Refused<rule::Overlap>;
    type RefusedOr<Q: Int> = Indivisible;
    #[inline(always)]
    fn static_value_or<O: StaticValue>(_: impl FnOnce() -> O) -> O {
        only!(O)
    }
    #[inline(always)]
    fn static_value_or_call<O: StaticValue, C: Call<O>>(_: C) -> O {
        only!(O)
    }
    #[inline(always)]
    fn try_static_value_or<O: StaticValue, E>(_: impl FnOnce() -> Result<O, E>) -> Result<O, E> {
        Ok(only!(O))
    }
    #[inline(always)]
    fn static_value_or_panic<O: StaticValue>(_: impl FnOnce() -> Result<O, LayoutError>) -> O {
        only!(O)
    }
    #[inline(always)]
    fn try_planned_or<O: StaticValue>(
        _: impl FnOnce() -> Planned<O>,
        _: impl FnOnce() -> Result<O, LayoutError>,
    ) -> Result<O, LayoutError> {
        Ok(only!(O))
    }
    #[inline(always)]
    fn planned_or_panic<O: StaticValue>(
        _: impl FnOnce() -> Planned<O>,
        _: impl FnOnce() -> Result<O, LayoutError>,
    ) -> O {
        only!(O)
    }
}

/// A type whose value the library may make from nothing if its size is 0.
///
/// # Safety
/// 1. The type has a value, and if its size is 0, any code may make that value.
/// 2. The integers of a value never change: a view checks them once, then reaches its elements by them.
/// 3. Any thread may hold and share a value. `Send` and `Sync` are not supertraits, because the compiler would prove
///    them leaf by leaf.
/// 4. Bytes of 0 are a value of an `IntTuple`: the tuple with run-time integers of 0.
pub unsafe trait StaticValue: Copy + 'static {}

/// `()` read as a zero-sized `T`. `MaybeUninit` would also work, but its functions would be inlined at each operation
/// of a program.
union FromUnit<T: Copy> {
    unit: (),
    value: T,
}

/// The value of a literal, by a path. In the place of a type, the compiler looks for an associated type, and its error has
/// this name.
#[expect(non_camel_case_types, reason = "the words of an error")]
pub trait a_type_has_a_capital_letter: StaticValue {
    /// The only value. `Self` of another size than 0 does not compile.
    const VALUE: Self = {
        assert!(size_of::<Self>() == 0);
        // SAFETY: reading the union's field needs an initialized, valid `Self`. The assertion proves that its size is 0,
        // so no byte is uninitialized. `StaticValue`, rule 1: any code may make the value of such a type.
        unsafe { FromUnit::<Self> { unit: () }.value }
    };
}
impl<T: StaticValue> a_type_has_a_capital_letter for T {}

/// The value of the zero-sized type `$T: StaticValue`. A macro, because every operation of a program would instantiate
/// the function [`static_value`] once more.
macro_rules! only {
    ($T:ty) => {{
        const { assert!(size_of::<$T>() == 0) };
        // SAFETY: reading the union's field needs an initialized, valid `$T`. The assertion proves that its size
        // is 0, so no byte is uninitialized. `StaticValue`, rule 1: any code may make the value of such a type.
        unsafe { FromUnit::<$T> { unit: () }.value }
    }};
}
use only;

/// The value of a zero-sized type. `T` of another size does not compile.
///
/// `Default` would instantiate one function for each digit of each numeral.
#[inline(always)]
pub const fn static_value<T: StaticValue>() -> T {
    only!(T)
}

/// Defines types without a field, whose parameters are types: `Copy` whatever these are, and a [`StaticValue`].
macro_rules! phantom {
    ($($(#[$doc:meta])* $name:ident<$($p:ident),+>;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<$($p),+>(core::marker::PhantomData<($($p,)+)>);
        impl<$($p),+> Copy for $name<$($p),+> {}
        impl<$($p),+> Clone for $name<$($p),+> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        // SAFETY: the only field is a `PhantomData` without an invariant, so the type is not empty, any code may make its
        // value, and any thread may hold it.
        unsafe impl<$($p: 'static),+> $crate::types::num::StaticValue for $name<$($p),+> {}
    )*};
}
pub(crate) use phantom;
