//! Recursion over a shape, its stride and a coordinate together, as types: flattening, and the offset of a coordinate.
//!
//! A type function selects its impl by one type. So each step of the recursion looks at one of the three trees, and
//! passes its result to a function of the next tree: `Dot` of the coordinate, `DotShape` or `DotAtom` of the shape,
//! `DotStride` or `Times` of the stride.

use super::modes::{Modes, Nil};
use crate::types::num::int::{Leaf, Map, Product, Refused, Sum, rule};
use crate::types::num::octal::Z;
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};

/// Functions of the view of a shape, a stride or a coordinate, with the others as arguments.
pub trait Walk {
    /// The modes `Tail`, then the leaves of `Self:D`. `Self` is a shape.
    type Zip<D: List, Tail: Modes>: Modes;
    /// The modes `Tail`, then the leaves of `(H, T..):Self`. `Self` is a stride.
    type ZipCons<H: IntTuple, T: List, Tail: Modes>: Modes;
    /// The offset of the coordinate `Self` in `S:D`.
    type Dot<S: List, D: List>: crate::types::num::int::Int;
    /// The offset of the linear coordinate `C` in `Self:D`. `Self` is a shape.
    type DotAtom<C: Leaf, D: List>: crate::types::num::int::Int;
    /// `C * Self`: the offset of the coordinate `C` in a leaf with the stride `Self`.
    type Times<C: Leaf>: crate::types::num::int::Int;
    /// The offset of the coordinate `(H, T..)` in `Self:D`. `Self` is a shape.
    type DotShape<H: IntTuple, T: List, D: List>: crate::types::num::int::Int;
    /// The offset of an empty coordinate: 0 in the empty shape `Self`, refused in others.
    type DotEnd: crate::types::num::int::Int;
    /// The offset of the coordinate `(H, T..)` in `(SH, ST..):Self`. `Self` is a stride.
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List>: crate::types::num::int::Int;
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
    // A mode that a coordinate keeps (`_`) adds 0.
    KeepView, Z;
}

impl<I: IntTuple, R: List> Walk for HCons<I, R> {
    type Zip<D: List, Tail: Modes> = D::ZipCons<I, R, Tail>;
    type ZipCons<H: IntTuple, T: List, Tail: Modes> = T::Zip<R, H::ModesAfter<Tail, I>>;
    type Dot<S: List, D: List> = S::DotShape<I, R, D>;
    type DotAtom<C: Leaf, D: List> = <Self::Zip<D, Nil> as Modes>::Offset<C::In>;
    type Times<C: Leaf> = Z;
    type DotShape<H: IntTuple, T: List, D: List> = D::DotStride<H, T, I, R>;
    type DotEnd = Refused<rule::Nesting>;
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> =
        Map<Sum, <ListOf<H> as Walk>::Dot<ListOf<SH>, ListOf<I>>, T::Dot<ST, R>>;
}
