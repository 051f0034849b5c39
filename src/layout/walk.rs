//! A shape and its stride, side by side, as types: flattening, and the offset of a static coordinate.

use super::modes::{Collapsing, Modes, Nil};
use crate::num::int::{Leaf, Map, Product, Refused, Sum, rule};
use crate::num::octal::Z;
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, View};

/// Functions of the view of a shape, a stride or a coordinate with its companions.
pub trait Walk {
    /// `Tail`, then the modes of the shape `Self` with the stride `D`.
    type Zip<D: List, Tail: Modes>: Modes;
    /// The same for the shape `(H, T..)`.
    type ZipCons<H: IntTuple, T: List, Tail: Modes>: Modes;
    /// The offset of the static coordinate `Self` in `S:D`.
    type Dot<S: List, D: List>: crate::num::int::Int;
    /// The same for the coordinate `C`, `Self` being the shape: of a leaf, a product.
    type DotAtom<C: Leaf, D: List>: crate::num::int::Int;
    /// `C` times this stride, the shape being a leaf.
    type Times<C: Leaf>: crate::num::int::Int;
    /// The same for the coordinate `(H, T..)`, `Self` being the shape.
    type DotShape<H: IntTuple, T: List, D: List>: crate::num::int::Int;
    /// What is left of a shape when no coordinate is: nothing to add, if it is nothing.
    type DotEnd: crate::num::int::Int;
    /// The same for the shape `(SH, ST..)`, `Self` being the stride.
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List>: crate::num::int::Int;
}

impl<I: Leaf> Walk for Atom<I> {
    type Zip<D: List, Tail: Modes> = I::ModesAfter<Tail, D::Tuple>;
    type ZipCons<H: IntTuple, T: List, Tail: Modes> = Tail;
    type Dot<S: List, D: List> = S::DotAtom<I, D>;
    type DotAtom<C: Leaf, D: List> = D::Times<C>;
    type Times<C: Leaf> = Map<Product, C::In, I::In>;
    type DotShape<H: IntTuple, T: List, D: List> = Refused<rule::Nesting>;
    type DotEnd = Refused<rule::Nesting>;
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> = Z;
}

macro_rules! ended {
    ($($t:ty, $rest:ty;)*) => {$(
        impl Walk for $t {
            type Zip<D: List, Tail: Modes> = Tail;
            type ZipCons<H: IntTuple, T: List, Tail: Modes> = Tail;
            type Dot<S: List, D: List> = $rest;
            type DotAtom<C: Leaf, D: List> = Z;
            type Times<C: Leaf> = Z;
            type DotEnd = Z;
            type DotShape<H: IntTuple, T: List, D: List> = Refused<rule::Nesting>;
            type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> = Z;
        }
    )*};
}
ended! {
    HNil, S::DotEnd;
    // What a coordinate keeps adds nothing.
    KeepView, Z;
}

impl<I: IntTuple, R: List> Walk for HCons<I, R> {
    type Zip<D: List, Tail: Modes> = D::ZipCons<I, R, Tail>;
    type ZipCons<H: IntTuple, T: List, Tail: Modes> = T::Zip<R, H::ModesAfter<Tail, I>>;
    type Dot<S: List, D: List> = S::DotShape<I, R, D>;
    type DotAtom<C: Leaf, D: List> = <Self::Zip<D, Nil> as Collapsing>::Offset<C::In>;
    type Times<C: Leaf> = Z;
    type DotShape<H: IntTuple, T: List, D: List> = D::DotStride<H, T, I, R>;
    type DotEnd = Refused<rule::Nesting>;
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> =
        Map<Sum, <View<H> as Walk>::Dot<View<SH>, View<I>>, T::Dot<ST, R>>;
}
