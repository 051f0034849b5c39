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
            No | Unknown => <A::IsOne as DigitBranch>::Of<A, B>,
        }
        /// If the extent `A` is 1, whose only digit is 0: `B mod A`.
        type Of<A: Int, B: Int>: Int {
            Yes => Z,
            No | Unknown => Map<Mod, B, A>,
        }
        /// If the extent `A` is 1: `B / A`.
        type Rest<A: Int, B: Int>: Int {
            Yes => B,
            No | Unknown => Map<Whole, B, A>,
        }
    }
}

/// A list over whose leaves an integer is distributed.
pub trait IntoDigits {
    /// Has no leaf.
    type IsLeafless: Bool;
    /// `B` distributed over the leaves by `F`. `Last`: no leaf comes after this list.
    type Digits<F: DigitRule, B: Int, Last: Bool>: IntTuple;
    /// [`Digits`](Self::Digits) over these elements.
    type DigitsEach<F: DigitRule, B: Int, Last: Bool>: List;
    /// The integer that is left of `B` after these leaves.
    type RestOf<F: DigitRule, B: Int>: Int;
}
impl<I: Leaf> IntoDigits for Atom<I> {
    type IsLeafless = B0;
    type Digits<F: DigitRule, B: Int, Last: Bool> = <F::Leaf<I::In, B, Last> as Int>::Leaf;
    type DigitsEach<F: DigitRule, B: Int, Last: Bool> = HNil;
    type RestOf<F: DigitRule, B: Int> = F::Rest<I::In, B>;
}
impl<I: IntTuple, R: List> IntoDigits for HCons<I, R> {
    type IsLeafless = <<ListOf<I> as IntoDigits>::IsLeafless as Bool>::And<R::IsLeafless>;
    type Digits<F: DigitRule, B: Int, Last: Bool> = <Self::DigitsEach<F, B, Last> as List>::Tuple;
    type DigitsEach<F: DigitRule, B: Int, Last: Bool> = HCons<
        <ListOf<I> as IntoDigits>::Digits<F, B, Last::And<R::IsLeafless>>,
        R::DigitsEach<F, <ListOf<I> as IntoDigits>::RestOf<F, B>, Last>,
    >;
    type RestOf<F: DigitRule, B: Int> = R::RestOf<F, <ListOf<I> as IntoDigits>::RestOf<F, B>>;
}
macro_rules! leafless {
    ($($t:ty),*) => {$(
        impl IntoDigits for $t {
            type IsLeafless = B1;
            type Digits<F: DigitRule, B: Int, Last: Bool> = ();
            type DigitsEach<F: DigitRule, B: Int, Last: Bool> = HNil;
            type RestOf<F: DigitRule, B: Int> = B;
        }
    )*};
}
leafless! { HNil, KeepView }
