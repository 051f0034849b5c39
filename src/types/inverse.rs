//! Inverses, and what two layouts have in common.
//!
//! A mode `S:D` that starts at the linear index `P`, the product of the extents before it, is a leaf
//! `S:P` of the way back. So the modes are sorted by stride and walked upwards: to be chained
//! (`right_inverse`), to be the digits of an offset (`left_inverse`), or both (`inverse`).

use super::{Coalescing, OneBranch, Possible};
use crate::layout::{Modes, Nil, Snoc};
use crate::num::int::{Equal, Int, Less, Map, NotMore, One, Product, Quotient, Test};
use crate::num::octal::Z;
use crate::num::{Bool, branch};
use typenum::{B0, B1};

/// From a coalesced list to its modes by stride.
pub trait Starting {
    /// Those of known positive strides.
    type Chainable: Steps;
    /// All but those of known strides of 0 or less.
    type Rising: Steps;
    /// Those of stride 0, where they start; this list need not be coalesced.
    type Zeros: Modes;
    /// A mode known to have several elements has a stride known to be 0.
    type Repeats: Bool;
    /// The same, known to be negative.
    type Falls: Bool;
}
impl Starting for Nil {
    type Chainable = NoSteps;
    type Rising = NoSteps;
    type Zeros = Nil;
    type Repeats = B0;
    type Falls = B0;
}
impl<I: Modes, S: Int, D: Int> Starting for Snoc<I, S, D> {
    type Chainable =
        <<D::IsStatic as Bool>::And<Up<D>> as StepBranch>::Insert<I::Chainable, S, D, I::Size>;
    type Rising = <Up<D> as StepBranch>::Insert<I::Rising, S, D, I::Size>;
    type Zeros = <D::IsZero as StepBranch>::Zero<I::Zeros, S, I::Size>;
    type Repeats = <I::Repeats as Bool>::Or<<D::IsZero as Bool>::And<Several<S>>>;
    type Falls = <I::Falls as Bool>::Or<<D::IsNegative as Bool>::And<Several<S>>>;
}
type Up<D> = <<<D as Int>::IsZero as Bool>::Or<<D as Int>::IsNegative> as Bool>::Not;
type Several<S> = <<S as Int>::IsStatic as Bool>::And<<<S as Int>::IsOne as Bool>::Not>;

/// Modes by rising stride, or in an order not known before run time.
pub trait Steps {
    /// With one more mode.
    type Insert<S: Int, D: Int, P: Int>: Steps;
    /// As many modes, all known at run time only.
    type Runtime: Modes;
    /// The modes that continue each other from 1 on.
    type Chain: Chaining;
    /// An offset in digits of the radix of the strides.
    type Radices: Radices;
    /// Every mode back at its start.
    type Back: Modes;
    /// Where the last mode ends.
    type End: Int;
    /// The product of the extents.
    type Size: Int;
    /// No mode reaches into the next, as far as that is known.
    type IsApart: Bool;
    /// Every mode starts where the one below ends, as far as that is known.
    type IsGapless: Bool;
}
/// No mode.
#[derive(Debug)]
pub struct NoSteps;
impl Steps for NoSteps {
    type Insert<S: Int, D: Int, P: Int> = Step<Self, S, D, P>;
    type Runtime = Nil;
    type Chain = Chained<Nil, One>;
    type Radices = Radix<Nil, One, One, Z>;
    type Back = Nil;
    type End = One;
    type Size = One;
    type IsApart = B1;
    type IsGapless = B1;
}
/// `I`, then the mode `S:D` that starts at the linear index `P`.
#[derive(Debug)]
pub struct Step<I, S, D, P>(core::marker::PhantomData<(I, S, D, P)>);
impl<I: Steps, S: Int, D: Int, P: Int> Steps for Step<I, S, D, P> {
    type Insert<S1: Int, D1: Int, P1: Int> =
        <Test<Less, D1, D> as PlaceBranch>::Insert<I, S, D, P, S1, D1, P1>;
    type Runtime = Snoc<I::Runtime, usize, usize>;
    type Chain = <I::Chain as Chaining>::Next<S, D, P>;
    type Radices = <I::Radices as Radices>::Next<S, D::Magnitude, P>;
    type Back = <I::Back as Coalescing>::Append<S, P>;
    type End = Map<Product, S, D>;
    type Size = Map<Product, I::Size, S>;
    type IsApart = <I::IsApart as Bool>::And<<Test<NotMore, I::End, D> as Possible>::Holds>;
    type IsGapless = <I::IsGapless as Bool>::And<<Test<Equal, I::End, D> as Possible>::Holds>;
}
/// As many modes as `L`.
#[derive(Debug)]
pub struct Scattered<L>(core::marker::PhantomData<L>);
impl<L: Modes> Steps for Scattered<L> {
    type Insert<S: Int, D: Int, P: Int> = Scattered<Snoc<L, usize, usize>>;
    type Runtime = L;
    type Chain = Chained<Nil, One>;
    type Radices = ScatteredRadices<Snoc<L, usize, usize>>;
    type Back = L;
    type End = usize;
    type Size = usize;
    type IsApart = B1;
    type IsGapless = B1;
}

branch! {
    /// On a property of the mode `S:D`.
    pub trait StepBranch for Bool {
        /// It takes part.
        type Insert<L: Steps, S: Int, D: Int, P: Int>: Steps {
            Yes => L::Insert<S, D, P>,
            No => L,
        }
        /// Its stride is 0.
        type Zero<L: Modes, S: Int, P: Int>: Modes {
            Yes => Snoc<L, S, <S::IsOne as OneBranch>::Unless<P>>,
            No => L,
        }
    }
}

branch! {
    /// On comparisons.
    pub trait PlaceBranch for Ternary {
        /// `D1 < D`: put `S1:D1` before or behind `S:D`, the last of a sorted list.
        type Insert<I: Steps, S: Int, D: Int, P: Int, S1: Int, D1: Int, P1: Int>: Steps {
            Yes => Step<I::Insert<S1, D1, P1>, S, D, P>,
            No => Step<Step<I, S, D, P>, S1, D1, P1>,
            Unknown => Scattered<Snoc<Snoc<I::Runtime, usize, usize>, usize, usize>>,
        }
        /// `S:D` starts where the chain ends, at `C`.
        type Link<L: Modes, C: Int, S: Int, D: Int, P: Int>: Chaining {
            Yes => Chained<<L as Coalescing>::Append<S, P>, Map<Product, S, D>>,
            No | Unknown => Chained<L, C>,
        }
        /// The modes `S:P` and `S1:P` of two chains have one place; `T` and `T1` follow.
        type Meet<L: Modes, S: Int, P: Int, T: Front, S1: Int, T1: Front>: Modes {
            Yes => <Test<Less, S, S1> as PlaceBranch>::Shorter<L, S, P, T, S1, T1>,
            No | Unknown => L,
        }
        /// `S < S1`.
        type Shorter<L: Modes, S: Int, P: Int, T: Front, S1: Int, T1: Front>: Modes {
            Yes => <L as Coalescing>::Append<S, P>,
            No => <Test<Less, S1, S> as PlaceBranch>::Longer<L, S, P, T, S1, T1>,
            Unknown => L,
        }
        /// `S1 < S`, `S` being no less than `S1`.
        type Longer<L: Modes, S: Int, P: Int, T: Front, S1: Int, T1: Front>: Modes {
            Yes => <L as Coalescing>::Append<S1, P>,
            No => T::Common<T1, <L as Coalescing>::Append<S, P>>,
            Unknown => L,
        }
    }
}

/// A chain under construction.
pub trait Chaining {
    /// After a look at the mode `S:D`.
    type Next<S: Int, D: Int, P: Int>: Chaining;
    /// The extents and starts of its modes.
    type Leaves: Modes;
}
/// The leaves `L`, which end at the offset `C`.
#[derive(Debug)]
pub struct Chained<L, C>(core::marker::PhantomData<(L, C)>);
impl<L: Modes, C: Int> Chaining for Chained<L, C> {
    type Next<S: Int, D: Int, P: Int> = <Test<Equal, C, D> as PlaceBranch>::Link<L, C, S, D, P>;
    type Leaves = L;
}

/// The digits of an offset.
pub trait Radices {
    /// And those of the mode `S:D`.
    type Next<S: Int, D: Int, P: Int>: Radices;
    /// All of them.
    type Leaves: Modes;
}
/// The digits `L`; then those of a mode `S:D` that starts at `P`.
#[derive(Debug)]
pub struct Radix<L, S, D, P>(core::marker::PhantomData<(L, S, D, P)>);
impl<L: Modes, S: Int, D: Int, P: Int> Radices for Radix<L, S, D, P> {
    type Next<S1: Int, D1: Int, P1: Int> =
        Radix<<L as Coalescing>::Append<Map<Quotient, D1, D>, P>, S1, D1, P1>;
    type Leaves = <L as Coalescing>::Append<S, P>;
}
/// As many digits as `L`.
#[derive(Debug)]
pub struct ScatteredRadices<L>(core::marker::PhantomData<L>);
impl<L: Modes> Radices for ScatteredRadices<L> {
    type Next<S: Int, D: Int, P: Int> = ScatteredRadices<Snoc<L, usize, usize>>;
    type Leaves = L;
}

/// A chain from its first mode on.
pub trait Front {
    /// What it has in common with the chain `B`, after `L`.
    type Common<B: Front, L: Modes>: Modes;
    /// The same for the chain `S:P`, then `T`.
    type CommonTo<S: Int, P: Int, T: Front, L: Modes>: Modes;
}
/// No mode.
#[derive(Debug)]
pub struct End;
impl Front for End {
    type Common<B: Front, L: Modes> = L;
    type CommonTo<S: Int, P: Int, T: Front, L: Modes> = L;
}
/// `S:P`, then `T`.
#[derive(Debug)]
pub struct First<S, P, T>(core::marker::PhantomData<(S, P, T)>);
impl<S: Int, P: Int, T: Front> Front for First<S, P, T> {
    type Common<B: Front, L: Modes> = B::CommonTo<S, P, T, L>;
    type CommonTo<S1: Int, P1: Int, T1: Front, L: Modes> =
        <Test<Equal, P, P1> as PlaceBranch>::Meet<L, S, P, T, S1, T1>;
}

/// From a list that grows at its end to one that is read from its beginning.
pub trait Reading {
    /// These modes, then `T`.
    type Front<T: Front>: Front;
}
impl Reading for Nil {
    type Front<T: Front> = T;
}
impl<I: Modes, S: Int, P: Int> Reading for Snoc<I, S, P> {
    type Front<T: Front> = I::Front<First<S, P, T>>;
}

/// The chain of a coalesced list.
pub type ChainOf<L> = <<<L as Starting>::Chainable as Steps>::Chain as Chaining>::Leaves;
/// What two chains have in common.
pub type CommonOf<A, B> =
    <<A as Reading>::Front<End> as Front>::Common<<B as Reading>::Front<End>, Nil>;
/// The chain of a coalesced list, of which `C` is the chain, goes as far as it can: no stride is negative,
/// or no positive one is left.
pub type IsChainWhole<L, C> = <<<L as Starting>::Falls as Bool>::Not as Bool>::Or<
    <Test<Equal, <C as Modes>::Size, <<L as Starting>::Chainable as Steps>::Size> as Possible>::Holds,
>;
/// The modes of a coalesced list rise.
pub type IsRising<L> =
    <<<L as Starting>::Repeats as Bool>::Or<<L as Starting>::Falls> as Bool>::Not;
