//! Slices of whole fractals, as Ascend C has them: of a mode `(c, n)`, `n` fractals of `c` elements.
//!
//! ```text
//! n : d        from f, e elements      min(n - f, e) : d
//! (c, n) : ..                          (c, ceil(min(c n - f, e) / c)) : ..
//! ```

use super::OneBranch;
use crate::types::layout::{Both, Lists, NoModes, Pair};
use crate::types::num::int::{CeilOf, Int, Leaf, Map, Min, Minus, Product};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};

/// Slices of whole fractals. The list is the coordinate that a slice starts at, or the shape.
pub trait Fractals {
    /// `E` elements of the mode `S:D` from this coordinate on.
    type FractalPart<E: IntTuple, S: List, D: List>: Pair;
    /// `E` elements of the modes `S:D` from this coordinate on.
    type FractalParts<E: List, S: List, D: List>: Lists;
    /// `E` elements of this axis from `F` on.
    type FractalAxis<F: Int, E: Int, D: List>: Pair;
}
/// `min(N - F, E)`.
type ClippedExtent<N, F, E> = Map<Min, Map<Minus, N, F>, E>;
/// The leaf of extent `N` with the stride `D`; 0 for an extent of 1.
type StrideOf<N, D> =
    <<<N as Int>::IsOne as OneBranch>::Unless<<D as IntTuple>::Integer> as Int>::Leaf;
/// The axis of `N` elements with the stride `D`.
type PlainAxis<N, D> = Both<<N as Int>::Leaf, StrideOf<N, D>>;
/// The axis of `N` fractals of `C` elements with the strides `D`.
type FractalAxis<C, N, D> = Both<
    (C, <N as Int>::Leaf),
    (<D as List>::Head, StrideOf<N, <<D as List>::Tail as List>::Head>),
>;

impl<I: Leaf> Fractals for Atom<I> {
    type FractalPart<E: IntTuple, S: List, D: List> = S::FractalAxis<I::In, E::Integer, D>;
    type FractalParts<E: List, S: List, D: List> = NoModes;
    // An axis that is a leaf has no fractals: its extent is only clipped.
    type FractalAxis<F: Int, E: Int, D: List> = PlainAxis<ClippedExtent<I::In, F, E>, D::Tuple>;
}
impl<H: IntTuple, T: List> Fractals for HCons<H, T> {
    type FractalPart<E: IntTuple, S: List, D: List> =
        <Self::FractalParts<ListOf<E>, S, D> as Lists>::Tuple;
    type FractalParts<E: List, S: List, D: List> = <<ListOf<H> as Fractals>::FractalPart<
        E::Head,
        ListOf<S::Head>,
        ListOf<D::Head>,
    > as Pair>::Onto<T::FractalParts<E::Tail, S::Tail, D::Tail>>;
    type FractalAxis<F: Int, E: Int, D: List> = FractalAxis<
        H,
        Map<
            // The clipped extent is rounded up to whole fractals.
            CeilOf,
            ClippedExtent<Map<Product, H::Integer, <T::Head as IntTuple>::Integer>, F, E>,
            H::Integer,
        >,
        D,
    >;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Fractals for $t {
            type FractalPart<E: IntTuple, S: List, D: List> = Both<(), ()>;
            type FractalParts<E: List, S: List, D: List> = NoModes;
            type FractalAxis<F: Int, E: Int, D: List> = Both<(), ()>;
        }
    )*};
}
ended! { HNil, KeepView }
