//! Truth values and numerals: closed, total arithmetic at the type level.
//!
//! typenum supplies the numerals that users see; inside, a number is a list of octal digits
//! ([`octal`]), because every function here is total and a few projections long.

mod branches;
mod count;
mod gcd;
pub(crate) mod int;
pub mod long;
mod nat;
pub mod octal;
pub mod power;
pub mod xor;

pub(crate) use branches::branch;
pub use branches::{BoolBranches, TernaryBranches};
pub use count::{Count, Number};
pub use gcd::{Euclid, Reduced};
pub use nat::Nat;
pub(crate) use nat::signed;

use crate::num::int::{Indivisible, Int};
use layout_core::LayoutError;
use octal::Oct;
use typenum::{B0, B1};

/// A type-level truth value.
pub trait Bool: Ternary + BoolBranches + Copy + Default + 'static {
    /// The value.
    const VALUE: bool;
    /// Negation.
    type Not: Bool;
    /// Conjunction.
    type And<R: Bool>: Bool;
    /// Disjunction.
    type Or<R: Bool>: Bool;
    /// Both, or neither.
    type Alike<R: Bool>: Bool;
    /// `T` or `E`; only for arms that cost nothing, since both are evaluated.
    type PickOct<T: Oct, E: Oct>: Oct;
    /// `Q` if this is true, otherwise the refusal of a division that leaves a rest.
    type OrRefused<Q: Int>: Int;
    /// The refusal of a division if this is true, otherwise `Q`.
    type RefusedOr<Q: Int>: Int;
    /// The only value of a static `O`, or what `twin` computes.
    ///
    /// Two impls and no `if`: for a static result the code of the twin is never instantiated. The
    /// result is a plain parameter, because an associated type would be evaluated once more.
    fn static_value_or<O: StaticValue>(twin: impl FnOnce() -> O) -> O;
    /// The same for a `twin` that can be refused.
    fn try_static_value_or<O: StaticValue, E>(twin: impl FnOnce() -> Result<O, E>) -> Result<O, E>;
    /// The same, settled: a refusal is a panic at the caller. A static result goes through no `Result`,
    /// which the compiler would take apart at each operation of a program.
    #[track_caller]
    fn static_value_or_panic<O: StaticValue>(twin: impl FnOnce() -> Result<O, LayoutError>) -> O;
}

impl Bool for B0 {
    const VALUE: bool = false;
    type Not = B1;
    type And<R: Bool> = B0;
    type Or<R: Bool> = R;
    type Alike<R: Bool> = R::Not;
    type PickOct<T: Oct, E: Oct> = E;
    type OrRefused<Q: Int> = Indivisible;
    type RefusedOr<Q: Int> = Q;
    #[inline(always)]
    fn static_value_or<O: StaticValue>(twin: impl FnOnce() -> O) -> O {
        twin()
    }
    #[inline(always)]
    fn try_static_value_or<O: StaticValue, E>(twin: impl FnOnce() -> Result<O, E>) -> Result<O, E> {
        twin()
    }
    #[inline(always)]
    #[track_caller]
    fn static_value_or_panic<O: StaticValue>(twin: impl FnOnce() -> Result<O, LayoutError>) -> O {
        crate::check::unwrap_or_panic(twin())
    }
}

impl Bool for B1 {
    const VALUE: bool = true;
    type Not = B0;
    type And<R: Bool> = R;
    type Or<R: Bool> = B1;
    type Alike<R: Bool> = R;
    type PickOct<T: Oct, E: Oct> = T;
    type OrRefused<Q: Int> = Q;
    type RefusedOr<Q: Int> = Indivisible;
    #[inline(always)]
    fn static_value_or<O: StaticValue>(_: impl FnOnce() -> O) -> O {
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
}

/// The outcome of a comparison: true, false, or `Unknown` when an operand is known only at run
/// time. Every decision of the algebra is one of these, with a branch for each outcome.
pub trait Ternary: TernaryBranches {
    /// It is known not to hold.
    type Fails: Bool;
}
impl Ternary for B0 {
    type Fails = B1;
}
impl Ternary for B1 {
    type Fails = B0;
}
impl Ternary for Unknown {
    type Fails = B0;
}

/// Not known before run time.
#[derive(Debug)]
pub struct Unknown;

/// A type that, if it takes no room, has one value.
///
/// # Safety
/// The type must not be empty, and a value that takes no room must be free for anyone to make. The
/// integers of a value never change: a view reaches its elements by them, checked once. Any thread may have
/// the value and share it. (No supertraits: the compiler would prove them leaf by leaf.)
pub unsafe trait StaticValue: Copy + 'static {}

/// Nothing, and the value that takes no more room. Not `MaybeUninit`: its functions would be inlined at each
/// operation of a program.
union Nothing<T: Copy> {
    nothing: (),
    value: T,
}

/// The value of the zero-sized type `$T`, which is [`StaticValue`]. Not a call of [`static_value`] where each operation
/// of a program passes: that would be one more function for the compiler.
macro_rules! only {
    ($T:ty) => {{
        const { assert!(size_of::<$T>() == 0) };
        // SAFETY: the assertion above says that there is nothing to initialize, and `StaticValue` that
        // the value may be made.
        unsafe { Nothing::<$T> { nothing: () }.value }
    }};
}
use only;

/// The value of a zero-sized type. `Default` would be one more function for each digit.
#[inline(always)]
pub const fn static_value<T: StaticValue>() -> T {
    only!(T)
}
