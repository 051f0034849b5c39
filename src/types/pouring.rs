//! An integer over the leaves of a tuple, from left to right: each leaf takes its part of what is left.

use crate::num::int::{Int, Leaf, Map, Mod, Whole};
use crate::num::octal::Z;
use crate::num::{Bool, branch};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, View};
use typenum::{B0, B1};

/// What a leaf takes.
pub trait Pour: 'static {
    /// What becomes of the leaf `A`; `Last` if it is the last one.
    type Leaf<A: Int, B: Int, Last: Bool>: Int;
    /// What is left of `B`.
    type Rest<A: Int, B: Int>: Int;
}

/// The digits of a linear index; the last one has no bound.
#[derive(Debug)]
pub struct Digits;
impl Pour for Digits {
    type Leaf<A: Int, B: Int, Last: Bool> = Last::Digit<A, B>;
    type Rest<A: Int, B: Int> = <A::IsOne as UnitDigit>::Rest<A, B>;
}

branch! {
    /// On the last leaf.
    pub trait LastDigit for Bool {
        /// The digit of `B` for the extent `A`.
        type Digit<A: Int, B: Int>: Int {
            Yes => B,
            No => <A::IsOne as UnitDigit>::Of<A, B>,
        }
    }
}

branch! {
    /// On an extent of 1, whose only digit is 0.
    pub trait UnitDigit for Bool {
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
pub trait Pouring {
    /// There is no leaf.
    type IsLeafless: Bool;
    /// `B` through this view; `Last` if no leaf comes after it.
    type Pour<F: Pour, B: Int, Last: Bool>: Poured;
    /// The same for the elements of a tuple.
    type PourEach<F: Pour, B: Int, Last: Bool>: PouredList;
}

/// A tuple, and what is left of the integer.
pub trait Poured {
    /// The tuple.
    type Tuple: IntTuple;
    /// Then the elements `T`.
    type Then<F: Pour, T: List, Last: Bool>: PouredList;
}
/// The tuple `T`, and `B` is left.
#[derive(Debug)]
pub struct PouredInto<T, B>(core::marker::PhantomData<(T, B)>);
impl<T: IntTuple, B: Int> Poured for PouredInto<T, B> {
    type Tuple = T;
    type Then<F: Pour, N: List, Last: Bool> = <N::PourEach<F, B, Last> as PouredList>::After<T>;
}

/// The elements of a tuple, and what is left.
pub trait PouredList {
    /// As one tuple.
    type Tuple: Poured;
    /// After the element `X`.
    type After<X: IntTuple>: PouredList;
}
/// The elements `L`, and `B` is left.
#[derive(Debug)]
pub struct PouredEach<L, B>(core::marker::PhantomData<(L, B)>);
impl<L: List, B: Int> PouredList for PouredEach<L, B> {
    type Tuple = PouredInto<L::Tuple, B>;
    type After<X: IntTuple> = PouredEach<HCons<X, L>, B>;
}

impl<I: Leaf> Pouring for Atom<I> {
    type IsLeafless = B0;
    type Pour<F: Pour, B: Int, Last: Bool> =
        PouredInto<<F::Leaf<I::In, B, Last> as Int>::Leaf, F::Rest<I::In, B>>;
    type PourEach<F: Pour, B: Int, Last: Bool> = PouredEach<HNil, B>;
}
impl<I: IntTuple, R: List> Pouring for HCons<I, R> {
    type IsLeafless = <<View<I> as Pouring>::IsLeafless as Bool>::And<R::IsLeafless>;
    type Pour<F: Pour, B: Int, Last: Bool> = <Self::PourEach<F, B, Last> as PouredList>::Tuple;
    type PourEach<F: Pour, B: Int, Last: Bool> =
        <<View<I> as Pouring>::Pour<F, B, Last::And<R::IsLeafless>> as Poured>::Then<F, R, Last>;
}
macro_rules! leafless {
    ($($t:ty),*) => {$(
        impl Pouring for $t {
            type IsLeafless = B1;
            type Pour<F: Pour, B: Int, Last: Bool> = PouredInto<(), B>;
            type PourEach<F: Pour, B: Int, Last: Bool> = PouredEach<HNil, B>;
        }
    )*};
}
leafless! { HNil, KeepView }
