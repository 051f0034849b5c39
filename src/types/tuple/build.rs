//! From a list back to a Rust tuple. `Upn` holds the first `n` elements as parameters and passes them on to `Up(n+1)`.

use super::{Atom, HCons, HNil, IntTuple, List, TooLong};
use crate::types::num::int::Leaf;

macro_rules! build {
    ($($up:ident ($($p:ident),*) $next:ident;)*) => {
        /// The Rust tuple of given elements followed by the elements of this list.
        pub trait Build: Sized {
            $(
                /// The tuple of these elements, then the elements of this list.
                type $up<$($p: IntTuple),*>: IntTuple;
            )*
            /// The result for more than twelve elements: refused.
            type Up13<M: IntTuple>: IntTuple;
        }
        impl Build for HNil {
            $(type $up<$($p: IntTuple),*> = ($($p,)*);)*
            type Up13<M: IntTuple> = TooLong;
        }
        impl<Leaf0: Leaf> Build for Atom<Leaf0> {
            $(type $up<$($p: IntTuple),*> = ($($p,)*);)*
            type Up13<M: IntTuple> = TooLong;
        }
        impl<X: IntTuple, Y: List> Build for HCons<X, Y> {
            $(build! { @ $up ($($p),*) $next })*
            type Up13<M: IntTuple> = TooLong;
        }
    };
    (@ $up:ident ($($p:ident),*) Up13) => {
        type $up<$($p: IntTuple),*> = Y::Up13<X>;
    };
    (@ $up:ident ($($p:ident),*) $next:ident) => {
        type $up<$($p: IntTuple),*> = Y::$next<$($p,)* X>;
    };
}
build! {
    Up1 (A) Up2;
    Up2 (A, B) Up3;
    Up3 (A, B, C) Up4;
    Up4 (A, B, C, D) Up5;
    Up5 (A, B, C, D, E) Up6;
    Up6 (A, B, C, D, E, F) Up7;
    Up7 (A, B, C, D, E, F, G) Up8;
    Up8 (A, B, C, D, E, F, G, H) Up9;
    Up9 (A, B, C, D, E, F, G, H, I) Up10;
    Up10 (A, B, C, D, E, F, G, H, I, J) Up11;
    Up11 (A, B, C, D, E, F, G, H, I, J, K) Up12;
    Up12 (A, B, C, D, E, F, G, H, I, J, K, L) Up13;
}
