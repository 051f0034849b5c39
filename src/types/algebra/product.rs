//! `logical_product` and its arrangements: `(A, A+ o B)`.

use super::{Holes, How};
use crate::types::layout::{Both, BothLists, Lists, NoModes, Pair, PlainLayout};
use crate::types::num::int::{Gap, Leaf};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List};
use typenum::{U0, U1};

/// The product: a copy of the left layout for each element of the right one.
#[derive(Debug)]
pub struct Multiply;
impl How for Multiply {
    /// `A`, and the copies `A+ o T`.
    type Cut<A: PlainLayout, T: PlainLayout> =
        <Both<A::Shape, A::Stride> as Pair>::Cut<T::After<Copies<A>>>;
}

/// `A+`: the gaps of `A`, which hold its copies; the last one has no end.
pub type Copies<A> = <<A as PlainLayout>::Holes<Gap> as Holes>::Open;

/// The modes of two layouts, pair by pair, for `blocked_product` and `raked_product`. `Self` are the shapes of `B`,
/// `D` its strides, `AS:AD` the modes of `A`. A missing mode is `1:0`.
pub trait ZipPad {
    /// `((a, b), ..)`.
    type Blocked<D: List, AS: List, AD: List>: Lists;
    /// `((b, a), ..)`.
    type Raked<D: List, AS: List, AD: List>: Lists;
    /// `((a, 1), ..)` for the shapes `Self` of `A`.
    type BlockedAlone<AD: List>: Lists;
    /// `((1, a), ..)` for the shapes `Self` of `A`.
    type RakedAlone<AD: List>: Lists;
}

impl<B: IntTuple, R: List> ZipPad for HCons<B, R> {
    // A mode that `A` lacks is `1:0`.
    type Blocked<D: List, AS: List, AD: List> =
        <R::Blocked<D::Tail, AS::Tail, AD::Tail> as Lists>::Push<
            (AS::HeadOr<U1>, B),
            (AD::HeadOr<U0>, D::Head),
        >;
    type Raked<D: List, AS: List, AD: List> =
        <R::Raked<D::Tail, AS::Tail, AD::Tail> as Lists>::Push<
            (B, AS::HeadOr<U1>),
            (D::Head, AD::HeadOr<U0>),
        >;
    type BlockedAlone<AD: List> =
        <R::BlockedAlone<AD::Tail> as Lists>::Push<(B, U1), (AD::Head, U0)>;
    type RakedAlone<AD: List> = <R::RakedAlone<AD::Tail> as Lists>::Push<(U1, B), (U0, AD::Head)>;
}

macro_rules! ended {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> ZipPad for $t {
            // `B` has no more modes: the modes of `A` that are left are paired with `1:0`.
            type Blocked<D: List, AS: List, AD: List> = AS::BlockedAlone<AD>;
            type Raked<D: List, AS: List, AD: List> = AS::RakedAlone<AD>;
            type BlockedAlone<AD: List> = NoModes;
            type RakedAlone<AD: List> = BothLists<HNil, HNil>;
        }
    )*};
}
ended! {
    [] HNil;
    [] KeepView;
    [I: Leaf] Atom<I>;
}
