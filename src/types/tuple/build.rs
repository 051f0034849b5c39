//! From a list back to a Rust tuple. `Upn` holds the first `n` elements as parameters and passes them on to `Up(n+1)`.

/// `Up1` to `Up13` of [`List`](super::List): the Rust tuple of the given elements, then the elements of the list. More
/// than twelve elements are refused.
///
/// `declared` in the trait, `ended` for a list without elements, `continued` for the list `HCons<X, Y>`.
macro_rules! build {
    ($how:ident) => {
        crate::types::tuple::build! { @$how
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
    };
    (@declared $($up:ident ($($p:ident),*) $next:ident;)*) => {
        $(
            /// The tuple of these elements, then the elements of this list.
            type $up<$($p: IntTuple),*>: IntTuple;
        )*
        /// The result for more than twelve elements: refused.
        type Up13<M: IntTuple>: IntTuple;
    };
    (@ended $($up:ident ($($p:ident),*) $next:ident;)*) => {
        $(type $up<$($p: IntTuple),*> = ($($p,)*);)*
        type Up13<M: IntTuple> = crate::types::tuple::TooLong;
    };
    (@continued $($up:ident ($($p:ident),*) $next:ident;)*) => {
        $(crate::types::tuple::build! { @row $up ($($p),*) $next })*
        type Up13<M: IntTuple> = crate::types::tuple::TooLong;
    };
    (@row $up:ident ($($p:ident),*) Up13) => {
        type $up<$($p: IntTuple),*> = Y::Up13<X>;
    };
    (@row $up:ident ($($p:ident),*) $next:ident) => {
        type $up<$($p: IntTuple),*> = Y::$next<$($p,)* X>;
    };
}
pub(crate) use build;
