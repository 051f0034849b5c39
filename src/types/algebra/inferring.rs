//! `reshape` to a shape with `_`: the extent of `_` from the number of elements. NumPy's `-1`.

use crate::types::layout::PlainLayout;
use crate::types::num::int::{Int, Leaf, Map, One, Product, Quotient};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};

/// A shape in which an extent is `_`.
pub trait Inferring {
    /// `P` times the given extents.
    type Given<P: Int>: Int;
    /// This part of the shape `W`, with `|A| / Given` for `_`. Takes the whole of `A` and `W`, so a shape without
    /// `_` evaluates no quotient.
    type Inferred<A: PlainLayout, W: List>: IntTuple;
    /// [`Inferred`](Self::Inferred) of each element.
    type InferredEach<A: PlainLayout, W: List>: List;
}
impl<I: Leaf> Inferring for Atom<I> {
    type Given<P: Int> = Map<Product, P, I::In>;
    type Inferred<A: PlainLayout, W: List> = I;
    type InferredEach<A: PlainLayout, W: List> = HCons<I, HNil>;
}
impl Inferring for KeepView {
    type Given<P: Int> = P;
    type Inferred<A: PlainLayout, W: List> =
        <Map<Quotient, A::Size, <W as Inferring>::Given<One>> as Int>::Leaf;
    type InferredEach<A: PlainLayout, W: List> = HNil;
}
impl<H: IntTuple, T: List> Inferring for HCons<H, T> {
    type Given<P: Int> = T::Given<<ListOf<H> as Inferring>::Given<P>>;
    type Inferred<A: PlainLayout, W: List> = <Self::InferredEach<A, W> as List>::Tuple;
    type InferredEach<A: PlainLayout, W: List> =
        HCons<<ListOf<H> as Inferring>::Inferred<A, W>, T::InferredEach<A, W>>;
}
impl Inferring for HNil {
    type Given<P: Int> = P;
    type Inferred<A: PlainLayout, W: List> = ();
    type InferredEach<A: PlainLayout, W: List> = HNil;
}
