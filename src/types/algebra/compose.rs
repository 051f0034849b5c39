//! `compose`: `R(c) = A(B(c))`, leaf by leaf of `B`.
//!
//! A leaf `S:R` of `B` becomes the modes that its `S` steps of `R` take in the coalesced `A`. Every quotient must be
//! exact:
//!
//! ```text
//! for each mode M:D of A but the last one:
//!     M <= R:              R = R / M                                     steps are longer than the mode
//!     S <= ceil(M / R):    append S : R D, return                        all steps end inside the mode
//!     otherwise:           append M/R : R D; S = S / (M/R), R = 1        the steps cross the mode
//!     not known:           append min(ceil(M/R), S) : R D, an extent that only run time knows
//! append S : R D, D being the last stride                                the last mode has no end
//! ```
//!
//! If a quotient is not exact, the steps are counted digit by digit (`layout_core`'s second rule). `P` are the products
//! of the extents up to each mode of A but the last one:
//!
//! ```text
//! while S > 1:  N = min(S, ceil(P / (R mod P)) for each P that does not divide R)
//!               append N : A(R); S = S / N; R = R N
//! ```
//!
//! These steps are the result if no digits add past an extent. The engine decides that; the types only see whether the
//! last step has the sum of the last offsets, and keep the refused quotient otherwise.

use crate::types::layout::{Both, Modes, Nil, Pair, Snoc};
use crate::types::num::int::{
    Ceil, Difference, Equal, Gap, Int, Map, Min, Mod, NotMore, One, Product, Quotient, Refused,
    Test, rule,
};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};
use typenum::{B1, U0, U1};

/// Composition of a coalesced list with one leaf.
pub trait Composing {
    /// The leaf `W` after these modes, which do not include the last one.
    type Feed<W: Seeker>: Seeker;
    /// The steps of `R` up to `N` that do not carry (overflow into the next mode) in these modes, which do not include
    /// the last one.
    type Until<N: Int, R: Int>: Int;
    /// [`Until`](Self::Until) for the modes but the last one.
    type UntilLast<N: Int, R: Int>: Int;
    /// The offsets in `A` of these steps.
    type StepsIn<A: Modes>: Modes;
    /// The offsets in `A` of these steps, the steps of the leaf `S:R`, as modes.
    type Reaching<A: Modes, S: Int, R: Int>: Pair;
}
impl Composing for Nil {
    type Feed<W: Seeker> = W;
    // No extent is left that the steps could carry over.
    type Until<N: Int, R: Int> = N;
    type UntilLast<N: Int, R: Int> = N;
    type StepsIn<A: Modes> = Nil;
    type Reaching<A: Modes, S: Int, R: Int> = Both<U1, U0>;
}
impl<I: Modes, M: Int, D: Int> Composing for Snoc<I, M, D> {
    type Feed<W: Seeker> = <I::Feed<W> as Seeker>::Next<M, D>;
    // A multiple of the size adds nothing to the digits of these modes, so its steps do not carry here.
    type Until<N: Int, R: Int> = <<<Map<Mod, R, <Self as Modes>::Size> as Int>::IsZero as Bool>::Or<
        <<Self as Modes>::Size as Int>::IsZero,
    > as ComposeBranch>::Carries<I::Until<N, R>, R, <Self as Modes>::Size>;
    type UntilLast<N: Int, R: Int> = I::Until<N, R>;
    type StepsIn<A: Modes> = Snoc<I::StepsIn<A>, M, A::Offset<D>>;
    // Compares the offset of the last step `(S - 1) R` in `A` with the offset of the last coordinate of the result:
    // they are equal unless digits add past an extent.
    type Reaching<A: Modes, S: Int, R: Int> = <<Test<
        Equal,
        A::Offset<Map<Product, Map<Difference, S, One>, R>>,
        <Self::StepsIn<A> as Modes>::Offset<Map<Difference, S, One>>,
    > as ComposeBranch>::Held<Self::StepsIn<A>> as Modes>::Pair;
}

/// The modes of a leaf whose steps no rule accepts.
type Inexact = Snoc<Nil, Refused<rule::DoesNotDivide>, Refused<rule::DoesNotDivide>>;
/// The state of a leaf between two modes of `A`.
pub trait Seeker {
    /// The state after the mode `M:D`.
    type Next<M: Int, D: Int>: Seeker;
    /// The result `A o S:R`, `D` being the stride of the last mode.
    type Last<D: Int, A: Modes, S: Int, R: Int>: Pair;
}
/// The leaf ended: the result is `L`.
#[derive(Debug)]
pub struct Done<L>(core::marker::PhantomData<L>);
/// The result so far is `L`; the steps `S:R` are left.
#[derive(Debug)]
pub struct Seek<L, S, R>(core::marker::PhantomData<(L, S, R)>);

/// A quotient is not exact, as a refused integer says (`Int::Steps`, `Int::Stride`): the second rule decides.
#[derive(Debug)]
pub struct Lost;

impl<L: Modes> Seeker for Done<L> {
    type Next<M: Int, D: Int> = Self;
    type Last<D: Int, A: Modes, S: Int, R: Int> = <L as Modes>::Pair;
}
impl Seeker for Lost {
    type Next<M: Int, D: Int> = Self;
    // Starts again from the whole leaf: the modes of the first rule do not count.
    type Last<D: Int, A: Modes, S: Int, R: Int> =
        <<B1 as ComposeBranch>::Steps<Nil, A, S, R> as Composing>::Reaching<A, S, R>;
}
impl<L: Modes, S: Int, R: Int> Seeker for Seek<L, S, R> {
    type Next<M: Int, D: Int> = <R::IsOne as ComposeBranch>::Seek<L, S, R, M, D>;
    // The last mode of `A` has no end, so all steps that are left stay in it.
    type Last<D: Int, A: Modes, S0: Int, R0: Int> = L::PairWith<S, Map<Product, R, D>>;
}

branch! {
    /// The comparisons of the walk, then those of the second rule.
    pub trait ComposeBranch {
        /// If `R` is 0: the first state of the leaf `S:R`.
        type Start<S: Int, R: Int>: Seeker {
            Yes => Done<Snoc<Nil, S, Z>>,
            No | Unknown => <S::IsOne as ComposeBranch>::Begin<S, R>,
        }
        /// If `R` is 1: the state after the mode `M:D`.
        type Seek<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => <Test<NotMore, S, M> as ComposeBranch>::Unit<L, S, M, D>,
            No | Unknown => <Test<NotMore, M, R> as ComposeBranch>::Pass<L, S, R, M, D>,
        }
        /// If `S` is 1: the first state of the leaf `S:R`.
        type Begin<S: Int, R: Int>: Seeker {
            // One step, or steps of 0, stay at offset 0.
            Yes => Done<Snoc<Nil, S, Z>>,
            No | Unknown => Seek<Nil, S, R>,
        }
        /// If `S <= M`, for steps of 1: the state after the mode `M:D`.
        type Unit<L: Modes, S: Int, M: Int, D: Int>: Seeker {
            Yes => Done<Snoc<L, S, D>>,
            // `M` steps fill the mode, and `S / M` steps of 1 are left for the next one.
            No => <Map<Quotient, S, M> as Int>::Steps<Snoc<L, M, D>>,
            // Only run time knows how many steps stay in the mode, and how many are left.
            Unknown => Seek<Snoc<L, usize, D>, usize, One>,
        }
        /// If `M <= R`, so the steps are longer than the mode: the state after the mode `M:D`.
        type Pass<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => <S::IsStatic as ComposeBranch>::Skip<L, S, R, M>,
            No => <Test<NotMore, S, Map<Ceil, M, R>> as ComposeBranch>::End<L, S, R, M, D>,
            Unknown => Seek<Snoc<L, usize, Map<Product, R, D>>, usize, usize>,
        }
        /// If `S` is static: the state after the mode `M`, which is shorter than `R`. A run-time `S` may be 1, which
        /// takes no step: then `R / M` need not be exact.
        type Skip<L: Modes, S: Int, R: Int, M: Int>: Seeker {
            // The steps cross whole copies of the mode, so they are `R / M` steps in the next one.
            Yes => <Map<Quotient, R, M> as Int>::Stride<L, S>,
            No | Unknown => Seek<L, S, Map<Gap, R, M>>,
        }
        /// If `S <= ceil(M / R)`, so the steps end inside the mode: the state after the mode `M:D`, which is longer than
        /// a step.
        type End<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => Done<Snoc<L, S, Map<Product, R, D>>>,
            // `M / R` steps fill the mode; the steps that are left have size 1 in the next one.
            No => <Map<Quotient, S, Map<Quotient, M, R>> as Int>::Steps<
                Snoc<L, Map<Quotient, M, R>, Map<Product, R, D>>,
            >,
            Unknown => Seek<Snoc<L, usize, Map<Product, R, D>>, usize, One>,
        }
        /// If `S` is not refused: the steps `L`, then the steps of `S:R` in `A`.
        type Steps<L: Modes, A: Modes, S: Int, R: Int>: Modes {
            Yes => <S::IsOne as ComposeBranch>::Left<L, A, S, R>,
            No | Unknown => Snoc<L, S, R>,
        }
        /// If `N` is static: the steps `L`, then `N` of the `S` steps of `R`, then the others. If the number of steps
        /// is a run-time integer, so is the number of the others, and so on: no form is known.
        type Take<L: Modes, A: Modes, S: Int, R: Int, N: Int>: Modes {
            // `N` steps of `R` are one step of the next digit.
            Yes => <<Map<Quotient, S, N> as Int>::IsSound as ComposeBranch>::Steps<
                Snoc<L, N, R>,
                A,
                Map<Quotient, S, N>,
                Map<Product, R, N>,
            >,
            No | Unknown => Snoc<L, Refused<rule::DoesNotDivide>, R>,
        }
        /// If no step is left: the steps `L`, then the steps of `S:R`.
        type Left<L: Modes, A: Modes, S: Int, R: Int>: Modes {
            Yes => L,
            No | Unknown => <<A::UntilLast<S, R> as Int>::IsStatic as ComposeBranch>::Take<
                L,
                A,
                S,
                R,
                A::UntilLast<S, R>,
            >,
        }
        /// If `P` divides the step `R`, or is 0: at most `N` steps; otherwise also at most as many as stay below `P`.
        type Carries<N: Int, R: Int, P: Int>: Int {
            Yes => N,
            // The first `ceil(P / (R mod P))` steps stay below `P`; the next step would carry.
            No | Unknown => Map<Min, N, Map<Ceil, P, Map<Mod, R, P>>>,
        }
        /// If the last step has the sum of the last offsets of each mode, as it has without a carry: the modes `L`,
        /// otherwise the refusal.
        type Held<L: Modes>: Modes {
            // The engine compares run-time integers.
            Yes | Unknown => L,
            No => Inexact,
        }
    }
}

/// The modes of the left operand.
pub trait Walked {
    /// `Self o S:R`.
    type Leaf<S: Int, R: Int>: Pair;
}
impl Walked for Nil {
    // Without modes `A` is `1:0`, and every step has offset 0.
    type Leaf<S: Int, R: Int> = Both<S::Leaf, U0>;
}
impl<I: Modes, M: Int, D: Int> Walked for Snoc<I, M, D> {
    type Leaf<S: Int, R: Int> =
        <I::Feed<<R::IsZero as ComposeBranch>::Start<S, R>> as Seeker>::Last<D, Self, S, R>;
}
