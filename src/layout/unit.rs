//! Composition with a layout that maps to coordinates: each of its leaves walks the mode of the left
//! operand that its stride counts in.

use super::modes::{Collapsing, Modes, Nil, Snoc};
use super::pair::{Both, Pair};
use crate::num::Bool;
use crate::num::int::{Int, Refused, rule};
use crate::num::octal::{Oct, Z};
use crate::tuple::{Elements, IntTuple, Place};
use crate::types::{Coalescing, Composing, Sound, Walked};
use typenum::{B0, B1};

/// A way down the modes of the left operand.
pub trait UnitWalk {
    /// To the mode `I`.
    type Down<I: Oct>: UnitWalk;
    /// What is here, after the leaf `S:R`.
    type Compose<S: Int, R: Int>: Pair;
    /// The leaves `B` do not carry here.
    type Holds<B: Modes>: Bool;
}

/// The whole of the left operand `S:D`: a stride that counts in nothing leads here.
#[derive(Debug)]
pub struct Whole<S, D>(core::marker::PhantomData<(S, D)>);
/// Its part `S:D`.
#[derive(Debug)]
pub struct Part<S, D>(core::marker::PhantomData<(S, D)>);
/// There is no such mode.
#[derive(Debug)]
pub struct NoMode;

type NoUnit = Both<Refused<rule::Unit>, Refused<rule::Unit>>;
type DownTo<S, D, I> = <<I as Place>::Within<Elements<S>> as ModeBranch>::Down<S, D, I>;
type CoalescedOf<S, D> = <<S as IntTuple>::ModesAfter<Nil, D> as Coalescing>::Coalesce;

impl<AS: IntTuple, AD: IntTuple> Walked for Whole<AS, AD> {
    type Leaf<S: Int, R: Int> = <R::Walk<Self> as UnitWalk>::Compose<S, R::Scale>;
}
impl<AS: IntTuple, AD: IntTuple> UnitWalk for Whole<AS, AD> {
    type Down<I: Oct> = DownTo<AS, AD, I>;
    // A stride that counts in nothing adds nothing to a coordinate.
    type Compose<S: Int, R: Int> = <R::IsZero as ModeBranch>::Nothing<S>;
    type Holds<B: Modes> = B1;
}
impl<AS: IntTuple, AD: IntTuple> UnitWalk for Part<AS, AD> {
    type Down<I: Oct> = DownTo<AS, AD, I>;
    type Compose<S: Int, R: Int> =
        <<CoalescedOf<AS, AD> as Composing>::Compose<S, R> as Collapsing>::Pair;
    type Holds<B: Modes> = <CoalescedOf<AS, AD> as Sound>::Holds<B>;
}
impl UnitWalk for NoMode {
    type Down<I: Oct> = Self;
    type Compose<S: Int, R: Int> = NoUnit;
    type Holds<B: Modes> = B0;
}

/// On whether there is a mode, and whether a stride is 0.
pub trait ModeBranch {
    /// The mode `I` of `S:D`.
    type Down<S: IntTuple, D: IntTuple, I: Oct>: UnitWalk;
    /// `S` elements at stride 0.
    type Nothing<S: Int>: Pair;
    /// `L`, with the mode `S:D` if this is true.
    type Counted<L: Modes, S: Int, D: Int>: Modes;
}
impl ModeBranch for B1 {
    type Down<S: IntTuple, D: IntTuple, I: Oct> = Part<<I as Place>::Of<S>, <I as Place>::Of<D>>;
    type Nothing<S: Int> = <<Nil as Composing>::Compose<S, Z> as Collapsing>::Pair;
    type Counted<L: Modes, S: Int, D: Int> = Snoc<L, S, D>;
}
impl ModeBranch for B0 {
    type Down<S: IntTuple, D: IntTuple, I: Oct> = NoMode;
    type Nothing<S: Int> = NoUnit;
    type Counted<L: Modes, S: Int, D: Int> = L;
}

/// Leaves by what their strides count in.
pub trait Counting {
    /// Those that count in what `D` counts in, as numbers of it.
    type CountingAs<D: Int>: Modes;
    /// These leaves, of all the leaves `B`, carry nowhere on their way through `A`, and no number of
    /// units is negative.
    type HoldIn<A: UnitWalk, B: Modes>: Bool;
}
impl Counting for Nil {
    type CountingAs<D: Int> = Nil;
    type HoldIn<A: UnitWalk, B: Modes> = B1;
}
impl<I: Modes, S: Int, D: Int> Counting for Snoc<I, S, D> {
    type CountingAs<E: Int> =
        <D::CountsAs<E> as ModeBranch>::Counted<I::CountingAs<E>, S, D::Scale>;
    type HoldIn<A: UnitWalk, B: Modes> = <<I::HoldIn<A, B> as Bool>::And<
        <<Snoc<Nil, S, D::Scale> as Sound>::Proper as Bool>::And<
            <D::Walk<A> as UnitWalk>::Holds<B::CountingAs<D>>,
        >,
    > as Bool>::And<D::IsSound>;
}

/// The left operand of a composition in units.
pub(crate) type WholeOf<A> =
    Whole<<A as super::AnyLayout>::Shape, <A as super::PlainLayout>::Stride>;
