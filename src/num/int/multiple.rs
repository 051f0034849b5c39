//! [`Multiple`]: a run-time integer of which a divisor is known.

use super::{Function, Int, Leaf, One, Relation, Unit, number};
use crate::layout::{Modes, UnitWalk};
use crate::num::octal::{Oct, Z};
use crate::num::{Nat, StaticValue, Unknown, branch, signed};
use crate::tuple::{IntTuple, leaf_tuple};
use crate::types::Seek;
use crate::{LayoutError, check};
use core::marker::PhantomData;
use layout_core as value;
use typenum::{B0, B1};

/// A run-time extent or stride that `D` divides: `?{div=8}` for `D = U8`, CuTe DSL's spelling.
///
/// The integer is checked once, where it is made. Operations know the divisor: they do not check again what follows from
/// it, and a quotient or a product is a `Multiple`, too, where its divisor is known.
///
/// ```
/// use static_layout::int::Multiple;
/// use static_layout::typenum::{U8, U64};
/// use static_layout::*;
/// fn tiles(rows: Multiple<U64>) -> usize {
///     let a = layout!(({fact rows}, 64):(64, 1));
///     // No test that 8 divides the rows is compiled.
///     let tiles: Layout!(((8, 16), (?{div=8}, 4)):((64, 1), (512, 16))) = a.zipped_divide(tile!(8, 16));
///     tiles.mode::<1>().size()
/// }
/// assert_eq!(tiles(Multiple::new(128)), 64);
/// assert_eq!(
///     Multiple::<U8>::try_new(12).unwrap_err().to_string(),
///     "cannot make ?{div=8}: 12 is no multiple of 8"
/// );
/// ```
///
/// # Compile errors
/// ```compile_fail,E0080
/// use static_layout::{int::Multiple, typenum::U0};
/// let n = Multiple::<U0>::new(0); // the divisor of a `Multiple` is 1 or more
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multiple<D>(usize, PhantomData<D>);

impl<D: Nat> Multiple<D> {
    const DIVISOR: usize = {
        let divisor = signed(D::NUMBER);
        assert!(divisor > 0, "the divisor of a `Multiple` is 1 or more, and fits 63 bits");
        divisor as usize
    };

    /// The integer `n`, which `D` divides.
    ///
    /// # Errors
    /// [`Rule::NoMultiple`](crate::dynamic::Rule::NoMultiple) for another integer.
    ///
    /// # Compile errors
    /// If `D` is 0.
    #[inline]
    pub const fn try_new(n: usize) -> Result<Self, LayoutError> {
        if n.is_multiple_of(Self::DIVISOR) {
            return Ok(Self(n, PhantomData));
        }
        let value = if n > i64::MAX as usize { i64::MIN } else { n as i64 };
        match value::Facts::new(Self::DIVISOR as i64, i64::MAX).check(value) {
            Err(error) => Err(error),
            Ok(()) => panic!("{}", check::DEFECT),
        }
    }

    /// The integer `n`, which `D` divides.
    ///
    /// # Panics
    /// If `D` does not divide `n`, with the message of [`try_new`](Self::try_new).
    ///
    /// # Compile errors
    /// If `D` is 0.
    #[inline(always)]
    #[track_caller]
    pub fn new(n: usize) -> Self {
        check::unwrap_or_panic(Self::try_new(n))
    }

    /// The integer.
    #[inline(always)]
    pub const fn get(self) -> usize {
        self.0
    }
}

/// Panics: a type function claims a divisor that the value does not have.
#[cold]
#[inline(never)]
fn false_fact() -> ! {
    panic!("{}", check::DEFECT)
}

#[diagnostic::do_not_recommend]
impl<D: Nat> IntTuple for Multiple<D> {
    leaf_tuple! { B0, B0 }
    // The value of an unknown leaf of a type is its divisor.
    const DESC: value::IntTuple = value::IntTuple::unknown(Self::DIVISOR as i64);
}
#[diagnostic::do_not_recommend]
impl<D: Nat> Leaf for Multiple<D> {
    type In = Many<D::Oct>;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        self.0
    }
    #[inline(always)]
    fn value(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MIN)
    }
    // A type function that claims a wrong divisor panics here.
    #[inline(always)]
    fn from_value(value: i64) -> Self {
        if !(value as usize).is_multiple_of(Self::DIVISOR) {
            false_fact()
        }
        Self::from_proven(value)
    }
    #[inline(always)]
    fn from_proven(value: i64) -> Self {
        Multiple(value as usize, PhantomData)
    }
}
// SAFETY: a struct around a `usize`: not empty, and its size is not 0, so no value is made from nothing. The fields are
// private and no method changes them.
unsafe impl<D: Nat> StaticValue for Multiple<D> {}

/// A run-time integer that `D` divides: [`Multiple`] in type functions.
#[derive(Debug)]
pub struct Many<D>(PhantomData<D>);
impl<D> Copy for Many<D> {}
impl<D> Clone for Many<D> {
    fn clone(&self) -> Self {
        *self
    }
}
// SAFETY: `Many` holds a `PhantomData` without an invariant, so it is not empty and any code may make its value.
unsafe impl<D: 'static> StaticValue for Many<D> {}

/// [`Many`], or `usize` for the divisor 1.
pub type MultipleOf<D> = <<D as Oct>::Unit as FactBranch>::Multiple<D>;

branch! {
    /// Whether a divisor is 1, or divides another number.
    pub trait FactBranch for Bool {
        /// If `D` is 1, a run-time integer, otherwise one that `D` divides.
        type Multiple<D: Oct>: Int {
            Yes => usize,
            No => Many<D>,
        }
        /// If `B` divides `D`, a multiple of the quotient, otherwise a run-time integer.
        type Exact<D: Oct, B: Oct>: Int {
            Yes => MultipleOf<D::Div<B>>,
            No => usize,
        }
    }
}

impl<D: Oct> Int for Many<D> {
    type Leaf = Multiple<D::Bin>;
    type IsStatic = B0;
    type IsOne = B0;
    type IsZero = B0;
    type IsNegative = B0;
    type IsSound = B1;
    type Plain = usize;
    type Magnitude = Self;
    type Map<F: Function, R: Int> = R::MapMany<F, D>;
    type MapL<F: Function, L: Oct> = F::ByMany<L, D>;
    type MapNegL<F: Function, L: Oct> = F::HalfNeg<L>;
    type MapR<F: Function> = usize;
    type MapNegR<F: Function> = F::RuntimeNeg;
    type MapMany<F: Function, E: Oct> = usize;
    type Test<F: Relation, R: Int> = Unknown;
    type TestL<F: Relation, L: Oct> = Unknown;
    type TestNegL<F: Relation, L: Oct> = Unknown;
    number! { Unit<Self, J> }
}
