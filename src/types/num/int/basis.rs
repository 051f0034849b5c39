//! Strides with a basis: [`Basis`] is the leaf `v@i`, [`Unit`] its form in type functions.

use super::{Function, Int, Leaf, One, Relation};
use crate::types::algebra::Seek;
use crate::types::layout::{Modes, UnitWalk};
use crate::types::num::octal::{Oct, Z};
use crate::types::num::{Nat, StaticValue, Ternary, branch, phantom};
use crate::types::tuple::{IntTuple, Place, leaf_tuple};
use core::marker::PhantomData;
use layout_core as value;
use typenum::{B0, Unsigned};

/// The stride `v@i`: `v` units of element `i` of a coordinate. CuTe's `ScaledBasis`, `v * E<i>`.
///
/// `v` is an integer or another such stride: `3@1@0` is 3 in element 1 of element 0. A layout with such strides maps to
/// coordinates:
///
/// ```
/// use static_layout::{int::Basis, *};
/// let a = layout!((4, 6):(1@1, 2@0));
/// assert_eq!(a.index((3, 5)), (10, 3));
/// let _: Layout<(typenum::U4, typenum::U6), _> = a;
/// let stride = Basis::<_, typenum::U1>::new(3);
/// assert_eq!(stride.display().to_string(), "3@1");
/// ```
///
/// It cannot be an extent:
/// ```compile_fail,E0080
/// use static_layout::typenum::{U0, U1, U4};
/// use static_layout::{int::Basis, *};
/// // cannot make 4@0: the stride 4@0 counts in units of a coordinate, not in offsets
/// let a = <Layout<Basis<U4, U0>, U1>>::default();
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Basis<V, I>(V, PhantomData<I>);

impl<V: Leaf, I: Nat> Basis<V, I> {
    /// The stride `v@I`.
    #[inline(always)]
    pub const fn new(v: V) -> Self {
        Basis(v, PhantomData)
    }
    /// The number of units, `v`.
    ///
    /// ```
    /// use static_layout::{int::Basis, *};
    /// assert_eq!(Basis::<_, typenum::U1>::new(3).scale(), 3);
    /// ```
    #[inline(always)]
    pub const fn scale(self) -> V {
        self.0
    }
}

// SAFETY: `V: StaticValue`, next to a `PhantomData`. `Basis::new` makes a value of any `V`, so no invariant is added;
// the fields are private and no method changes them.
#[doc(hidden)]
unsafe impl<V: Leaf, I: Nat> StaticValue for Basis<V, I> {}
#[diagnostic::do_not_recommend]
impl<V: Leaf, I: Nat> IntTuple for Basis<V, I> {
    leaf_tuple! { V::IsStatic, V::IsSigned, <I::Oct as Place>::Widen<W0> }
    const DESC: value::IntTuple = match V::DESC.inside(<I as Unsigned>::USIZE) {
        Ok(stride) => stride,
        Err(error) => panic!("{}", error.message().as_str()),
    };
    const REFUSAL: Option<&'static str> = V::REFUSAL;
}
#[diagnostic::do_not_recommend]
impl<V: Leaf, I: Nat> Leaf for Basis<V, I> {
    type In = <V::In as Int>::InUnit<I::Oct>;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        self.0.word()
    }
    #[inline(always)]
    fn value(self) -> i64 {
        self.0.value()
    }
    #[inline(always)]
    fn from_value(value: i64) -> Self {
        Basis::new(V::from_value(value))
    }
}

phantom! {
    /// `V` units of element `I`, `V` not being 0: [`Basis`] in type functions.
    Unit<V, I>;
}

// Only products with numbers and comparisons with units of the same element have a meaning. Everything else is refused.
impl<V: Int, I: Oct> Int for Unit<V, I> {
    type Leaf = Basis<V::Leaf, I::Bin>;
    type IsStatic = V::IsStatic;
    type IsOne = B0;
    type IsZero = B0;
    type IsNegative = V::IsNegative;
    type IsSound = V::IsSound;
    type Plain = Unit<V::Plain, I>;
    type Magnitude = V::Magnitude;
    type Divisor = V::Divisor;
    type IsNarrow = V::IsNarrow;
    type Map<F: Function, R: Int> = F::InUnit<V::Map<F, R>, I>;
    type MapL<F: Function, L: Oct> = F::InUnit<V::MapL<F, L>, I>;
    type MapNegL<F: Function, L: Oct> = F::InUnit<V::MapNegL<F, L>, I>;
    type MapR<F: Function> = F::InUnit<V::MapR<F>, I>;
    type MapNegR<F: Function> = F::InUnit<V::MapNegR<F>, I>;
    type MapMany<F: Function, D: Oct, M: Oct> = F::InUnit<V::MapMany<F, D, M>, I>;
    type Test<F: Relation, R: Int> = R::TestUnit<F, V, I>;
    type TestL<F: Relation, L: Oct> = F::Refused;
    type TestNegL<F: Relation, L: Oct> = F::Refused;
    type TestUnit<F: Relation, L: Int, J: Oct> = <J::Eq<I> as SameUnit>::Test<F, L, V>;
    type InUnit<J: Oct> = Unit<Self, J>;
    type Component<J: Oct> = <J::Eq<I> as SameUnit>::Component<V>;
    type Scale = V::Scale;
    type Steps<L: Modes> = Seek<L, Self, One>;
    type Stride<L: Modes, S: Int> = Seek<L, S, Self>;
    type Walk<W: UnitWalk> = V::Walk<W::Down<I>>;
}

branch! {
    /// Whether two units have the same element.
    pub trait SameUnit {
        /// Whether `F(A, B)` holds for the numbers of units.
        type Test<F: Relation, A: Int, B: Int>: Ternary {
            Yes => F::Units<A, B>,
            No | Unknown => F::Refused,
        }
        /// The component of `V` units.
        type Component<V: Int>: Int {
            Yes => V,
            No | Unknown => Z,
        }
    }
}
