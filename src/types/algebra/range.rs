//! The number of tiles of a divide whose layout has a run-time size.
//!
//! The size is two factors (`Runs`): the product of the static extents before the first run-time one, and the product
//! of the others. So the static factor of the size gives a static factor of the number of tiles.
//!
//! ```text
//! b = c                          c: what the tile covers, static
//! for each run m, from below:
//!     b <= m:  m/b more tiles, b = 1
//!     b > m:   no more tiles,  b = b/m
//! ```

use super::{Coalescing, Holes};
use crate::types::layout::{Modes, PlainLayout};
use crate::types::num::int::{Ceil, Function, Int, Map, NotMore, One, Product, Quotient, Test};
use crate::types::num::{Bool, branch};

/// A product of a static integer and a run-time integer, either of which may be absent.
pub trait Runs {
    /// The product with `S`.
    type Add<S: Int>: Runs;
    /// The gaps `L`, then the gaps above `C`. `F` divides the last run.
    type Close<F: Function, L: Modes, C: Int>: Closing;
    /// [`Close`](Self::Close) with every run divided exactly.
    type Pass<L: Modes, C: Int>: Closing;
}
/// The empty product.
#[derive(Debug)]
pub struct NoRuns;
/// The runs `L`, then the run `M`.
#[derive(Debug)]
pub struct Run<L, M>(core::marker::PhantomData<(L, M)>);

impl Runs for NoRuns {
    type Add<S: Int> = Run<NoRuns, S>;
    type Close<F: Function, L: Modes, C: Int> = Closed<L, C, One, C>;
    type Pass<L: Modes, C: Int> = Closed<L, C, One, C>;
}
impl<L0: Runs, M: Int> Runs for Run<L0, M> {
    // A run-time extent ends the static run; all later extents join its run.
    type Add<S: Int> =
        <<<M::IsStatic as Bool>::Not as Bool>::Or<S::IsStatic> as RangeBranch>::AddTo<L0, M, S>;
    // Only the last run may be rounded: a tile divides the others exactly.
    type Close<F: Function, L: Modes, C: Int> = <L0::Pass<L, C> as Closing>::Next<F, M>;
    type Pass<L: Modes, C: Int> = <L0::Pass<L, C> as Closing>::Next<Quotient, M>;
}

/// The gaps while runs are divided.
pub trait Closing {
    /// The gaps after the run `M`.
    type Next<F: Function, M: Int>: Closing;
    /// The gaps after the last run.
    type Holes: Modes;
}
/// The gaps `L`, then `Q` tiles at stride `P`; the next runs have to cover `B`.
#[derive(Debug)]
pub struct Closed<L, P, Q, B>(core::marker::PhantomData<(L, P, Q, B)>);
impl<L: Modes, P: Int, Q: Int, B: Int> Closing for Closed<L, P, Q, B> {
    type Next<F: Function, M: Int> = <B::IsOne as RangeBranch>::Next<F, L, P, Q, B, M>;
    type Holes = <L as Coalescing>::Append<Q, P>;
}

branch! {
    /// Whether integers are static, and what a run covers.
    pub trait RangeBranch {
        /// If the extents of `A` are static: the gaps `H` up to the size of `A`.
        type Close<F: Function, H: Holes, A: PlainLayout>: Modes {
            Yes => H::Close<F, A::Size>,
            No | Unknown => H::CloseRuns<F, <A::Coalesced as Modes>::Runs, A::Size>,
        }
        /// If `C` is static: the gaps `L`, then the gaps from `C` up to `M`, the product of the runs `R`.
        type CloseCovered<F: Function, C: Int, L: Modes, R: Runs, M: Int>: Modes {
            Yes => <R::Close<F, L, C> as Closing>::Holes,
            No | Unknown => <L as Coalescing>::Append<Map<F, M, C>, C>,
        }
        /// If `M` is a run-time integer or `S` is static: the runs `L` and `M`, times `S`.
        type AddTo<L: Runs, M: Int, S: Int>: Runs {
            Yes => Run<L, Map<Product, M, S>>,
            No | Unknown => Run<Run<L, M>, S>,
        }
        /// If both or neither of `Q` and `T` are static: `Q` tiles at stride `P`, times `T` more tiles.
        type Take<L: Modes, P: Int, Q: Int, T: Int, B: Int>: Closing {
            Yes => Closed<L, P, Map<Product, Q, T>, B>,
            // A static number of tiles stays a mode of its own, because a product with a run-time integer would hide
            // it.
            No | Unknown => Closed<<L as Coalescing>::Append<Q, P>, Map<Product, P, Q>, T, B>,
        }
        /// If `B` is 1, so nothing is left to cover: the gaps after the run `M`.
        type Next<F: Function, L: Modes, P: Int, Q: Int, B: Int, M: Int>: Closing {
            // The tile is covered: all of the run counts tiles.
            Yes => Take<L, P, Q, M, One>,
            No | Unknown => <Test<NotMore, B, M> as RangeBranch>::Within<F, L, P, Q, B, M>,
        }
        /// If `B <= M`, so the run covers what is left: the gaps after the run `M`.
        type Within<F: Function, L: Modes, P: Int, Q: Int, B: Int, M: Int>: Closing {
            Yes => Take<L, P, Q, Map<F, M, B>, One>,
            // The run lies inside the tile, and `B / M` is left to cover.
            No => Take<L, P, Q, One, Map<Quotient, B, M>>,
            // `M / B` tiles or one. A multiple of `B` is not below `B`, so there are `M / B`.
            Unknown => Take<L, P, Q, Map<Ceil, M, B>, usize>,
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
