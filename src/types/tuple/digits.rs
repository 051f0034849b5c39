//! An integer distributed over the leaves of a tuple, from left to right, as a linear index over a shape (`idx2crd`).
//!
//! ```text
//! for each leaf a: digit = Leaf(a, b), b = Rest(a, b)        idx2crd: b mod a, floor(b / a)
//! ```

use super::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};
use crate::types::num::int::{Int, Leaf, Map, Mod, Whole};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};
use typenum::{B0, B1};

/// The step of a distribution.
pub trait DigitRule: 'static {
    /// The digit at the leaf `A`, the integer so far being `B`. `Last`: no leaf comes after.
    type Leaf<A: Int, B: Int, Last: Bool>: Int;
    /// The integer for the next leaf.
    type Rest<A: Int, B: Int>: Int;
}

/// The digits of a linear index in the extents of a shape. The last digit has no bound.
#[derive(Debug)]
pub struct IndexDigits;
impl DigitRule for IndexDigits {
    type Leaf<A: Int, B: Int, Last: Bool> = Last::Digit<A, B>;
    type Rest<A: Int, B: Int> = <A::IsOne as DigitBranch>::Rest<A, B>;
}

branch! {
    /// Whether a leaf is the last one, or has the extent 1.
    pub trait DigitBranch {
        /// If the leaf is the last one: the digit of `B` for the extent `A`.
        type Digit<A: Int, B: Int>: Int {
            Yes => B,
            No => <A::IsOne as DigitBranch>::Of<A, B>,
        }
        /// If the extent `A` is 1, whose only digit is 0: `B mod A`.
        type Of<A: Int, B: Int>: Int {
            Yes => Z,
            No => Map<Mod, B, A>,
        }
        /// If the extent `A` is 1: `B / A`.
        type Rest<A: Int, B: Int>: Int {
            Yes => B,
            No => Map<Whole, B, A>,
        }
    }
}

/// A list over whose leaves an integer is distributed.
pub trait IntoDigits {
    /// Has no leaf.
    type IsLeafless: Bool;
    /// `B` distributed over the leaves by `F`. `Last`: no leaf comes after this list.
    type Digits<F: DigitRule, B: Int, Last: Bool>: DigitsAndRest;
    /// [`Digits`](Self::Digits) over these elements.
    type DigitsEach<F: DigitRule, B: Int, Last: Bool>: DigitList;
}

/// The tuple of the digits, and the integer that is left.
pub trait DigitsAndRest {
    /// The tuple.
    type Tuple: IntTuple;
    /// This tuple as the first element, then the elements `T` with the integer that is left.
    type Then<F: DigitRule, T: List, Last: Bool>: DigitList;
}
/// The tuple `T` and the integer `B`.
#[derive(Debug)]
pub struct DigitTuple<T, B>(core::marker::PhantomData<(T, B)>);
impl<T: IntTuple, B: Int> DigitsAndRest for DigitTuple<T, B> {
    type Tuple = T;
    type Then<F: DigitRule, N: List, Last: Bool> =
        <N::DigitsEach<F, B, Last> as DigitList>::After<T>;
}

/// The digits of the elements of a tuple, and the integer that is left.
pub trait DigitList {
    /// The elements as one tuple.
    type Tuple: DigitsAndRest;
    /// The element `X`, then these elements.
    type After<X: IntTuple>: DigitList;
}
/// The elements `L` and the integer `B`.
#[derive(Debug)]
pub struct DigitElements<L, B>(core::marker::PhantomData<(L, B)>);
impl<L: List, B: Int> DigitList for DigitElements<L, B> {
    type Tuple = DigitTuple<L::Tuple, B>;
    type After<X: IntTuple> = DigitElements<HCons<X, L>, B>;
}

impl<I: Leaf> IntoDigits for Atom<I> {
    type IsLeafless = B0;
    type Digits<F: DigitRule, B: Int, Last: Bool> =
        DigitTuple<<F::Leaf<I::In, B, Last> as Int>::Leaf, F::Rest<I::In, B>>;
    type DigitsEach<F: DigitRule, B: Int, Last: Bool> = DigitElements<HNil, B>;
}
impl<I: IntTuple, R: List> IntoDigits for HCons<I, R> {
    type IsLeafless = <<ListOf<I> as IntoDigits>::IsLeafless as Bool>::And<R::IsLeafless>;
    type Digits<F: DigitRule, B: Int, Last: Bool> =
        <Self::DigitsEach<F, B, Last> as DigitList>::Tuple;
    type DigitsEach<F: DigitRule, B: Int, Last: Bool> = <<ListOf<I> as IntoDigits>::Digits<
        F,
        B,
        Last::And<R::IsLeafless>,
    > as DigitsAndRest>::Then<F, R, Last>;
}
macro_rules! leafless {
    ($($t:ty),*) => {$(
        impl IntoDigits for $t {
            type IsLeafless = B1;
            type Digits<F: DigitRule, B: Int, Last: Bool> = DigitTuple<(), B>;
            type DigitsEach<F: DigitRule, B: Int, Last: Bool> = DigitElements<HNil, B>;
        }
    )*};
}
leafless! { HNil, KeepView }
