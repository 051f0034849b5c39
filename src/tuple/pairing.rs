//! Functions of two tuples, side by side: what a pair of leaves gives, and what a leaf that faces a
//! tuple does.

use super::{
    Atom, DigitRule, DigitsAndRest, HCons, HNil, IndexDigits, IntTuple, KeepView, List, Reduce,
    View,
};
use crate::num::Bool;
use crate::num::int::{
    CeilOf, Int, Leaf, Map, Max, Min, Minus, One, Product, Refused, ShapeDiv, ShapeMod, Sum, rule,
};
use typenum::B1;

/// Where the nestings of two tuples do not fit.
pub type Misfit = Refused<rule::Nesting>;
/// The same in the place of a list.
pub type Misfits = HCons<Misfit, HNil>;

/// A function of two tuples.
pub trait Pairwise: 'static {
    /// Of two leaves.
    type Leaf<A: Int, B: Int>: IntTuple;
    /// Of a leaf and the tuple that it faces.
    type LeafTuple<A: Int, B: List>: IntTuple;
    /// Of a tuple and the leaf that it faces.
    type TupleLeaf<A: List, B: Int>: IntTuple;
    /// Of the modes that face nothing.
    type Longer<A: List>: List;
}

type Of<F, A, B> = <Map<F, A, B> as Int>::Leaf;
/// The size of a view.
pub(crate) type SizeOf<L> = <L as Reduce>::Product<One>;

macro_rules! pairwise {
    ($($(#[$doc:meta])* $name:ident {
        $leaf:ty; $leaf_tuple:ty; $tuple_leaf:ty; $longer:ty
    })*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl Pairwise for $name {
            type Leaf<A: Int, B: Int> = $leaf;
            type LeafTuple<A: Int, B: List> = $leaf_tuple;
            type TupleLeaf<A: List, B: Int> = $tuple_leaf;
            type Longer<A: List> = $longer;
        }
    )*};
}
pairwise! {
    /// `a + b`.
    Adding { Of<Sum, A, B>; Misfit; Misfit; Misfits }
    /// `a - b`.
    Subtracting { Of<Minus, A, B>; Misfit; Misfit; Misfits }
    /// The smaller one.
    Smaller { Of<Min, A, B>; Misfit; Misfit; Misfits }
    /// The greater one.
    Greater { Of<Max, A, B>; Misfit; Misfit; Misfits }
    /// `a * b`, of tuples nested alike.
    Times { Of<Product, A, B>; Misfit; Misfit; Misfits }
    /// `a * |b|`.
    Scaling { Of<Product, A, B>; Of<Product, A, SizeOf<B>>; Misfit; Misfits }
    /// The size of what faces a leaf of `b`.
    Sizing { A::Leaf; Misfit; <SizeOf<A> as Int>::Leaf; Misfits }
    /// What is left of `a` after `b` of it.
    ShapeDividing {
        Of<ShapeDiv, A, B>; Of<ShapeDiv, A, SizeOf<B>>;
        <A::Digits<ShapeDividing, B, B1> as DigitsAndRest>::Tuple; Misfits
    }
    /// The first `b` of `a`.
    ShapeTaking {
        Of<ShapeMod, A, B>; Of<ShapeMod, A, SizeOf<B>>;
        <A::Digits<ShapeTaking, B, B1> as DigitsAndRest>::Tuple; Misfits
    }
    /// `ceil(|a| / |b|)`.
    Covering {
        Of<CeilOf, A, B>; Of<CeilOf, A, SizeOf<B>>; Of<CeilOf, SizeOf<A>, B>; A
    }
    /// The same, an integer going through the leaves of a tuple.
    CoveringEach {
        Of<CeilOf, A, B>; Of<CeilOf, A, SizeOf<B>>;
        <A::Digits<CoveringEach, B, B1> as DigitsAndRest>::Tuple; A
    }
    /// `ceil(|a| / |b|) * |b|`.
    Rounding {
        Of<Product, Map<CeilOf, A, B>, B>;
        Of<Product, Map<CeilOf, A, SizeOf<B>>, SizeOf<B>>;
        Of<Product, Map<CeilOf, SizeOf<A>, B>, B>; A
    }
    /// The coordinate `a` in the shape `b`, natural.
    Splitting { A::Leaf; <B::Digits<IndexDigits, A, B1> as DigitsAndRest>::Tuple; Misfit; Misfits }
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

/// A view beside another one, which is asked second.
pub trait Pairing {
    /// `F(Self, B)`.
    type With<F: Pairwise, B: List>: IntTuple;
    /// The same for the elements of two tuples.
    type WithEach<F: Pairwise, B: List>: List;
    /// `F(A, Self)` of a leaf `A`.
    type FacesLeaf<F: Pairwise, A: Int>: IntTuple;
    /// `F((H, T..), Self)`.
    type FacesTuple<F: Pairwise, H: IntTuple, T: List>: IntTuple;
    /// The same for the elements.
    type FacesEach<F: Pairwise, H: IntTuple, T: List>: List;
    /// The same when no element is left on the other side.
    type FacesEnd<F: Pairwise>: List;
    /// `F((), Self)`.
    type FacesEmpty<F: Pairwise>: IntTuple;
}

impl<I: Leaf> Pairing for Atom<I> {
    type With<F: Pairwise, B: List> = B::FacesLeaf<F, I::In>;
    type WithEach<F: Pairwise, B: List> = Misfits;
    type FacesLeaf<F: Pairwise, A: Int> = F::Leaf<A, I::In>;
    type FacesTuple<F: Pairwise, H: IntTuple, T: List> = F::TupleLeaf<HCons<H, T>, I::In>;
    type FacesEach<F: Pairwise, H: IntTuple, T: List> = Misfits;
    type FacesEnd<F: Pairwise> = Misfits;
    type FacesEmpty<F: Pairwise> = F::TupleLeaf<HNil, I::In>;
}
impl Pairing for HNil {
    type With<F: Pairwise, B: List> = B::FacesEmpty<F>;
    type WithEach<F: Pairwise, B: List> = B::FacesEnd<F>;
    type FacesLeaf<F: Pairwise, A: Int> = F::LeafTuple<A, Self>;
    type FacesTuple<F: Pairwise, H: IntTuple, T: List> = <F::Longer<HCons<H, T>> as List>::Tuple;
    type FacesEach<F: Pairwise, H: IntTuple, T: List> = F::Longer<HCons<H, T>>;
    type FacesEnd<F: Pairwise> = HNil;
    type FacesEmpty<F: Pairwise> = ();
}
impl<I: IntTuple, R: List> Pairing for HCons<I, R> {
    type With<F: Pairwise, B: List> = B::FacesTuple<F, I, R>;
    type WithEach<F: Pairwise, B: List> = B::FacesEach<F, I, R>;
    type FacesLeaf<F: Pairwise, A: Int> = F::LeafTuple<A, Self>;
    type FacesTuple<F: Pairwise, H: IntTuple, T: List> = <Self::FacesEach<F, H, T> as List>::Tuple;
    type FacesEach<F: Pairwise, H: IntTuple, T: List> =
        HCons<<View<H> as Pairing>::With<F, View<I>>, T::WithEach<F, R>>;
    type FacesEnd<F: Pairwise> = Misfits;
    type FacesEmpty<F: Pairwise> = Misfit;
}
impl Pairing for KeepView {
    type With<F: Pairwise, B: List> = Misfit;
    type WithEach<F: Pairwise, B: List> = Misfits;
    type FacesLeaf<F: Pairwise, A: Int> = Misfit;
    type FacesTuple<F: Pairwise, H: IntTuple, T: List> = Misfit;
    type FacesEach<F: Pairwise, H: IntTuple, T: List> = Misfits;
    type FacesEnd<F: Pairwise> = Misfits;
    type FacesEmpty<F: Pairwise> = Misfit;
}
