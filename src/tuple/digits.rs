//! An integer over the leaves of a tuple, from left to right: each leaf takes its part of what is left.

use super::{Atom, HCons, HNil, IntTuple, KeepView, List, View};
use crate::num::int::{Int, Leaf, Map, Mod, Whole};
use crate::num::octal::Z;
use crate::num::{Bool, branch};
use typenum::{B0, B1};

/// What a leaf takes.
pub trait DigitRule: 'static {
    /// What becomes of the leaf `A`; `Last` if it is the last one.
    type Leaf<A: Int, B: Int, Last: Bool>: Int;
    /// What is left of `B`.
    type Rest<A: Int, B: Int>: Int;
}

/// The digits of a linear index; the last one has no bound.
#[derive(Debug)]
pub struct IndexDigits;
impl DigitRule for IndexDigits {
    type Leaf<A: Int, B: Int, Last: Bool> = Last::Digit<A, B>;
    type Rest<A: Int, B: Int> = <A::IsOne as UnitDigitBranch>::Rest<A, B>;
}

branch! {
    /// On the last leaf.
    pub trait LastDigitBranch for Bool {
        /// The digit of `B` for the extent `A`.
        type Digit<A: Int, B: Int>: Int {
            Yes => B,
            No => <A::IsOne as UnitDigitBranch>::Of<A, B>,
        }
    }
}

branch! {
    /// On an extent of 1, whose only digit is 0.
    pub trait UnitDigitBranch for Bool {
        /// `B mod A`.
        type Of<A: Int, B: Int>: Int {
            Yes => Z,
            No => Map<Mod, B, A>,
        }
        /// `B / A`.
        type Rest<A: Int, B: Int>: Int {
            Yes => B,
            No => Map<Whole, B, A>,
        }
    }
}

/// A view that an integer goes through.
pub trait IntoDigits {
    /// There is no leaf.
    type IsLeafless: Bool;
    /// `B` through this view; `Last` if no leaf comes after it.
    type Digits<F: DigitRule, B: Int, Last: Bool>: DigitsAndRest;
    /// The same for the elements of a tuple.
    type DigitsEach<F: DigitRule, B: Int, Last: Bool>: DigitList;
}

/// A tuple, and what is left of the integer.
pub trait DigitsAndRest {
    /// The tuple.
    type Tuple: IntTuple;
    /// Then the elements `T`.
    type Then<F: DigitRule, T: List, Last: Bool>: DigitList;
}
/// The tuple `T`, and `B` is left.
#[derive(Debug)]
pub struct DigitTuple<T, B>(core::marker::PhantomData<(T, B)>);
impl<T: IntTuple, B: Int> DigitsAndRest for DigitTuple<T, B> {
    type Tuple = T;
    type Then<F: DigitRule, N: List, Last: Bool> =
        <N::DigitsEach<F, B, Last> as DigitList>::After<T>;
}

/// The elements of a tuple, and what is left.
pub trait DigitList {
    /// As one tuple.
    type Tuple: DigitsAndRest;
    /// After the element `X`.
    type After<X: IntTuple>: DigitList;
}
/// The elements `L`, and `B` is left.
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
    type IsLeafless = <<View<I> as IntoDigits>::IsLeafless as Bool>::And<R::IsLeafless>;
    type Digits<F: DigitRule, B: Int, Last: Bool> =
        <Self::DigitsEach<F, B, Last> as DigitList>::Tuple;
    type DigitsEach<F: DigitRule, B: Int, Last: Bool> = <<View<I> as IntoDigits>::Digits<
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
