//! Inverses, and the common layout of two layouts (`max_common_layout`).
//!
//! A mode `S:D` starts at the linear index `P`, the product of the extents before it, so the inverse has the leaf
//! `S:P`.
//!
//! ```text
//! sort the modes S:D by stride, each with its P
//! right_inverse:  c = 1; for each mode: if D = c, append S:P, c = S D          `Chained`
//! left_inverse:   append (D'/D):P for each mode and the stride D' of the next   `Radix`
//! inverse:        append S:P for each mode, if S D is the stride of the next    `Steps::Back`
//! ```

use super::{Coalescing, OneBranch};
use crate::types::layout::{Modes, Nil, Snoc};
use crate::types::num::int::{Equal, Int, Less, Map, One, Product, Quotient, Test};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, Euclid, branch};

/// The modes of a coalesced list by rising stride, with the linear indices at which they start.
pub trait Starting {
    /// The modes of static positive strides.
    type Chainable: Steps;
    /// The modes of strides that are not known to be 0 or negative.
    type Rising: Steps;
    /// `S:P` of the modes of stride 0. This list need not be coalesced.
    type Zeros: Modes;
    /// The chain of these modes.
    type Chain: Modes;
    /// These modes, then `T`, as a list that is read from its first mode on.
    type Front<T: Front>: Front;
}
impl Starting for Nil {
    type Chainable = NoSteps;
    type Rising = NoSteps;
    type Zeros = Nil;
    type Chain = Nil;
    type Front<T: Front> = T;
}
impl<I: Modes, S: Int, D: Int> Starting for Snoc<I, S, D> {
    // Only static strides are known to continue each other.
    type Chainable =
        <<D::IsStatic as Bool>::And<Up<D>> as StepBranch>::InsertIf<I::Chainable, S, D, I::Size>;
    type Rising = <Up<D> as StepBranch>::InsertIf<I::Rising, S, D, I::Size>;
    type Zeros = <D::IsZero as StepBranch>::Zero<I::Zeros, S, I::Size>;
    type Chain = <<Self::Chainable as Steps>::Chain as Fold>::Leaves;
    // This list grows at its end.
    type Front<T: Front> = I::Front<First<S, D, T>>;
}
type Up<D> = <<<D as Int>::IsZero as Bool>::Or<<D as Int>::IsNegative> as Bool>::Not;

/// Modes by rising stride with their starts, or [`Scattered`].
pub trait Steps {
    /// These modes with `S:D`, which starts at `P`, inserted.
    type Insert<S: Int, D: Int, P: Int>: Steps;
    /// As many modes, all of run-time integers.
    type Runtime: Modes;
    /// The modes that continue each other from the offset 1 on.
    type Chain: Fold;
    /// The digits of an offset in the radix of the strides.
    type Radices: Fold;
    /// `S:P` of each mode.
    type Back: Modes;
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
}
/// `I`, then the mode `S:D` that starts at the linear index `P`.
#[derive(Debug)]
pub struct Step<I, S, D, P>(core::marker::PhantomData<(I, S, D, P)>);
impl<I: Steps, S: Int, D: Int, P: Int> Steps for Step<I, S, D, P> {
    // Insertion sort by stride; each mode keeps its start.
    type Insert<S1: Int, D1: Int, P1: Int> =
        <Test<Less, D1, D> as StepBranch>::Insert<I, S, D, P, S1, D1, P1>;
    type Runtime = Snoc<I::Runtime, usize, usize>;
    type Chain = <I::Chain as Fold>::Next<S, D, P>;
    type Radices = <I::Radices as Fold>::Next<S, D::Magnitude, P>;
    type Back = <I::Back as Coalescing>::Append<S, P>;
}
/// As many modes as `L`, in an order that only run time knows.
#[derive(Debug)]
pub struct Scattered<L>(core::marker::PhantomData<L>);
impl<L: Modes> Steps for Scattered<L> {
    type Insert<S: Int, D: Int, P: Int> = Scattered<Snoc<L, usize, usize>>;
    type Runtime = L;
    // In an unknown order no mode is known to have stride 1.
    type Chain = Chained<Nil, One>;
    type Radices = ScatteredRadices<Snoc<L, usize, usize>>;
    type Back = L;
}

branch! {
    /// Whether a mode has a required property, and comparisons of strides, starts and extents.
    pub trait StepBranch {
        /// The modes `L`, with `S:D` inserted if true.
        type InsertIf<L: Steps, S: Int, D: Int, P: Int>: Steps {
            Yes => L::Insert<S, D, P>,
            No | Unknown => L,
        }
        /// If the stride is 0: the modes `L`, then `S:P`; otherwise `L`.
        type Zero<L: Modes, S: Int, P: Int>: Modes {
            // An extent of 1 has stride 0.
            Yes => Snoc<L, S, <S::IsOne as OneBranch>::Unless<P>>,
            No | Unknown => L,
        }
        /// If `D1 < D`: the sorted modes `I`, then `S:D`, with `S1:D1` inserted.
        type Insert<I: Steps, S: Int, D: Int, P: Int, S1: Int, D1: Int, P1: Int>: Steps {
            Yes => Step<I::Insert<S1, D1, P1>, S, D, P>,
            No => Step<Step<I, S, D, P>, S1, D1, P1>,
            // Only run time knows which mode comes first, so every integer is a run-time one.
            Unknown => Scattered<Snoc<Snoc<I::Runtime, usize, usize>, usize, usize>>,
        }
        /// If `D = C`: the chain `L`, which ends at the offset `C`, after a look at the mode `S:D`.
        type Link<L: Modes, C: Int, S: Int, D: Int, P: Int>: Fold {
            // The mode continues the chain, which now ends at `S D`.
            Yes => Chained<<L as Coalescing>::Append<S, P>, Map<Product, S, D>>,
            No | Unknown => Chained<L, C>,
        }
        /// If both chains continue at `P`: `L`, then the common part of the chains `S:P, T..` and `S1:P, T1..`.
        type Meet<W: Shared, L: Modes, S: Int, P: Int, T: Front, S1: Int, T1: Front>: Modes {
            Yes => <Test<Less, S, S1> as StepBranch>::Shorter<W, L, S, P, T, S1, T1>,
            No | Unknown => L,
        }
        /// If `S < S1`: the common part of both chains, which then ends with `S:P`.
        type Shorter<W: Shared, L: Modes, S: Int, P: Int, T: Front, S1: Int, T1: Front>: Modes {
            // After the shorter mode the chains differ.
            Yes => <L as Coalescing>::Append<S, P>,
            No => <Test<Less, S1, S> as StepBranch>::Longer<W, L, S, P, T, S1, T1>,
            // Run time decides which mode is shorter: `W` has the part that is certain.
            Unknown => <L as Coalescing>::Append<W::Part<S, S1>, P>,
        }
        /// If `S1 < S`, where `S >= S1` is known: the common part of both chains, which then ends with `S1:P`.
        type Longer<W: Shared, L: Modes, S: Int, P: Int, T: Front, S1: Int, T1: Front>: Modes {
            Yes => <L as Coalescing>::Append<S1, P>,
            // The extents are equal, so the common part continues with the next modes.
            No => T::Common<W, T1, <L as Coalescing>::Append<S, P>>,
            Unknown => L,
        }
    }
}

/// A chain of modes, or the digits of an offset, while modes are added.
pub trait Fold {
    /// The state after the mode `S:D`, which starts at `P`.
    type Next<S: Int, D: Int, P: Int>: Fold;
    /// The leaves of the inverse.
    type Leaves: Modes;
}
/// The chain of the leaves `L`, which ends at the offset `C`.
#[derive(Debug)]
pub struct Chained<L, C>(core::marker::PhantomData<(L, C)>);
impl<L: Modes, C: Int> Fold for Chained<L, C> {
    type Next<S: Int, D: Int, P: Int> = <Test<Equal, C, D> as StepBranch>::Link<L, C, S, D, P>;
    type Leaves = L;
}

/// The digits `L`, then the digit of the last mode `S:D`, which starts at `P`.
#[derive(Debug)]
pub struct Radix<L, S, D, P>(core::marker::PhantomData<(L, S, D, P)>);
impl<L: Modes, S: Int, D: Int, P: Int> Fold for Radix<L, S, D, P> {
    // The next stride ends the digit of the previous mode: it has `D1 / D` values.
    type Next<S1: Int, D1: Int, P1: Int> =
        Radix<<L as Coalescing>::Append<Map<Quotient, D1, D>, P>, S1, D1, P1>;
    // The last digit ends with the extent of its mode.
    type Leaves = <L as Coalescing>::Append<S, P>;
}
/// As many digits as `L`, in an order that only run time knows.
#[derive(Debug)]
pub struct ScatteredRadices<L>(core::marker::PhantomData<L>);
impl<L: Modes> Fold for ScatteredRadices<L> {
    type Next<S: Int, D: Int, P: Int> = ScatteredRadices<Snoc<L, usize, usize>>;
    type Leaves = L;
}

/// The common part of two chains in modes where an extent is a run-time integer.
pub trait Shared {
    /// The extent of the shared part of modes with the extents `S` and `S1`.
    type Part<S: Int, S1: Int>: Int;
}
/// Nothing: their common layout.
#[derive(Debug)]
pub struct InLayouts;
impl Shared for InLayouts {
    type Part<S: Int, S1: Int> = One;
}
/// As many elements as divide both extents: their common vector. A run-time extent that is not 0 has at least as many.
#[derive(Debug)]
pub struct InVectors;
impl Shared for InVectors {
    type Part<S: Int, S1: Int> = <S::Divisor as Euclid>::Gcd<S1::Divisor>;
}

/// A chain as a list that is read from its first mode on.
pub trait Front {
    /// `L`, then the common part of this chain and `B`.
    type Common<W: Shared, B: Front, L: Modes>: Modes;
    /// `L`, then the common part of the chain `S:P, T..` and this one.
    type CommonTo<W: Shared, S: Int, P: Int, T: Front, L: Modes>: Modes;
}
/// No mode.
#[derive(Debug)]
pub struct End;
impl Front for End {
    type Common<W: Shared, B: Front, L: Modes> = L;
    type CommonTo<W: Shared, S: Int, P: Int, T: Front, L: Modes> = L;
}
/// `S:P`, then `T`.
#[derive(Debug)]
pub struct First<S, P, T>(core::marker::PhantomData<(S, P, T)>);
impl<S: Int, P: Int, T: Front> Front for First<S, P, T> {
    type Common<W: Shared, B: Front, L: Modes> = B::CommonTo<W, S, P, T, L>;
    // Two modes meet only where they start at the same linear index.
    type CommonTo<W: Shared, S1: Int, P1: Int, T1: Front, L: Modes> =
        <Test<Equal, P, P1> as StepBranch>::Meet<W, L, S, P, T, S1, T1>;
}

/// The common part of two chains.
pub type CommonOf<W, A, B> =
    <<A as Starting>::Front<End> as Front>::Common<W, <B as Starting>::Front<End>, Nil>;
