//! `compose`: `R(c) = A(B(c))`, leaf by leaf of `B`.
//!
//! A leaf `S:R` of `B` walks through the modes `M:D` of the coalesced `A`, the last of which has
//! no end ("left division"):
//!
//! ```text
//! M <= R                 the mode is passed over: R := R / M, exactly
//! S <= ceil(M / R)       S steps of R end inside the mode: it gives S : R*D, and that is all
//! otherwise              it gives M/R : R*D, exactly; S := S / (M/R), R := 1
//! not known              it gives min(ceil(M/R), S) : R*D, an extent known at run time only
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
    /// The leaf after these modes, none of which is the last.
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

/// A leaf on its way through the modes.
pub trait Seeker {
    /// After the mode `M:D`.
    type Next<M: Int, D: Int>: Seeker;
    /// After the last mode.
    type Last<D: Int>: Modes;
}
/// What the modes so far gave is all there is.
#[derive(Debug)]
pub struct Done<L>(core::marker::PhantomData<L>);
/// `S:R` is still to be found, after `L`.
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
    /// On the extent of the leaf.
    pub trait StartBranch for Bool {
        /// `S` is 1.
        type Begin<S: Int, R: Int>: Seeker {
            Yes => Done<Snoc<Nil, S, Z>>,
            No => Seek<Nil, S, R>,
        }
    }
}

branch! {
    /// On the stride of the leaf.
    pub trait StrideBranch for Bool {
        /// `R` is 0.
        type Start<S: Int, R: Int>: Seeker {
            Yes => Done<Snoc<Nil, S, Z>>,
            No => <S::IsOne as StartBranch>::Begin<S, R>,
        }
        /// `R` is 1.
        type Seek<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => <Test<NotMore, S, M> as UnitBranch>::Unit<L, S, M, D>,
            No => <Test<NotMore, M, R> as PassBranch>::Pass<L, S, R, M, D>,
        }
    }
}

branch! {
    /// Steps of 1: `S <= M`.
    pub trait UnitBranch for Ternary {
        /// After the mode `M:D`.
        type Unit<L: Modes, S: Int, M: Int, D: Int>: Seeker {
            Yes => Done<Snoc<L, S, D>>,
            No => Seek<Snoc<L, M, D>, Map<Quotient, S, M>, One>,
            Unknown => Seek<Snoc<L, usize, D>, usize, One>,
        }
    }
}

branch! {
    /// Longer steps: `M <= R`.
    pub trait PassBranch for Ternary {
        /// After the mode `M:D`.
        type Pass<L: Modes, S: Int, R: Int, M: Int, D: Int>: Seeker {
            Yes => <S::IsStatic as PassedBranch>::Pass<L, S, R, M>,
            No => <Test<NotMore, S, Map<Ceil, M, R>> as EndBranch>::End<L, S, R, M, D>,
            Unknown => Seek<Snoc<L, usize, Map<Product, R, D>>, usize, usize>,
        }
    }
}

branch! {
    /// The mode `M` is passed over: on an extent `S` that is static. One that turns out to be 1 takes no
    /// step that could leave a rest.
    pub trait PassedBranch for Bool {
        /// After it.
        type Pass<L: Modes, S: Int, R: Int, M: Int>: Seeker {
            Yes => Seek<L, S, Map<Quotient, R, M>>,
            No => Seek<L, S, Map<Gap, R, M>>,
        }
    }
}

branch! {
    /// `S <= ceil(M / R)`.
    pub trait EndBranch for Ternary {
        /// After the mode `M:D`, which is longer than a step.
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

/// What a leaf of the right operand walks through.
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

/// Composition with a tree: the view of a shape, element by element.
pub trait ByLeaf {
    /// `A o (Self:D)` for a coalesced `A`.
    type ComposeEach<D: List, A: Walked>: Lists;
    /// The same for the shape `(H, T..)`, this being the stride.
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
