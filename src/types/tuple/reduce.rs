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
    /// `I` plus the index of this coordinate in the shape `S`, whose first leaf has the step `P`: `sum c_i * step_i`, where
    /// `step_i` is the product of the extents before mode `i`.
    type In<S: List, I: Int, P: Int>: Int;
    /// [`In`](Self::In) of these coordinates in the modes `S`, pair by pair.
    type InEach<S: List, I: Int, P: Int>: Int;
    /// [`In`](Self::In) of the coordinates `(C, R..)` in these modes.
    type Holds<C: IntTuple, R: List, I: Int, P: Int>: Int;
    /// `I` if no coordinate is left; refused unless this list of modes is empty.
    type End<I: Int>: Int;
}
type Unfit = Refused<rule::Nesting>;

impl<J: Leaf> Reduce for Atom<J> {
    type Product<P: Int> = Map<Product, P, J::In>;
    type Sum<P: Int> = Map<Sum, P, J::In>;
    type Sizes = HCons<J, HNil>;
    type In<S: List, I: Int, P: Int> = Map<Sum, I, Map<Product, J::In, P>>;
    type InEach<S: List, I: Int, P: Int> = Unfit;
    type Holds<C: IntTuple, R: List, I: Int, P: Int> = Unfit;
    type End<I: Int> = Unfit;
}
impl Reduce for HNil {
    type Product<P: Int> = P;
    type Sum<P: Int> = P;
    type Sizes = HNil;
    type In<S: List, I: Int, P: Int> = S::End<I>;
    type InEach<S: List, I: Int, P: Int> = S::End<I>;
    type Holds<C: IntTuple, R: List, I: Int, P: Int> = Unfit;
    type End<I: Int> = I;
}
impl<J: IntTuple, Q: List> Reduce for HCons<J, Q> {
    type Product<P: Int> = Q::Product<<ListOf<J> as Reduce>::Product<P>>;
    type Sum<P: Int> = Q::Sum<<ListOf<J> as Reduce>::Sum<P>>;
    type Sizes = HCons<<SizeOf<ListOf<J>> as Int>::Leaf, Q::Sizes>;
    type In<S: List, I: Int, P: Int> = S::Holds<J, Q, I, P>;
    type InEach<S: List, I: Int, P: Int> = S::Holds<J, Q, I, P>;
    type Holds<C: IntTuple, R: List, I: Int, P: Int> =
        R::InEach<Q, <ListOf<C> as Reduce>::In<ListOf<J>, I, P>, <ListOf<J> as Reduce>::Product<P>>;
    type End<I: Int> = Unfit;
}
impl Reduce for KeepView {
    type Product<P: Int> = Unfit;
    type Sum<P: Int> = Unfit;
    type Sizes = HNil;
    type In<S: List, I: Int, P: Int> = Unfit;
    type InEach<S: List, I: Int, P: Int> = Unfit;
    type Holds<C: IntTuple, R: List, I: Int, P: Int> = Unfit;
    type End<I: Int> = Unfit;
}
