//! The integers of a layout: [`Leaf`] is the type that users write, [`Int`] the form that type functions compute with.
//!
//! | leaf | `Int` |
//! |---|---|
//! | `U4` | octal digits, `N<Z, O4>` |
//! | `NInt<U4>` | [`Neg`] of octal digits |
//! | `usize`, [`Negative`] | itself: an integer that only run time knows |
//! | [`Multiple`] | [`Many`]: a run-time integer of which type functions know a divisor and a bound |
//! | [`Basis`] | [`Unit`]: a number of units of a coordinate |
//! | [`Refused`] | itself |

mod basis;
mod function;
mod leaf;
mod multiple;
mod shape;

pub use basis::{Basis, SameUnit, Unit};
pub use function::{
    Ceil, Difference, Equal, Function, Gap, Less, Logarithm, Mod, NotMore, Power, Product,
    Quotient, Rank, Relation, Sign, Sum, Whole, Xor,
};
pub use leaf::{Indivisible, Leaf, Negative, Refused, Rule, rule};
pub(crate) use leaf::{NO_NUMERAL, REFUSED_RESULT};
use multiple::Limit;
pub use multiple::{
    Bits32, BoundLess, BoundUp, Bounded, FactBranch, Many, ManyOf, ManyPlus, ManyTimes, Multiple,
};
pub use shape::{CeilOf, FloorOf, Max, Min, Minus, ModOf, ShapeDiv, ShapeDivBranch, ShapeMod};

use crate::types::algebra::{Lost, Seek, Seeker};
use crate::types::layout::{Modes, UnitWalk};
use crate::types::num::octal::{N, Oct, Z};
use crate::types::num::{Bool, StaticValue, Ternary, phantom};
use typenum::{B0, B1};

/// An integer of type functions: octal digits, `Neg` of them, a run-time integer, `Unit` or [`Refused`].
///
/// A binary function dispatches on its left operand (`Map`), then on its right one (`MapL`, `MapNegL`, ..).
pub trait Int: StaticValue + crate::types::tuple::Place {
    /// The leaf that users write.
    type Leaf: Leaf;
    /// Not a run-time integer: its size is 0.
    type IsStatic: Bool;
    /// Known to be 1.
    type IsOne: Bool;
    /// Known to be 0.
    type IsZero: Bool;
    /// Known to be negative.
    type IsNegative: Bool;
    /// Not a refusal.
    type IsSound: Bool;
    /// The integer without its facts: of a run-time integer, only the sign is known.
    type Plain: Int;
    /// The absolute value.
    type Magnitude: Int;
    /// What is known to divide the integer; 1 for a negative one.
    type Divisor: Oct;
    /// Known to be less than 2^31 in absolute value.
    type IsNarrow: Bool;
    /// `F(Self, R)`.
    type Map<F: Function, R: Int>: Int;
    /// `F(L, Self)`.
    type MapL<F: Function, L: Oct>: Int;
    /// `F(-L, Self)`.
    type MapNegL<F: Function, L: Oct>: Int;
    /// `F(n, Self)` of a run-time `n`.
    type MapR<F: Function>: Int;
    /// `F(-n, Self)` of a run-time `n`.
    type MapNegR<F: Function>: Int;
    /// `F(n, Self)` of a run-time `n` that `D` divides and that is at most `M`.
    type MapMany<F: Function, D: Oct, M: Oct>: Int;
    /// Whether `F(Self, R)` holds.
    type Test<F: Relation, R: Int>: Ternary;
    /// Whether `F(L, Self)` holds.
    type TestL<F: Relation, L: Oct>: Ternary;
    /// Whether `F(-L, Self)` holds.
    type TestNegL<F: Relation, L: Oct>: Ternary;
    /// Whether `F(L@J, Self)` holds: `L@J` is `L` units of element `J`.
    type TestUnit<F: Relation, L: Int, J: Oct>: Ternary;
    /// `Self@J`: this many units of element `J` of a coordinate; 0 units are 0.
    type InUnit<J: Oct>: Int;
    /// The component in element `J`: `V` of `V@J`, 0 of `V@I` and of a number.
    type Component<J: Oct>: Int;
    /// The number of units: `v` of `v@i@j`.
    type Scale: Int;
    /// The state of a composition with the result `L` so far, after whose modes this many steps of 1 are left.
    type Steps<L: Modes>: Seeker;
    /// The state of a composition with the result `L` so far, after whose modes `S` steps of this size are left.
    type Stride<L: Modes, S: Int>: Seeker;
    /// The mode of `W` at the path that the basis names, `j` then `i` of `v@i@j`.
    type Walk<W: UnitWalk>: UnitWalk;
}

/// The functions of units, for an integer without a basis.
macro_rules! number {
    ($in_unit:ty) => {
        number! { $in_unit; Seek<L0, Self, One>, Seek<L0, S, Self> }
    };
    ($in_unit:ty; $steps:ty, $stride:ty) => {
        type TestUnit<F: Relation, L: Int, J: Oct> = F::Refused;
        type InUnit<J: Oct> = $in_unit;
        type Component<J: Oct> = Z;
        type Scale = Self;
        type Steps<L0: Modes> = $steps;
        type Stride<L0: Modes, S: Int> = $stride;
        type Walk<W0: UnitWalk> = W0;
    };
}

/// The functions of a run-time integer that do not depend on what is known of it.
macro_rules! runtime {
    () => {
        type IsStatic = typenum::B0;
        type IsOne = typenum::B0;
        type IsZero = typenum::B0;
        type IsNegative = typenum::B0;
        type IsSound = typenum::B1;
        type Test<F: Relation, R: Int> = crate::types::num::Unknown;
        type TestL<F: Relation, L: Oct> = crate::types::num::Unknown;
        type TestNegL<F: Relation, L: Oct> = crate::types::num::Unknown;
        number! { Unit<Self, J> }
    };
}

use {number, runtime};

/// `F(A, B)`.
pub type Map<F, A, B> = <A as Int>::Map<F, B>;
/// Whether `F(A, B)` holds.
pub type Test<F, A, B> = <A as Int>::Test<F, B>;
/// The integer 1.
pub type One = N<Z, crate::types::num::octal::O1>;

phantom! {
    /// The negative integer `-T`, `T` being octal digits.
    Neg<T>;
}

macro_rules! static_int {
    ($([$($g:tt)*] $n:ty;)*) => {$(
        impl<$($g)*> Int for $n where Self: Oct {
            type Leaf = <Self as Oct>::Bin;
            type IsStatic = B1;
            type IsOne = <Self as Oct>::Unit;
            type IsZero = <Self as Oct>::Zero;
            type IsNegative = B0;
            type IsSound = B1;
            type Plain = Self;
            type Magnitude = Self;
            type Divisor = Self;
            type IsNarrow = <Self as Oct>::Lt<Limit>;
            type Map<F: Function, R: Int> = R::MapL<F, Self>;
            type MapL<F: Function, L: Oct> = F::Out<L, Self>;
            type MapNegL<F: Function, L: Oct> = F::NegL<L, Self>;
            type MapR<F: Function> = F::Half<Self>;
            type MapNegR<F: Function> = F::HalfNeg<Self>;
            type MapMany<F: Function, D0: Oct, M0: Oct> = F::ManyBy<D0, M0, Self>;
            type Test<F: Relation, R: Int> = R::TestL<F, Self>;
            type TestL<F: Relation, L: Oct> = F::Out<L, Self>;
            type TestNegL<F: Relation, L: Oct> = F::Mixed;
            number! { <<Self as Oct>::Zero as Bool>::ZeroOr<Unit<Self, J>> }
        }
    )*};
}
static_int! {
    [] Z;
    [T: Oct, D: 'static] N<T, D>;
}

impl<T: Oct> Int for Neg<T> {
    type Leaf = T::NegBin;
    type IsStatic = B1;
    type IsOne = B0;
    type IsZero = B0;
    type IsNegative = B1;
    type IsSound = B1;
    type Plain = Self;
    type Magnitude = T;
    type Divisor = One;
    type IsNarrow = T::Lt<Limit>;
    type Map<F: Function, R: Int> = R::MapNegL<F, T>;
    type MapL<F: Function, L: Oct> = F::NegR<L, T>;
    type MapNegL<F: Function, L: Oct> = F::NegNeg<L, T>;
    type MapR<F: Function> = F::HalfNeg<T>;
    type MapNegR<F: Function> = F::Half<T>;
    type MapMany<F: Function, D: Oct, M: Oct> = F::HalfNeg<T>;
    type Test<F: Relation, R: Int> = R::TestNegL<F, T>;
    type TestL<F: Relation, L: Oct> = F::Mixed;
    type TestNegL<F: Relation, L: Oct> = F::Out<T, L>;
    number! { Unit<Self, J> }
}

#[doc(hidden)]
impl Int for usize {
    type Leaf = usize;
    type Plain = Self;
    type Magnitude = usize;
    type Divisor = One;
    type IsNarrow = B0;
    type Map<F: Function, R: Int> = R::MapR<F>;
    type MapL<F: Function, L: Oct> = F::Half<L>;
    type MapNegL<F: Function, L: Oct> = F::HalfNeg<L>;
    type MapR<F: Function> = usize;
    type MapNegR<F: Function> = F::RuntimeNeg;
    type MapMany<F: Function, D: Oct, M: Oct> = F::ManyByMany<D, M, One, Z>;
    runtime! {}
}

#[doc(hidden)]
impl Int for Negative {
    type Leaf = Negative;
    type Plain = Self;
    type Magnitude = usize;
    type Divisor = One;
    type IsNarrow = B0;
    type Map<F: Function, R: Int> = R::MapNegR<F>;
    type MapL<F: Function, L: Oct> = F::HalfNeg<L>;
    type MapNegL<F: Function, L: Oct> = F::Half<L>;
    type MapR<F: Function> = F::RuntimeNeg;
    type MapNegR<F: Function> = usize;
    type MapMany<F: Function, D: Oct, M: Oct> = F::RuntimeNeg;
    runtime! {}
}

// `Refused` is absorbing: every function of it is `Refused`, and every comparison takes the branch that keeps it in the
// result.
#[doc(hidden)]
impl<W: Rule> Int for Refused<W> {
    type Leaf = Self;
    type IsStatic = B1;
    type IsOne = B0;
    type IsZero = B0;
    type IsNegative = B0;
    type IsSound = B0;
    type Plain = Self;
    type Magnitude = Self;
    type Divisor = One;
    type IsNarrow = B0;
    type Map<F: Function, R: Int> = Self;
    type MapL<F: Function, L: Oct> = Self;
    type MapNegL<F: Function, L: Oct> = Self;
    type MapR<F: Function> = Self;
    type MapNegR<F: Function> = Self;
    type MapMany<F: Function, D: Oct, M: Oct> = Self;
    type Test<F: Relation, R: Int> = F::Refused;
    type TestL<F: Relation, L: Oct> = F::Refused;
    type TestNegL<F: Relation, L: Oct> = F::Refused;
    number! { Self; Lost, Lost }
}
