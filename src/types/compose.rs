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

use crate::layout::{BothLists, Collapsing, Lists, Modes, Nil, NoModes, Pair, Snoc};
use crate::num::branch;
use crate::num::int::{Ceil, Gap, Int, Leaf, Map, NotMore, One, Product, Quotient, Test};
use crate::num::octal::Z;
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List};

/// Composition of a coalesced list with one leaf.
pub trait Composing {
    /// `Self o S:R`.
    type Compose<S: Int, R: Int>: Modes;
    /// The leaf `W` after these modes, none of which is the last one.
    type Feed<W: Seeker>: Seeker;
}
impl Composing for Nil {
    type Compose<S: Int, R: Int> = Snoc<Nil, S, Z>;
    type Feed<W: Seeker> = W;
}
impl<I: Modes, M: Int, D: Int> Composing for Snoc<I, M, D> {
    type Compose<S: Int, R: Int> =
        <I::Feed<<R::IsZero as StrideBranch>::Start<S, R>> as Seeker>::Last<D>;
    type Feed<W: Seeker> = <I::Feed<W> as Seeker>::Next<M, D>;
}

/// The state of a leaf between two modes of `A`.
pub trait Seeker {
    /// The state after the mode `M:D`.
    type Next<M: Int, D: Int>: Seeker;
    /// The result, `D` being the stride of the last mode.
    type Last<D: Int>: Modes;
}
/// The leaf ended: the result is `L`.
#[derive(Debug)]
pub struct Done<L>(core::marker::PhantomData<L>);
/// The result so far is `L`; the steps `S:R` are left.
#[derive(Debug)]
pub struct Seek<L, S, R>(core::marker::PhantomData<(L, S, R)>);

impl<L: Modes> Seeker for Done<L> {
    type Next<M: Int, D: Int> = Self;
    type Last<D: Int> = L;
}
impl<L: Modes, S: Int, R: Int> Seeker for Seek<L, S, R> {
    type Next<M: Int, D: Int> = <R::IsOne as StrideBranch>::Seek<L, S, R, M, D>;
    type Last<D: Int> = Snoc<L, S, Map<Product, R, D>>;
}

branch! {
    /// Whether `S` is 1.
    pub trait StartBranch for Bool {
        /// The first state of the leaf `S:R`.
        type Begin<S: Int, R: Int>: Seeker {
            Yes => Done<Snoc<Nil, S, Z>>,
            No => Seek<Nil, S, R>,
        }
    }
}

branch! {
    /// Whether `R` is 0, or 1.
    pub trait StrideBranch for Bool {
        /// If `R` is 0: the first state of the leaf `S:R`.
        type Start<S: Int, R: Int>: Seeker {
            Yes => Done<Snoc<Nil, S, Z>>,
            No => <S::IsOne as StartBranch>::Begin<S, R>,
        }
        /// If `R` is 1: the state after the mode `M:D`.
        type Seek<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => <Test<NotMore, S, M> as UnitBranch>::Unit<L, S, M, D>,
            No => <Test<NotMore, M, R> as PassBranch>::Pass<L, S, R, M, D>,
        }
    }
}

branch! {
    /// Whether `S <= M`, for steps of 1.
    pub trait UnitBranch for Ternary {
        /// The state after the mode `M:D`.
        type Unit<L: Modes, S: Int, M: Int, D: Int>: Seeker {
            Yes => Done<Snoc<L, S, D>>,
            No => Seek<Snoc<L, M, D>, Map<Quotient, S, M>, One>,
            Unknown => Seek<Snoc<L, usize, D>, usize, One>,
        }
    }
}

branch! {
    /// Whether `M <= R`: the steps are longer than the mode.
    pub trait PassBranch for Ternary {
        /// The state after the mode `M:D`.
        type Pass<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => <S::IsStatic as PassedBranch>::Pass<L, S, R, M>,
            No => <Test<NotMore, S, Map<Ceil, M, R>> as EndBranch>::End<L, S, R, M, D>,
            Unknown => Seek<Snoc<L, usize, Map<Product, R, D>>, usize, usize>,
        }
    }
}

branch! {
    /// Whether `S` is static. A run-time `S` may be 1, which takes no step: then `R / M` need not be exact.
    pub trait PassedBranch for Bool {
        /// The state after the mode `M`, which is shorter than `R`.
        type Pass<L: Modes, S: Int, R: Int, M: Int>: Seeker {
            Yes => Seek<L, S, Map<Quotient, R, M>>,
            No => Seek<L, S, Map<Gap, R, M>>,
        }
    }
}

branch! {
    /// Whether `S <= ceil(M / R)`: the steps end inside the mode.
    pub trait EndBranch for Ternary {
        /// The state after the mode `M:D`, which is longer than a step.
        type End<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => Done<Snoc<L, S, Map<Product, R, D>>>,
            No => Seek<
                Snoc<L, Map<Quotient, M, R>, Map<Product, R, D>>,
                Map<Quotient, S, Map<Quotient, M, R>>,
                One,
            >,
            Unknown => Seek<Snoc<L, usize, Map<Product, R, D>>, usize, One>,
        }
    }
}

/// The modes of the left operand.
pub trait Walked {
    /// `Self o S:R`.
    type Leaf<S: Int, R: Int>: Pair;
}
impl Walked for Nil {
    type Leaf<S: Int, R: Int> = <<Self as Composing>::Compose<S, R> as Collapsing>::Pair;
}
impl<I: Modes, M: Int, D: Int> Walked for Snoc<I, M, D> {
    type Leaf<S: Int, R: Int> = <<Self as Composing>::Compose<S, R> as Collapsing>::Pair;
}

/// Composition with a tuple, `Self` being its shape.
pub trait ByLeaf {
    /// `A o (Self:D)` for a coalesced `A`.
    type ComposeEach<D: List, A: Walked>: Lists;
    /// `A o ((H, T..):Self)`, this list being the stride.
    type ComposeCons<H: IntTuple, T: List, A: Walked>: Lists;
}
impl<I: Leaf> ByLeaf for Atom<I> {
    type ComposeEach<D: List, A: Walked> = NoModes;
    type ComposeCons<H: IntTuple, T: List, A: Walked> = NoModes;
}
impl ByLeaf for HNil {
    type ComposeEach<D: List, A: Walked> = NoModes;
    type ComposeCons<H: IntTuple, T: List, A: Walked> = NoModes;
}
impl<I: IntTuple, R: List> ByLeaf for HCons<I, R> {
    type ComposeEach<D: List, A: Walked> = D::ComposeCons<I, R, A>;
    type ComposeCons<H: IntTuple, T: List, A: Walked> =
        <H::Compose<I, A> as Pair>::Onto<T::ComposeEach<R, A>>;
}
impl ByLeaf for KeepView {
    type ComposeEach<D: List, A: Walked> = NoModes;
    type ComposeCons<H: IntTuple, T: List, A: Walked> = BothLists<HNil, HNil>;
}
