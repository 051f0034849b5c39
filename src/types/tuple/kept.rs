//! The elements that a coordinate keeps with `_`.
//!
//! A coordinate is a tuple of as many elements as the shape that it slices. The coordinate dispatches on its number of
//! elements, then the shape on its own, so both are evaluated once. Lists would cost several types an element.
//!
//! These are items of [`IntTuple`](super::IntTuple) and not of a trait of their own, because the compiler would report
//! that trait next to `IntTuple` for every user type that implements neither.

/// The items of `IntTuple` that slice: in the trait, of a tuple without elements, and of a tuple with the elements
/// `$p`.
///
/// | item | |
/// |---|---|
/// | `KeptOf<X, T>` | the elements of `X`, an element of a tuple, that this coordinate keeps, then `T` |
/// | `Slice<X>` | the part of `X` that this coordinate keeps; CuTe's `slice` |
/// | `By2<C0, C1, T>` | the elements of this tuple that two coordinates keep, then `T`; refused unless it has two elements |
macro_rules! kept {
    (trait) => { crate::types::tuple::kept! { @each declare } };
    (none $of:ty, $slice:ty) => {
        type KeptOf<X0: IntTuple, T0: crate::types::tuple::List> = $of;
        type Slice<X0: IntTuple> = $slice;
        crate::types::tuple::kept! { @each missing }
    };
    (tuple $($p:ident)*) => { crate::types::tuple::kept! { @each tuple ($($p)*) ($($p)*) } };
    (@each $($item:tt)*) => {
        crate::types::tuple::kept! { @ $($item)*
            By0 () By1 (C0) By2 (C0 C1) By3 (C0 C1 C2) By4 (C0 C1 C2 C3) By5 (C0 C1 C2 C3 C4)
            By6 (C0 C1 C2 C3 C4 C5) By7 (C0 C1 C2 C3 C4 C5 C6) By8 (C0 C1 C2 C3 C4 C5 C6 C7)
            By9 (C0 C1 C2 C3 C4 C5 C6 C7 C8) By10 (C0 C1 C2 C3 C4 C5 C6 C7 C8 C9)
            By11 (C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10) By12 (C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11)
        }
    };
    (@declare $($by:ident ($($c:ident)*))*) => {
        #[doc(hidden)]
        type KeptOf<X0: IntTuple, T0: List>: List;
        #[doc(hidden)]
        type Slice<X0: IntTuple>: IntTuple;
        $(
            #[doc(hidden)]
            type $by<$($c: IntTuple,)* T0: List>: List;
        )*
    };
    (@missing $($by:ident ($($c:ident)*))*) => {
        $(#[doc(hidden)] type $by<$($c: IntTuple,)* T0: crate::types::tuple::List> = crate::types::tuple::MissingAll;)*
    };
    (@tuple ($($p:ident)*) ($first:ident $($rest:ident)*) $by:ident $c:tt $($more:tt)*) => {
        crate::types::tuple::kept! { @missing $by $c }
        crate::types::tuple::kept! { @tuple ($($p)*) ($($rest)*) $($more)* }
    };
    (@tuple ($($p:ident)*) () $by:ident ($($c:ident)*) $($more:tt)*) => {
        type KeptOf<X0: IntTuple, T0: List> = X0::$by<$($p,)* T0>;
        type Slice<X0: IntTuple> = <X0::$by<$($p,)* HNil> as List>::Tuple;
        type $by<$($c: IntTuple,)* T0: List> = crate::types::tuple::kept!(@chain ($($c)*) ($($p)*));
        crate::types::tuple::kept! { @missing $($more)* }
    };
    (@chain () ()) => { T0 };
    (@chain ($c:ident $($cs:ident)*) ($p:ident $($ps:ident)*)) => {
        $c::KeptOf<$p, crate::types::tuple::kept!(@chain ($($cs)*) ($($ps)*))>
    };
}
pub(crate) use kept;
