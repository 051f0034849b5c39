//! Functions of two tuples, leaf by leaf (`elem_add`, `shape_div`, `ceil_div`, ..). A [`LeafFunction`] defines the
//! result for two leaves, and for a leaf in one tuple with a tuple in its place in the other.

use super::{Atom, DigitRule, HCons, HNil, IndexDigits, IntTuple, KeepView, List, ListOf, Reduce};
use crate::types::num::Bool;
use crate::types::num::int::{
    CeilOf, Int, Leaf, Map, Max, Min, Minus, One, Product, Refused, ShapeDiv, ShapeMod, Sum, rule,
};
use typenum::B1;

/// The refusal of two tuples whose nestings do not fit.
pub type Misfit = Refused<rule::Nesting>;
/// [`Misfit`] where a list is expected.
pub type Misfits = HCons<Misfit, HNil>;

/// A function of two tuples, defined by its results at leaves.
pub trait LeafFunction: 'static {
    /// The result for two leaves.
    type Leaf<A: Int, B: Int>: IntTuple;
    /// The result for the leaf `A` with the tuple `B` in its place.
    type LeafTuple<A: Int, B: List>: IntTuple;
    /// The result for the tuple `A` with the leaf `B` in its place.
    type TupleLeaf<A: List, B: Int>: IntTuple;
    /// The result for the elements `A` of the left tuple past the end of the right one.
    type Longer<A: List>: List;
}

type MappedLeaf<F, A, B> = <Map<F, A, B> as Int>::Leaf;
/// The size of a shape: the product of its leaves.
pub(crate) type SizeOf<L> = <L as Reduce>::Product<One>;

macro_rules! pairwise {
    ($($(#[$doc:meta])* $name:ident {
        $leaf:ty; $leaf_tuple:ty; $tuple_leaf:ty; $longer:ty
    })*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl LeafFunction for $name {
            type Leaf<A: Int, B: Int> = $leaf;
            type LeafTuple<A: Int, B: List> = $leaf_tuple;
            type TupleLeaf<A: List, B: Int> = $tuple_leaf;
            type Longer<A: List> = $longer;
        }
    )*};
}
pairwise! {
    /// `a + b`.
    Adding { MappedLeaf<Sum, A, B>; Misfit; Misfit; Misfits }
    /// `a - b`.
    Subtracting { MappedLeaf<Minus, A, B>; Misfit; Misfit; Misfits }
    /// `min(a, b)`.
    Smaller { MappedLeaf<Min, A, B>; Misfit; Misfit; Misfits }
    /// `max(a, b)`.
    Greater { MappedLeaf<Max, A, B>; Misfit; Misfit; Misfits }
    /// `a * b`, of tuples nested alike.
    Times { MappedLeaf<Product, A, B>; Misfit; Misfit; Misfits }
    /// `a * |b|`, `|b|` being the size.
    Scaling { MappedLeaf<Product, A, B>; MappedLeaf<Product, A, SizeOf<B>>; Misfit; Misfits }
    /// The size of the part of `a` at each leaf of `b`.
    Sizing { A::Leaf; Misfit; <SizeOf<A> as Int>::Leaf; Misfits }
    /// CuTe's `shape_div`: the shape `a` divided by `b`.
    ShapeDividing {
        MappedLeaf<ShapeDiv, A, B>; MappedLeaf<ShapeDiv, A, SizeOf<B>>;
        A::Digits<ShapeDividing, B, B1>; Misfits
    }
    /// The shape of the first `b` elements of `a`.
    ShapeTaking {
        MappedLeaf<ShapeMod, A, B>; MappedLeaf<ShapeMod, A, SizeOf<B>>;
        A::Digits<ShapeTaking, B, B1>; Misfits
    }
    /// `ceil(|a| / |b|)`.
    Covering {
        MappedLeaf<CeilOf, A, B>; MappedLeaf<CeilOf, A, SizeOf<B>>; MappedLeaf<CeilOf, SizeOf<A>, B>; A
    }
    /// `ceil(|a| / |b|)`, an integer `b` dividing the leaves of a tuple `a` from left to right.
    CoveringEach {
        MappedLeaf<CeilOf, A, B>; MappedLeaf<CeilOf, A, SizeOf<B>>;
        A::Digits<CoveringEach, B, B1>; A
    }
    /// `ceil(|a| / |b|) * |b|`.
    Rounding {
        MappedLeaf<Product, Map<CeilOf, A, B>, B>;
        MappedLeaf<Product, Map<CeilOf, A, SizeOf<B>>, SizeOf<B>>;
        MappedLeaf<Product, Map<CeilOf, SizeOf<A>, B>, B>; A
    }
    /// The coordinate `a` in the shape `b`, nested like `b`. CuTe's `idx2crd`.
    Splitting { A::Leaf; B::Digits<IndexDigits, A, B1>; Misfit; Misfits }
}

macro_rules! digit_rules {
    ($($name:ident: $leaf:ty, $rest:ty;)*) => {$(
        impl DigitRule for $name {
            type Leaf<A: Int, B: Int, Last: Bool> = $leaf;
            type Rest<A: Int, B: Int> = $rest;
        }
    )*};
}
digit_rules! {
    ShapeDividing: Map<ShapeDiv, A, B>, Map<ShapeDiv, B, A>;
    ShapeTaking: Map<ShapeMod, A, B>, Map<ShapeDiv, B, A>;
    CoveringEach: Map<CeilOf, A, B>, Map<CeilOf, B, A>;
}

/// A list paired with another one. `With` dispatches on the left list, the other functions on the right one.
pub trait Pairing {
    /// `F(Self, B)`.
    type With<F: LeafFunction, B: List>: IntTuple;
    /// `F` of these elements and the elements `B`, pair by pair.
    type WithEach<F: LeafFunction, B: List>: List;
    /// `F(A, Self)` of a leaf `A`.
    type FacesLeaf<F: LeafFunction, A: Int>: IntTuple;
    /// `F((H, T..), Self)`.
    type FacesTuple<F: LeafFunction, H: IntTuple, T: List>: IntTuple;
    /// `F` of the elements `(H, T..)` and these elements, pair by pair.
    type FacesEach<F: LeafFunction, H: IntTuple, T: List>: List;
    /// `F` of no elements and these elements.
    type FacesEnd<F: LeafFunction>: List;
    /// `F((), Self)`.
    type FacesEmpty<F: LeafFunction>: IntTuple;
}

impl<I: Leaf> Pairing for Atom<I> {
    type With<F: LeafFunction, B: List> = B::FacesLeaf<F, I::In>;
    type WithEach<F: LeafFunction, B: List> = Misfits;
    type FacesLeaf<F: LeafFunction, A: Int> = F::Leaf<A, I::In>;
    type FacesTuple<F: LeafFunction, H: IntTuple, T: List> = F::TupleLeaf<HCons<H, T>, I::In>;
    type FacesEach<F: LeafFunction, H: IntTuple, T: List> = Misfits;
    type FacesEnd<F: LeafFunction> = Misfits;
    type FacesEmpty<F: LeafFunction> = F::TupleLeaf<HNil, I::In>;
}
impl Pairing for HNil {
    type With<F: LeafFunction, B: List> = B::FacesEmpty<F>;
    type WithEach<F: LeafFunction, B: List> = B::FacesEnd<F>;
    type FacesLeaf<F: LeafFunction, A: Int> = F::LeafTuple<A, Self>;
    type FacesTuple<F: LeafFunction, H: IntTuple, T: List> =
        <F::Longer<HCons<H, T>> as List>::Tuple;
    type FacesEach<F: LeafFunction, H: IntTuple, T: List> = F::Longer<HCons<H, T>>;
    type FacesEnd<F: LeafFunction> = HNil;
    type FacesEmpty<F: LeafFunction> = ();
}
impl<I: IntTuple, R: List> Pairing for HCons<I, R> {
    type With<F: LeafFunction, B: List> = B::FacesTuple<F, I, R>;
    type WithEach<F: LeafFunction, B: List> = B::FacesEach<F, I, R>;
    type FacesLeaf<F: LeafFunction, A: Int> = F::LeafTuple<A, Self>;
    type FacesTuple<F: LeafFunction, H: IntTuple, T: List> =
        <Self::FacesEach<F, H, T> as List>::Tuple;
    type FacesEach<F: LeafFunction, H: IntTuple, T: List> =
        HCons<<ListOf<H> as Pairing>::With<F, ListOf<I>>, T::WithEach<F, R>>;
    type FacesEnd<F: LeafFunction> = Misfits;
    type FacesEmpty<F: LeafFunction> = Misfit;
}
impl Pairing for KeepView {
    type With<F: LeafFunction, B: List> = Misfit;
    type WithEach<F: LeafFunction, B: List> = Misfits;
    type FacesLeaf<F: LeafFunction, A: Int> = Misfit;
    type FacesTuple<F: LeafFunction, H: IntTuple, T: List> = Misfit;
    type FacesEach<F: LeafFunction, H: IntTuple, T: List> = Misfits;
    type FacesEnd<F: LeafFunction> = Misfits;
    type FacesEmpty<F: LeafFunction> = Misfit;
}
