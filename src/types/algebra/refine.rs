//! Layouts divided like a shape: where the shape has a tuple in the place of a leaf, the leaf becomes the tuple's
//! modes.

use crate::types::layout::{AnyLayout, Both, Layout, Lists, NoModes, Pair, PlainLayout, Reshaped};
use crate::types::num::int::{Leaf, Refused, rule};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};

/// The layout of one leaf with another shape, as a mode.
type Divided<S, D, P> = Both<
    <<Layout<S, D> as Reshaped>::WithShape<P> as AnyLayout>::Shape,
    <<Layout<S, D> as Reshaped>::WithShape<P> as PlainLayout>::Stride,
>;
/// The refusal of shapes whose nestings do not fit.
type NoMode = Both<Refused<rule::Misfit>, Refused<rule::Misfit>>;

/// A shape, or the shape that divides it. `D` are strides.
pub trait Refining {
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
}
impl<I: Leaf> Refining for Atom<I> {
    type Refined<D: List, P: List> = P::DividesLeaf<I, D>;
    type RefinedEach<D: List, P: List> = <NoMode as Pair>::Onto<NoModes>;
    // A leaf of the shape divides nothing: the mode in its place stays as it is.
    type DividesLeaf<S: Leaf, D: List> = Both<S, D::Tuple>;
    type DividesTuple<H: IntTuple, T: List, D: List> = Both<<HCons<H, T> as List>::Tuple, D::Tuple>;
    type DividesEach<H: IntTuple, T: List, D: List> = <NoMode as Pair>::Onto<NoModes>;
    type DividesNone = <NoMode as Pair>::Onto<NoModes>;
}
impl<I: IntTuple, R: List> Refining for HCons<I, R> {
    type Refined<D: List, P: List> = P::DividesTuple<I, R, D>;
    type RefinedEach<D: List, P: List> = P::DividesEach<I, R, D>;
    type DividesLeaf<S: Leaf, D: List> = Divided<S, D::Tuple, <Self as List>::Tuple>;
    type DividesTuple<H: IntTuple, T: List, D: List> = <Self::DividesEach<H, T, D> as Lists>::Tuple;
    type DividesEach<H: IntTuple, T: List, D: List> = <<ListOf<H> as Refining>::Refined<
        ListOf<D::Head>,
        ListOf<I>,
    > as Pair>::Onto<T::RefinedEach<D::Tail, R>>;
    type DividesNone = <NoMode as Pair>::Onto<NoModes>;
}
impl Refining for HNil {
    type Refined<D: List, P: List> = <P::DividesNone as Lists>::Tuple;
    type RefinedEach<D: List, P: List> = P::DividesNone;
    // `with_shape` refuses a shape of another size.
    type DividesLeaf<S: Leaf, D: List> = Divided<S, D::Tuple, ()>;
    type DividesTuple<H: IntTuple, T: List, D: List> = NoMode;
    type DividesEach<H: IntTuple, T: List, D: List> = <NoMode as Pair>::Onto<NoModes>;
    // Both lists end together: ranks that differ are refused in the other impls.
    type DividesNone = NoModes;
}
impl Refining for KeepView {
    type Refined<D: List, P: List> = NoMode;
    type RefinedEach<D: List, P: List> = <NoMode as Pair>::Onto<NoModes>;
    type DividesLeaf<S: Leaf, D: List> = NoMode;
    type DividesTuple<H: IntTuple, T: List, D: List> = NoMode;
    type DividesEach<H: IntTuple, T: List, D: List> = <NoMode as Pair>::Onto<NoModes>;
    type DividesNone = <NoMode as Pair>::Onto<NoModes>;
}
