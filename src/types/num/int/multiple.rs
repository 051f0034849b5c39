//! [`Multiple`]: a run-time integer with a known divisor and bound.

use super::{Function, Int, Leaf, One, Relation, Unit, number, runtime};
use crate::LayoutError;
use crate::types::algebra::Seek;
use crate::types::check::{self, Unchecked};
use crate::types::layout::{Modes, UnitWalk};
use crate::types::num::octal::{N, O0, O2, Oct, Z};
use crate::types::num::{Bool, Nat, StaticValue, branch, phantom, signed};
use crate::types::tuple::{IntTuple, leaf_tuple};
use core::marker::PhantomData;
use layout_core::{self as value, Facts};
use typenum::{B0, Sub1, U0, U1, U2147483648};

/// A run-time extent or stride that `D` divides and that is at most `M`: `?{div=8 <=4096}` for `D = U8` and
/// `M = U4096`, `?{div=8}` for `M = U0`, which means no bound. CuTe DSL's spelling.
///
/// The integer is checked once, where it is made. Operations know its facts: they do not check again what follows, and
/// a quotient or a product is also a `Multiple` if its facts are known. A divisor is at most 16777215 (2^24-1) and a
/// bound at most 2147483647 (2^31-1); a product does not state a greater one.
///
/// ```
/// use static_layout::int::Multiple;
/// use static_layout::typenum::{U4096, U64};
/// use static_layout::*;
/// fn tiles(rows: Multiple<U64, U4096>) -> usize {
///     let a = layout!(({fact rows}, 64):(64, 1));
///     // No test that 8 divides the rows is compiled.
///     let tiles: Layout!(((8, 16), (?{div=8 <=512}, 4)):((64, 1), (512, 16))) =
///         a.zipped_divide(tile!(8, 16));
///     tiles.mode::<1>().size()
/// }
/// assert_eq!(tiles(Multiple::new(128)), 64);
/// assert_eq!(
///     Multiple::<U64, U4096>::try_new(100).unwrap_err().to_string(),
///     "cannot make ?{div=64 <=4096}: 100 is not a multiple of 64"
/// );
/// ```
///
/// # Compile errors
/// ```compile_fail,E0080
/// // the divisor of a `Multiple` is 1 to 16777215
/// use static_layout::{int::Multiple, typenum::U0};
/// let n = Multiple::<U0>::new(0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multiple<D, M = U0>(usize, PhantomData<(D, M)>);

/// A run-time extent or stride that is at most `M`: `?{<=4096}` for `M = U4096`.
///
/// ```
/// use static_layout::int::Bounded;
/// use static_layout::typenum::U4096;
/// use static_layout::*;
/// let n = Bounded::<U4096>::try_new(100)?;
/// let a: Layout!((?{<=4096}, 64):(64, 1)) = layout!(({fact n}, 64):(64, 1));
/// assert_eq!(
///     Bounded::<U4096>::try_new(5000).unwrap_err().to_string(),
///     "cannot make ?{<=4096}: 5000 is past the bound 4096"
/// );
/// # Ok::<(), LayoutError>(())
/// ```
pub type Bounded<M> = Multiple<U1, M>;

/// A run-time extent or stride of 32 bits: `?{i32}`, at most 2147483647.
///
/// ```
/// use static_layout::int::Bits32;
/// assert_eq!(Bits32::try_new(7)?.get(), 7);
/// assert!(Bits32::try_new(1 << 31).is_err());
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
pub type Bits32 = Bounded<Sub1<U2147483648>>;

#[layout_macros::at_caller]
impl<D: Nat, M: Nat> Multiple<D, M> {
    /// The known facts; none where [`VALID`](Self::VALID) stops the compiler, so it reports the mistake once.
    pub(super) const FACTS: Facts = {
        let (divisor, most) = (signed(D::NUMBER), signed(M::NUMBER));
        if divisor > 0 && divisor <= Facts::MOST_DIVISOR && most >= 0 && most <= Facts::MOST_BOUND {
            Facts::new(divisor, if most == 0 { i64::MAX } else { most })
        } else {
            Facts::NONE
        }
    };

    /// Stops the compiler unless a type can state `D` and `M`.
    const VALID: () = {
        let (divisor, most) = (signed(D::NUMBER), signed(M::NUMBER));
        assert!(
            divisor > 0 && divisor <= Facts::MOST_DIVISOR,
            "the divisor of a `Multiple` is 1 to 16777215"
        );
        assert!(
            most <= Facts::MOST_BOUND && most >= 0,
            "the bound of a `Multiple` is at most 2147483647"
        );
    };

    /// Whether the facts are true of `n`.
    #[inline(always)]
    const fn holds(n: usize) -> bool {
        let (divisor, most) =
            const { (Self::FACTS.divisor() as usize, Self::FACTS.most() as usize) };
        n.is_multiple_of(divisor) && n <= most
    }

    /// The integer `n`, which `D` divides and which is at most `M`.
    ///
    /// # Errors
    /// [`Rule::NoMultiple`](crate::dynamic::Rule::NoMultiple) and [`Rule::PastBound`](crate::dynamic::Rule::PastBound)
    /// for another integer.
    ///
    /// # Compile errors
    /// If `D` is 0 or past 16777215, or `M` is past 2147483647.
    #[inline]
    pub const fn try_new(n: usize) -> Result<Self, LayoutError> {
        const { Self::VALID };
        Self::checked(n)
    }

    /// [`try_new`](Self::try_new) of a type that its caller has found valid.
    #[inline]
    const fn checked(n: usize) -> Result<Self, LayoutError> {
        if Self::holds(n) {
            return Ok(Self(n, PhantomData));
        }
        let value = if n > i64::MAX as usize { i64::MIN } else { n as i64 };
        match Self::FACTS.check(value) {
            Err(error) => Err(error),
            Ok(()) => panic!("{}", check::DEFECT),
        }
    }

    /// The integer `n`, which `D` divides and which is at most `M`.
    ///
    /// ```
    /// use static_layout::int::Multiple;
    /// use static_layout::typenum::U8;
    /// const ROWS: Multiple<U8> = Multiple::new(16);
    /// assert_eq!(ROWS.get(), 16);
    /// ```
    ///
    /// # Panics
    /// For another integer, with the message of [`try_new`](Self::try_new).
    ///
    /// # Compile errors
    /// If `D` is 0 or past 16777215, or `M` is past 2147483647. In a constant, where this would panic: `cannot make
    /// ?{div=8}: 12 is not a multiple of 8`.
    #[inline(always)]
    #[track_caller]
    pub const fn new(n: usize) -> Self {
        // Evaluated here, so the message of a divisor of 0 shows the user's line.
        const { Self::VALID };
        match Self::checked(n) {
            Ok(made) => made,
            Err(error) => check::stop(error.message().as_str()),
        }
    }

    /// The integer.
    #[inline(always)]
    pub const fn get(self) -> usize {
        self.0
    }
}

/// Panics: a type function claims facts that the value does not have.
#[cold]
#[inline(never)]
fn false_fact() -> ! {
    panic!("{}", check::DEFECT)
}

#[diagnostic::do_not_recommend]
impl<D: Nat, M: Nat> IntTuple for Multiple<D, M> {
    leaf_tuple! { B0, B0 }
    // The value of an unknown leaf of a type is its facts.
    const DESC: value::IntTuple = {
        () = Self::VALID;
        value::IntTuple::unknown(Self::FACTS.code())
    };
}
#[diagnostic::do_not_recommend]
impl<D: Nat, M: Nat> Leaf for Multiple<D, M> {
    type In = Many<D::Oct, M::Oct>;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        self.0
    }
    #[inline(always)]
    fn value(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MIN)
    }
    // A type function that claims wrong facts panics here.
    #[inline(always)]
    fn from_value(value: i64) -> Self {
        if !Self::holds(value as usize) {
            false_fact()
        }
        Multiple(value as usize, PhantomData)
    }
    #[inline(always)]
    fn from_proven(value: i64, _: &Unchecked) -> Self {
        Multiple(value as usize, PhantomData)
    }
}
// SAFETY: a struct around a `usize`: not empty, and its size is not 0, so no value is made from nothing. The fields are
// private and no method changes them.
#[doc(hidden)]
unsafe impl<D: Nat, M: Nat> StaticValue for Multiple<D, M> {}

phantom! {
    /// A run-time integer that `D` divides and that is at most `M`, unless `M` is 0: [`Multiple`] in type functions.
    Many<D, M>;
}

/// [`Many`], or `usize` if nothing is known.
pub type ManyOf<D, M> =
    <<<D as Oct>::Unit as Bool>::And<<M as Oct>::Zero> as FactBranch>::Many<D, M>;
/// The product of two integers with the facts `D`, `M` and `E`, `P`. A fact past the greatest that a type states is
/// dropped.
pub type ManyTimes<D, M, E, P> = ManyOf<
    <<<D as Oct>::Mul<E> as Oct>::Lt<DivisorLimit> as Bool>::PickOct<<D as Oct>::Mul<E>, D>,
    <<<M as Oct>::Mul<P> as Oct>::Lt<Limit> as Bool>::PickOct<<M as Oct>::Mul<P>, Z>,
>;
/// The sum of integers that are at most `M` and `P`.
pub type ManyPlus<M, P> = ManyOf<
    One,
    <<<<M as Oct>::Zero as Bool>::Or<<P as Oct>::Zero> as Bool>::Or<
        <Limit as Oct>::Le<<M as Oct>::Add<P>>,
    > as Bool>::PickOct<Z, <M as Oct>::Add<P>>,
>;
/// `M - B`, but at least 1, and 0 for `M = 0`.
pub type BoundLess<M, B> = <<B as Oct>::Lt<M> as Bool>::PickOct<
    <M as Oct>::Sub<B>,
    <<M as Oct>::Zero as Bool>::PickOct<Z, One>,
>;
/// 2^24.
type DivisorLimit = N<N<N<N<N<N<N<N<One, O0>, O0>, O0>, O0>, O0>, O0>, O0>, O0>;
/// 2^31.
pub type Limit = N<N<N<N<N<N<N<N<N<N<N<Z, O2>, O0>, O0>, O0>, O0>, O0>, O0>, O0>, O0>, O0>, O0>;
/// `ceil(M / B)`, and 0 for `M = 0`.
pub type BoundUp<M, B> =
    <<M as Oct>::Zero as Bool>::PickOct<Z, <<<M as Oct>::Dec as Oct>::Div<B> as Oct>::Inc>;

branch! {
    /// Whether nothing is known, or a number divides another one.
    pub trait FactBranch {
        /// If nothing is known, a run-time integer, otherwise one with the facts.
        type Many<D: Oct, M: Oct>: Int {
            Yes => usize,
            No | Unknown => Many<D, M>,
        }
        /// If `B` divides `D`: the quotient by `B`, which is at most `M`.
        type Exact<D: Oct, M: Oct, B: Oct>: Int {
            Yes => ManyOf<D::Div<B>, M>,
            No | Unknown => ManyOf<One, M>,
        }
        /// If `B` is 0: an integer that is at most `M`, plus `B`.
        type Sum<M: Oct, B: Oct>: Int {
            Yes => ManyOf<One, M>,
            No | Unknown => ManyPlus<M, B>,
        }
    }
}

impl<D: Oct, M: Oct> Int for Many<D, M> {
    type Leaf = Multiple<D::Bin, M::Bin>;
    type Plain = usize;
    type Magnitude = Self;
    type Divisor = D;
    type IsNarrow = <M::Zero as Bool>::Not;
    type Map<F: Function, R: Int> = R::MapMany<F, D, M>;
    type MapL<F: Function, L: Oct> = F::ByMany<L, D, M>;
    type MapNegL<F: Function, L: Oct> = F::HalfNeg<L>;
    type MapR<F: Function> = F::ManyByMany<One, Z, D, M>;
    type MapNegR<F: Function> = F::RuntimeNeg;
    type MapMany<F: Function, E: Oct, P: Oct> = F::ManyByMany<E, P, D, M>;
    runtime! {}
}
