//! Elements by position, as associated types of the tuple (`E0` to `E7`). A search in the list would cost one type for
//! each step: the rest of the list.

use super::{Atom, Elements, HCons, HNil, IntTuple, KeepView, ListOf, Place, Structure, TooLong};
use crate::types::num::Bool;
use crate::types::num::int::Leaf;
use crate::types::num::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct};
use typenum::{B0, B1};

macro_rules! pick {
    ($($pick:ident ($($p:ident),*) $next:ident;)*) => {
        /// A list of positions.
        pub trait Pick {
            /// The tuple of the elements of `X` at these positions.
            type Pick0<X: IntTuple>: IntTuple;
            $(
                /// The tuple of these elements, then the elements of `X` at these positions.
                type $pick<X: IntTuple, $($p: IntTuple),*>: IntTuple;
            )*
            /// The result for more than twelve elements: refused.
            type Pick13<X: IntTuple, M: IntTuple>: IntTuple;
            /// `X` has an element at every position.
            type Names<X: IntTuple>: Bool;
        }
        impl Pick for HNil {
            type Pick0<X: IntTuple> = ();
            $(type $pick<X: IntTuple, $($p: IntTuple),*> = ($($p,)*);)*
            type Pick13<X: IntTuple, M: IntTuple> = TooLong;
            type Names<X: IntTuple> = B1;
        }
        impl<I: Leaf> Pick for Atom<I> {
            type Pick0<X: IntTuple> = (<I::In as Place>::Of<X>,);
            $(type $pick<X: IntTuple, $($p: IntTuple),*> = ($($p,)*);)*
            type Pick13<X: IntTuple, M: IntTuple> = TooLong;
            type Names<X: IntTuple> = <I::In as Place>::IsBefore<X::Rank>;
        }
        impl Pick for KeepView {
            type Pick0<X: IntTuple> = ();
            $(type $pick<X: IntTuple, $($p: IntTuple),*> = ($($p,)*);)*
            type Pick13<X: IntTuple, M: IntTuple> = TooLong;
            type Names<X: IntTuple> = B0;
        }
        impl<I: IntTuple, R: super::List> Pick for HCons<I, R> {
            type Pick0<X: IntTuple> = R::Pick1<X, <PositionOf<I> as Place>::Of<X>>;
            $(pick! { @ $pick ($($p),*) $next })*
            type Pick13<X: IntTuple, M: IntTuple> = TooLong;
            type Names<X: IntTuple> =
                <<PositionOf<I> as Place>::IsBefore<X::Rank> as Bool>::And<R::Names<X>>;
        }
    };
    (@ $pick:ident ($($p:ident),*) Pick13) => {
        type $pick<X: IntTuple, $($p: IntTuple),*> = R::Pick13<X, <PositionOf<I> as Place>::Of<X>>;
    };
    (@ $pick:ident ($($p:ident),*) $next:ident) => {
        type $pick<X: IntTuple, $($p: IntTuple),*> = R::$next<X, $($p,)* <PositionOf<I> as Place>::Of<X>>;
    };
}
pick! {
    Pick1 (A) Pick2;
    Pick2 (A, B) Pick3;
    Pick3 (A, B, C) Pick4;
    Pick4 (A, B, C, D) Pick5;
    Pick5 (A, B, C, D, E) Pick6;
    Pick6 (A, B, C, D, E, F) Pick7;
    Pick7 (A, B, C, D, E, F, G) Pick8;
    Pick8 (A, B, C, D, E, F, G, H) Pick9;
    Pick9 (A, B, C, D, E, F, G, H, I0) Pick10;
    Pick10 (A, B, C, D, E, F, G, H, I0, J) Pick11;
    Pick11 (A, B, C, D, E, F, G, H, I0, J, K) Pick12;
    Pick12 (A, B, C, D, E, F, G, H, I0, J, K, L) Pick13;
}

/// The position that a leaf names.
pub(crate) type PositionOf<I> = <ListOf<I> as Structure>::At;

/// The lowest octal digit of a position.
pub trait Ones {
    /// The element of `X` at the position of this digit alone.
    type Of<X: IntTuple>: IntTuple;
    /// The element of `X` at the position `8 T +` this digit.
    type Behind<T: Oct, X: IntTuple>: IntTuple;
}
macro_rules! ones {
    ($($digit:ident $element:ident;)*) => {$(
        impl Ones for $digit {
            type Of<X: IntTuple> = X::$element;
            type Behind<T: Oct, X: IntTuple> = <N<T, $digit> as Place>::Get<Elements<X>>;
        }
    )*};
}
ones! { O0 E0; O1 E1; O2 E2; O3 E3; O4 E4; O5 E5; O6 E6; O7 E7; }

/// `E0` to `E7` of a tuple: its first eight elements, then [`Missing`](crate::types::tuple::Missing).
macro_rules! elements {
    ($($p:ident)*) => { crate::types::tuple::elements! { @ (E0 E1 E2 E3 E4 E5 E6 E7) ($($p)*) } };
    (@ ($e:ident $($es:ident)*) ($p:ident $($ps:ident)*)) => {
        type $e = $p;
        crate::types::tuple::elements! { @ ($($es)*) ($($ps)*) }
    };
    (@ () ($($ps:ident)*)) => {};
    (@ ($($e:ident)*) ()) => { $(#[doc(hidden)] type $e = crate::types::tuple::Missing;)* };
}
pub(crate) use elements;

/// `ModesAfter` and `Compose` of a shape: element by element, or along its list if it has more than eight elements.
macro_rules! by_element {
    ($($p:ident)*) => {
        crate::types::tuple::by_element! { @modes L0, (E0 E1 E2 E3 E4 E5 E6 E7) ($($p)*) }
        crate::types::tuple::by_element! { @compose (E0 E1 E2 E3 E4 E5 E6 E7) ($($p)*) () }
    };
    (@modes $modes:ty, ($e:ident $($es:ident)*) ($p:ident $($ps:ident)*)) => {
        crate::types::tuple::by_element! { @modes $p::ModesAfter<$modes, D0::$e>, ($($es)*) ($($ps)*) }
    };
    (@modes $modes:ty, ($($e:ident)*) ()) => {
        type ModesAfter<L0: Modes, D0: IntTuple> = $modes;
    };
    (@modes $modes:ty, () ($($ps:ident)+)) => {
        type ModesAfter<L0: Modes, D0: IntTuple> =
            <Self::List as crate::types::layout::Walk>::Zip<D0::List, L0>;
    };
    (@compose ($e:ident $($es:ident)*) ($p:ident $($ps:ident)*) ($($done:tt)*)) => {
        crate::types::tuple::by_element! { @compose ($($es)*) ($($ps)*) ($($done)* ($p $e)) }
    };
    (@compose ($($e:ident)*) () ($($done:tt)*)) => {
        type Compose<D0: IntTuple, A0: Walked> =
            <crate::types::tuple::by_element!(@onto $($done)*) as Lists>::Tuple;
    };
    (@compose () ($($ps:ident)+) ($($done:tt)*)) => {
        type Compose<D0: IntTuple, A0: Walked> =
            <<Self::List as crate::types::algebra::ByLeaf>::ComposeEach<D0::List, A0> as Lists>::Tuple;
    };
    (@onto) => { NoModes };
    (@onto ($p:ident $e:ident) $($more:tt)*) => {
        <$p::Compose<D0::$e, A0> as Pair>::Onto<crate::types::tuple::by_element!(@onto $($more)*)>
    };
}
pub(crate) use by_element;
