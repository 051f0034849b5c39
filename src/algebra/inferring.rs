//! The extent that `_` stands for in a shape.

use crate::int::{Int, Leaf, Map, Product};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, View};

/// The view of a shape in which an extent is `_`.
pub trait Inferring {
    /// `P` times the extents that are there.
    type Given<P: Int>: Int;
    /// The shape, `_` being `N`.
    type Inferred<N: Int>: IntTuple;
    /// The same for the elements.
    type InferredEach<N: Int>: List;
}
impl<I: Leaf> Inferring for Atom<I> {
    type Given<P: Int> = Map<Product, P, I::In>;
    type Inferred<N: Int> = I;
    type InferredEach<N: Int> = HCons<I, HNil>;
}
impl Inferring for KeepView {
    type Given<P: Int> = P;
    type Inferred<N: Int> = N::Leaf;
    type InferredEach<N: Int> = HCons<N::Leaf, HNil>;
}
impl<H: IntTuple, T: List> Inferring for HCons<H, T> {
    type Given<P: Int> = T::Given<<View<H> as Inferring>::Given<P>>;
    type Inferred<N: Int> = <Self::InferredEach<N> as List>::Tuple;
    type InferredEach<N: Int> = HCons<<View<H> as Inferring>::Inferred<N>, T::InferredEach<N>>;
}
impl Inferring for HNil {
    type Given<P: Int> = P;
    type Inferred<N: Int> = ();
    type InferredEach<N: Int> = HNil;
}
