//! Flat lists of modes, on which the algebra works.
//!
//! A list grows at its end, so every algorithm is a left fold: the result for the modes before the last one is the
//! *self type* of the step for the last one. The lists are types only; `layout-core` computes the values (see
//! `crate::types::check`).

use super::pair::{Both, Lists, NoModes, Pair};
use crate::types::algebra::{
    Coalescing, Composing, Joining, NoRuns, OneBranch, Recasting, Runs, Sorting, Starting, Walked,
};
use crate::types::num::int::{Difference, Int, Less, Map, Mod, One, Product, Sum, Test, Whole};
use crate::types::num::octal::Z;
use crate::types::tuple::IntTuple;
use typenum::{U0, U1};

/// `Up1` to `Up12` of [`Modes`]: the two tuples of the modes and the given ones. More than twelve modes are refused.
///
/// `declared` in the trait, `ended` for the empty list, `continued` for `Snoc<I, S, D>`.
macro_rules! collapse {
    ($how:ident) => {
        collapse! { @$how
            Up1 Up2 (S1 D1);
            Up2 Up3 (S1 D1, S2 D2);
            Up3 Up4 (S1 D1, S2 D2, S3 D3);
            Up4 Up5 (S1 D1, S2 D2, S3 D3, S4 D4);
            Up5 Up6 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5);
            Up6 Up7 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6);
            Up7 Up8 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7);
            Up8 Up9 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8);
            Up9 Up10 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8, S9 D9);
            Up10 Up11 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8, S9 D9, S10 D10);
            Up11 Up12 (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8, S9 D9, S10 D10, S11 D11);
            Up12 TooLong (S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8, S9 D9, S10 D10, S11 D11, S12 D12);
        }
    };
    (@declared $($up:ident $next:ident ($($s:ident $d:ident),*);)*) => {$(
        /// The two tuples of these modes and the given ones.
        type $up<$($s: IntTuple, $d: IntTuple),*>: Pair;
    )*};
    (@ended $($up:ident $next:ident ($($s:ident $d:ident),*);)*) => {
        $(type $up<$($s: IntTuple, $d: IntTuple),*> = Both<($($s,)*), ($($d,)*)>;)*
    };
    (@continued $($up:ident $next:ident ($($s:ident $d:ident),*);)*) => {
        $(collapse! { @row $up $next ($($s $d),*) })*
    };
    (@row $up:ident TooLong ($($s:ident $d:ident),*)) => {
        type $up<$($s: IntTuple, $d: IntTuple),*> =
            Both<crate::types::tuple::TooLong, crate::types::tuple::TooLong>;
    };
    (@row $up:ident $next:ident ($($s:ident $d:ident),*)) => {
        type $up<$($s: IntTuple, $d: IntTuple),*> = I::$next<S::Leaf, D::Leaf, $($s, $d),*>;
    };
}

/// A flat list of modes.
pub trait Modes:
    Coalescing + Composing + Sorting + Recasting + Starting + Joining + Walked + 'static
{
    /// The product of the extents.
    type Size: Int;
    /// The sum of the last offsets of the modes, up or down.
    type Span: Int;
    /// The product of the static extents before the first run-time one, and the product of the others.
    type Runs: Runs;
    /// The product of the extents whose stride, here a rank in an order, is less than `K`.
    type Below<K: Int>: Int;
    /// The rest of the static linear index `I` after these modes.
    type Rest<I: Int>: Int;
    /// The offset of the digits of the linear index `I` in these modes.
    type Digits<I: Int>: Int;
    /// `A o Self` mode by mode, for a coalesced `A`; `1:0` for the empty list.
    type Onto<A: Modes>: Pair;
    /// `A o Self` mode by mode, followed by the mode `P`.
    type OntoBefore<A: Modes, P: Pair>: Pair;
    /// `A o Self` mode by mode, followed by the modes `P`.
    type OntoMore<A: Modes, P: Lists>: Lists;
    /// The tuples of extents and strides: `1:0` for no mode, the leaf `s:d` for one, two tuples for more.
    type Pair: Pair;
    /// Two tuples, also for one mode or none.
    type Tuples: Pair;
    /// The two tuples of these modes and the mode `S:D`.
    type PairWith<S: Int, D: Int>: Pair;
    /// The offset of the linear index `I`. The digit of the last mode has no bound.
    type Offset<I: Int>: Int;
    collapse! { declared }
}

/// The empty list.
#[derive(Debug)]
pub struct Nil;

/// `I`, then the mode `S:D`.
#[derive(Debug)]
pub struct Snoc<I, S, D>(core::marker::PhantomData<(I, S, D)>);

impl Modes for Nil {
    type Size = One;
    type Span = Z;
    type Runs = NoRuns;
    type Below<K: Int> = One;
    type Rest<I: Int> = I;
    type Digits<I: Int> = Z;
    type Onto<A: Modes> = Both<U1, U0>;
    type OntoBefore<A: Modes, P: Pair> = P;
    type OntoMore<A: Modes, P: Lists> = P;
    type Pair = Both<U1, U0>;
    type Tuples = Both<(), ()>;
    type PairWith<S: Int, D: Int> = Both<S::Leaf, D::Leaf>;
    type Offset<I: Int> = Z;
    collapse! { ended }
}

impl<I: Modes, S: Int, D: Int> Modes for Snoc<I, S, D> {
    type Size = Map<Product, I::Size, S>;
    type Span = Map<Sum, I::Span, <Map<Product, Map<Difference, S, One>, D> as Int>::Magnitude>;
    type Runs = <I::Runs as Runs>::Add<S>;
    type Below<K: Int> = <Test<Less, D, K> as OneBranch>::Times<I::Below<K>, S>;
    type Rest<J: Int> = Map<Whole, I::Rest<J>, S>;
    type Digits<J: Int> = Map<Sum, I::Digits<J>, Map<Product, Map<Mod, I::Rest<J>, S>, D>>;
    type Onto<A: Modes> = I::OntoBefore<A, A::Leaf<S, D>>;
    type OntoBefore<A: Modes, P: Pair> = <Self::OntoMore<A, P::Onto<NoModes>> as Lists>::Tuple;
    type OntoMore<A: Modes, P: Lists> = I::OntoMore<A, <A::Leaf<S, D> as Pair>::Onto<P>>;
    type Pair = I::PairWith<S, D>;
    type Tuples = I::Up1<S::Leaf, D::Leaf>;
    type PairWith<S1: Int, D1: Int> = Self::Up1<S1::Leaf, D1::Leaf>;
    type Offset<J: Int> = Map<Sum, I::Digits<J>, Map<Product, I::Rest<J>, D>>;
    collapse! { continued }
}
