//! The results of the functions of tuples, by name. Those of refused ones end in
//! [`Refused`](crate::Refused).

use crate::num::int::{Int, One};
use crate::num::octal::Z;
use crate::tuple::{
    self, Adding, Covering, CoveringEach, Elements, Greater, Horner, HornerState, List, Nesting,
    Pairing, Pick, Place, Placed, Pos, Position, Reduce, Rounding, Scaling, ShapeDividing,
    ShapeTaking, SizeOf, Sizing, Smaller, Splitting, Structure, Subtracting, Times, View,
};

type At<const I: usize> = <Pos<I> as Position>::At;

macro_rules! aliases {
    ($($name:ident<$($g:ident),*>, $method:ident = $ty:ty;)*) => {$(
        #[doc = concat!("[`TupleArithmetic::", stringify!($method), "`](crate::TupleArithmetic::",
            stringify!($method), ").")]
        pub type $name<$($g),*> = $ty;
    )*};
}
aliases! {
    Size<T>, size = <SizeOf<View<T>> as Int>::Leaf;
    Sum<T>, sum = <<View<T> as Reduce>::Sum<Z> as Int>::Leaf;
    InnerProduct<T, U>, inner_product = Sum<<View<T> as Pairing>::With<Times, View<U>>>;
    ProductEach<T>, product_each = <<View<T> as Reduce>::Sizes as List>::Tuple;
    ProductLike<T, G>, product_like = <View<T> as Pairing>::With<Sizing, View<G>>;
    ElemAdd<T, U>, elem_add = <View<T> as Pairing>::With<Adding, View<U>>;
    ElemSub<T, U>, elem_sub = <View<T> as Pairing>::With<Subtracting, View<U>>;
    ElemMin<T, U>, elem_min = <View<T> as Pairing>::With<Smaller, View<U>>;
    ElemMax<T, U>, elem_max = <View<T> as Pairing>::With<Greater, View<U>>;
    ElemScale<T, U>, elem_scale = <View<T> as Pairing>::With<Scaling, View<U>>;
    ShapeDiv<T, U>, shape_div = <View<T> as Pairing>::With<ShapeDividing, View<U>>;
    ShapeMod<T, U>, shape_mod = <View<T> as Pairing>::With<ShapeTaking, View<U>>;
    CeilDiv<T, U>, ceil_div = <View<T> as Pairing>::With<Covering, View<U>>;
    CeilDivByMode<T, U>, ceil_div_by_mode = <View<T> as Pairing>::With<CoveringEach, View<U>>;
    RoundUp<T, U>, round_up = <View<T> as Pairing>::With<Rounding, View<U>>;
    Idx2Crd<C, S>, idx2crd = <View<C> as Pairing>::With<Splitting, View<S>>;
    Sort<T>, sort = <View<T> as Nesting>::Sort;
    Crd2Idx<C, S>, crd2idx =
        <<<View<C> as Reduce>::In<View<S>, HornerState<Z, One>> as Horner>::Index as Int>::Leaf;
    Crd2Crd<C, S, D>, crd2crd = Idx2Crd<Crd2Idx<C, S>, D>;
}

macro_rules! structure {
    ($($name:ident<$($g:ident),* $(; $($i:ident)*)?>, $method:ident = $ty:ty;)*) => {$(
        #[doc = concat!("[`TupleStructure::", stringify!($method), "`](crate::TupleStructure::",
            stringify!($method), ").")]
        pub type $name<$($g,)* $($(const $i: usize),*)?> = $ty;
    )*};
}
structure! {
    Mode<T; I>, mode = <At<I> as Place>::Of<T>;
    Get<T, P>, get = <View<P> as Structure>::Path<T>;
    Flatten<T>, flatten = <View<T> as Structure>::Flat;
    Unflatten<T, P>, unflatten = <<View<P> as Nesting>::Unflatten<Elements<T>> as Placed>::Whole;
    Take<T; B E>, take = <At<B> as Place>::Take<At<E>, T>;
    Select<T, I>, select = <View<I> as Pick>::Pick0<T>;
    Group<T; B E>, group = <At<B> as Place>::Group<At<E>, T>;
    Append<T, X>, append = tuple::Append<T, X>;
    Prepend<T, X>, prepend = tuple::Prepend<T, X>;
    Replace<T, X; I>, replace = tuple::Replace<T, At<I>, X>;
    Insert<T, X; I>, insert = tuple::Insert<T, At<I>, X>;
    Remove<T; I>, remove = tuple::Remove<T, At<I>>;
    Reverse<T>, reverse = <View<T> as Nesting>::Reverse;
    Repeat<T; N>, repeat = <<At<N> as Place>::Repeat<T> as List>::Tuple;
    RepeatLike<T, X>, repeat_like = <View<T> as Nesting>::Fill<X>;
    Wrap<T>, wrap = <View<T> as Nesting>::Wrap;
    Unwrap<T>, unwrap = <View<T> as Nesting>::Unwrap;
}
