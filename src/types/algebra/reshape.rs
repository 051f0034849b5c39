//! Layouts with another shape.
//!
//! `refine` divides a layout like a shape: where the shape has a tuple in the place of a leaf, the leaf becomes the
//! tuple's modes. `reshape` takes the extent of `_` from the number of elements, as NumPy does for `-1`.

use crate::types::layout::{AnyLayout, Both, Layout, Lists, NoModes, Pair, PlainLayout};
use crate::types::num::int::{Int, Leaf, Map, One, Product, Quotient, Refused, rule};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};

/// The layout of one leaf with another shape, as a mode.
type Divided<S, D, P> = Both<
    <<Layout<S, D> as PlainLayout>::WithShape<P> as AnyLayout>::Shape,
    <<Layout<S, D> as PlainLayout>::WithShape<P> as PlainLayout>::Stride,
>;
/// The refusal of shapes whose nestings do not fit.
type NoMode = Both<Refused<rule::Misfit>, Refused<rule::Misfit>>;

/// A shape: divided, or the one that divides (`D` are strides), or with `_` for an extent.
pub trait Reshaping {
    /// This shape, divided like `P`.
    type Refined<D: List, P: List>: Pair;
    /// These modes, divided like `P` one by one.
    type RefinedEach<D: List, P: List>: Lists;
    /// The leaf `S`, divided like this shape.
    type DividesLeaf<S: Leaf, D: List>: Pair;
    /// The tuple `(H, T..)`, divided like this shape.
    type DividesTuple<H: IntTuple, T: List, D: List>: Pair;
    /// The modes `H` and `T`, divided like these shapes one by one.
    type DividesEach<H: IntTuple, T: List, D: List>: Lists;
    /// No modes, divided like these shapes.
    type DividesNone: Lists;
    /// `P` times the given extents.
    type Given<P: Int>: Int;
    /// This part of the shape `W`, with `|A| / Given` for `_`. Takes the whole of `A` and `W`, so a shape without
    /// `_` evaluates no quotient.
    type Inferred<A: PlainLayout, W: List>: IntTuple;
    /// [`Inferred`](Self::Inferred) of each element.
    type InferredEach<A: PlainLayout, W: List>: List;
}
impl<I: Leaf> Reshaping for Atom<I> {
    type Refined<D: List, P: List> = P::DividesLeaf<I, D>;
    type RefinedEach<D: List, P: List> = <NoMode as Pair>::Onto<NoModes>;
    // A leaf of the shape divides nothing: the mode in its place stays as it is.
    type DividesLeaf<S: Leaf, D: List> = Both<S, D::Tuple>;
    type DividesTuple<H: IntTuple, T: List, D: List> = Both<<HCons<H, T> as List>::Tuple, D::Tuple>;
    type DividesEach<H: IntTuple, T: List, D: List> = <NoMode as Pair>::Onto<NoModes>;
    type DividesNone = <NoMode as Pair>::Onto<NoModes>;
    type Given<P: Int> = Map<Product, P, I::In>;
    type Inferred<A: PlainLayout, W: List> = I;
    type InferredEach<A: PlainLayout, W: List> = HCons<I, HNil>;
}
impl<I: IntTuple, R: List> Reshaping for HCons<I, R> {
    type Refined<D: List, P: List> = P::DividesTuple<I, R, D>;
    type RefinedEach<D: List, P: List> = P::DividesEach<I, R, D>;
    type DividesLeaf<S: Leaf, D: List> = Divided<S, D::Tuple, <Self as List>::Tuple>;
    type DividesTuple<H: IntTuple, T: List, D: List> = <Self::DividesEach<H, T, D> as Lists>::Tuple;
    type DividesEach<H: IntTuple, T: List, D: List> = <<ListOf<H> as Reshaping>::Refined<
        ListOf<D::Head>,
        ListOf<I>,
    > as Pair>::Onto<T::RefinedEach<D::Tail, R>>;
    type DividesNone = <NoMode as Pair>::Onto<NoModes>;
    type Given<P: Int> = R::Given<<ListOf<I> as Reshaping>::Given<P>>;
    type Inferred<A: PlainLayout, W: List> = <Self::InferredEach<A, W> as List>::Tuple;
    type InferredEach<A: PlainLayout, W: List> =
        HCons<<ListOf<I> as Reshaping>::Inferred<A, W>, R::InferredEach<A, W>>;
}
impl Reshaping for HNil {
    type Refined<D: List, P: List> = <P::DividesNone as Lists>::Tuple;
    type RefinedEach<D: List, P: List> = P::DividesNone;
    // `with_shape` refuses a shape of another size.
    type DividesLeaf<S: Leaf, D: List> = Divided<S, D::Tuple, ()>;
    type DividesTuple<H: IntTuple, T: List, D: List> = NoMode;
    type DividesEach<H: IntTuple, T: List, D: List> = <NoMode as Pair>::Onto<NoModes>;
    // Both lists end together: ranks that differ are refused in the other impls.
    type DividesNone = NoModes;
    type Given<P: Int> = P;
    type Inferred<A: PlainLayout, W: List> = ();
    type InferredEach<A: PlainLayout, W: List> = HNil;
}
impl Reshaping for KeepView {
    type Refined<D: List, P: List> = NoMode;
    type RefinedEach<D: List, P: List> = <NoMode as Pair>::Onto<NoModes>;
    type DividesLeaf<S: Leaf, D: List> = NoMode;
    type DividesTuple<H: IntTuple, T: List, D: List> = NoMode;
    type DividesEach<H: IntTuple, T: List, D: List> = <NoMode as Pair>::Onto<NoModes>;
    type DividesNone = <NoMode as Pair>::Onto<NoModes>;
    type Given<P: Int> = P;
    type Inferred<A: PlainLayout, W: List> =
        <Map<Quotient, A::Size, <W as Reshaping>::Given<One>> as Int>::Leaf;
    type InferredEach<A: PlainLayout, W: List> = HNil;
}
