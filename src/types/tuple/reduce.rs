//! Tuples reduced to an integer: product, sum, and the linear index of a coordinate (`crd2idx`).

use super::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf, SizeOf};
use crate::types::num::int::{Int, Leaf, Map, Product, Refused, Sum, rule};

/// Reductions of a list.
pub trait Reduce {
    /// `P` times the product of the leaves.
    type Product<P: Int>: Int;
    /// `P` plus the sum of the leaves.
    type Sum<P: Int>: Int;
    /// The size of each element.
    type Sizes: List;
    /// The state `H` after this coordinate in the shape `S`.
    type In<S: List, H: Horner>: Horner;
    /// The state `H` after these coordinates in the modes `S`, pair by pair.
    type InEach<S: List, H: Horner>: Horner;
    /// The state `H` after the coordinates `(I, R..)` in these modes.
    type Holds<I: IntTuple, R: List, H: Horner>: Horner;
    /// The state `H` if no coordinate is left; refused unless this list of modes is empty.
    type End<H: Horner>: Horner;
}

/// The state of a linear index by Horner's scheme: `sum c_i * step_i` of the modes so far, where `step_i` is the
/// product of the extents before mode `i`.
pub trait Horner {
    /// The sum so far.
    type Index: Int;
    /// The product of the extents so far.
    type Step: Int;
}
/// The sum `I` and the step `P`.
#[derive(Debug)]
pub struct HornerState<I, P>(core::marker::PhantomData<(I, P)>);
impl<I: Int, P: Int> Horner for HornerState<I, P> {
    type Index = I;
    type Step = P;
}
type Unfit = HornerState<Refused<rule::Nesting>, Refused<rule::Nesting>>;

impl<J: Leaf> Reduce for Atom<J> {
    type Product<P: Int> = Map<Product, P, J::In>;
    type Sum<P: Int> = Map<Sum, P, J::In>;
    type Sizes = HCons<J, HNil>;
    type In<S: List, H: Horner> =
        HornerState<Map<Sum, H::Index, Map<Product, J::In, H::Step>>, S::Product<H::Step>>;
    type InEach<S: List, H: Horner> = Unfit;
    type Holds<I: IntTuple, R: List, H: Horner> = Unfit;
    type End<H: Horner> = Unfit;
}
impl Reduce for HNil {
    type Product<P: Int> = P;
    type Sum<P: Int> = P;
    type Sizes = HNil;
    type In<S: List, H: Horner> = S::End<H>;
    type InEach<S: List, H: Horner> = S::End<H>;
    type Holds<I: IntTuple, R: List, H: Horner> = Unfit;
    type End<H: Horner> = H;
}
impl<J: IntTuple, Q: List> Reduce for HCons<J, Q> {
    type Product<P: Int> = Q::Product<<ListOf<J> as Reduce>::Product<P>>;
    type Sum<P: Int> = Q::Sum<<ListOf<J> as Reduce>::Sum<P>>;
    type Sizes = HCons<<SizeOf<ListOf<J>> as Int>::Leaf, Q::Sizes>;
    type In<S: List, H: Horner> = S::Holds<J, Q, H>;
    type InEach<S: List, H: Horner> = S::Holds<J, Q, H>;
    type Holds<I: IntTuple, R: List, H: Horner> =
        R::InEach<Q, <ListOf<I> as Reduce>::In<ListOf<J>, H>>;
    type End<H: Horner> = Unfit;
}
impl Reduce for KeepView {
    type Product<P: Int> = Refused<rule::Nesting>;
    type Sum<P: Int> = Refused<rule::Nesting>;
    type Sizes = HNil;
    type In<S: List, H: Horner> = Unfit;
    type InEach<S: List, H: Horner> = Unfit;
    type Holds<I: IntTuple, R: List, H: Horner> = Unfit;
    type End<H: Horner> = Unfit;
}
