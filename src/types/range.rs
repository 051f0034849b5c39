//! The range that a divide fills, when the size of the layout is not static: the product of what is
//! static before the first run-time extent, and of the rest. So what is static of the shape stays
//! static of the tiles' number; behind a run-time extent nothing could.
//!
//! From below, with everything below `B` covered: a run `M` of at least `B` leaves `M/B` tiles and
//! covers no more; a shorter one leaves `B/M` to be covered by the runs above it.

use super::{Coalescing, Holes};
use crate::layout::{Modes, Nil, PlainLayout, Snoc};
use crate::num::int::{Function, Int, Map, NotMore, One, Product, Quotient, Test};
use crate::num::{Bool, branch};

/// The extents of a flat list as runs.
pub trait ByRuns {
    /// The product of the static extents before the first run-time one, and that of the others.
    type Runs: Runs;
}
impl ByRuns for Nil {
    type Runs = NoRuns;
}
impl<I: Modes, S: Int, D: Int> ByRuns for Snoc<I, S, D> {
    type Runs = <I::Runs as Runs>::Add<S>;
}

/// A static integer, a run-time one, or both.
pub trait Runs {
    /// One more factor.
    type Add<S: Int>: Runs;
    /// The holes above `C`, after `L`; the last run is divided by `F`.
    type Close<F: Function, L: Modes, C: Int>: Closing;
    /// The same with every run divided exactly.
    type Pass<L: Modes, C: Int>: Closing;
}
/// The product of nothing.
#[derive(Debug)]
pub struct NoRuns;
/// `L`, then the integer `M`.
#[derive(Debug)]
pub struct Run<L, M>(core::marker::PhantomData<(L, M)>);

impl Runs for NoRuns {
    type Add<S: Int> = Run<NoRuns, S>;
    type Close<F: Function, L: Modes, C: Int> = Closed<L, C, One, C>;
    type Pass<L: Modes, C: Int> = Closed<L, C, One, C>;
}
impl<L0: Runs, M: Int> Runs for Run<L0, M> {
    type Add<S: Int> =
        <<<M::IsStatic as Bool>::Not as Bool>::Or<S::IsStatic> as RangeBranch>::AddTo<L0, M, S>;
    type Close<F: Function, L: Modes, C: Int> = <L0::Pass<L, C> as Closing>::Next<F, M>;
    type Pass<L: Modes, C: Int> = <L0::Pass<L, C> as Closing>::Next<Quotient, M>;
}

/// A range on its way through the runs.
pub trait Closing {
    /// After the run `M`.
    type Next<F: Function, M: Int>: Closing;
    /// The holes, when no run is left.
    type Holes: Modes;
}
/// The holes `L`, then `Q` tiles at stride `P`; `B` is still to be covered.
#[derive(Debug)]
pub struct Closed<L, P, Q, B>(core::marker::PhantomData<(L, P, Q, B)>);
impl<L: Modes, P: Int, Q: Int, B: Int> Closing for Closed<L, P, Q, B> {
    type Next<F: Function, M: Int> = <B::IsOne as LeftBranch>::Next<F, L, P, Q, B, M>;
    type Holes = <L as Coalescing>::Append<Q, P>;
}

branch! {
    /// On what is static.
    pub trait RangeBranch for Bool {
        /// The layout `A` is: its size is one integer.
        type Close<F: Function, H: Holes, A: PlainLayout>: Modes {
            Yes => H::Close<F, A::Size>,
            No => H::CloseRuns<F, <A::Coalesced as ByRuns>::Runs, A::Size>,
        }
        /// `C` is: the runs are divided one by one.
        type CloseCovered<F: Function, C: Int, L: Modes, R: Runs, M: Int>: Modes {
            Yes => <R::Close<F, L, C> as Closing>::Holes,
            No => <L as Coalescing>::Append<Map<F, M, C>, C>,
        }
        /// `M` is not, or `S` is.
        type AddTo<L: Runs, M: Int, S: Int>: Runs {
            Yes => Run<L, Map<Product, M, S>>,
            No => Run<Run<L, M>, S>,
        }
        /// `Q` and `T` are, or both are not: `T` more tiles.
        type Take<L: Modes, P: Int, Q: Int, T: Int, B: Int>: Closing {
            Yes => Closed<L, P, Map<Product, Q, T>, B>,
            No => Closed<<L as Coalescing>::Append<Q, P>, Map<Product, P, Q>, T, B>,
        }
    }
}

type Take<L, P, Q, T, B> =
    <<<Q as Int>::IsStatic as Bool>::Alike<<T as Int>::IsStatic> as RangeBranch>::Take<
        L,
        P,
        Q,
        T,
        B,
    >;

branch! {
    /// On what is left to be covered.
    pub trait LeftBranch for Bool {
        /// `B` is 1.
        type Next<F: Function, L: Modes, P: Int, Q: Int, B: Int, M: Int>: Closing {
            Yes => Take<L, P, Q, M, One>,
            No => <Test<NotMore, B, M> as WithinBranch>::Next<F, L, P, Q, B, M>,
        }
    }
}

branch! {
    /// `B <= M`.
    pub trait WithinBranch for Ternary {
        /// After the run `M`.
        type Next<F: Function, L: Modes, P: Int, Q: Int, B: Int, M: Int>: Closing {
            Yes => Take<L, P, Q, Map<F, M, B>, One>,
            No => Take<L, P, Q, One, Map<Quotient, B, M>>,
            Unknown => Take<L, P, Q, usize, usize>,
        }
    }
}
