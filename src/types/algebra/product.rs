//! `logical_product` and its arrangements: `(A, A+ o B)`. `tile_to_shape`: a block and the number of copies that fill a
//! shape.

use super::{Holes, How, TileSplit};
use crate::types::layout::{Both, Lists, NoModes, Pair, PlainLayout};
use crate::types::num::branch;
use crate::types::num::int::{Gap, Int, Leaf, Map, Quotient};
use crate::types::tuple::{
    Atom, HCons, HNil, HeadOr, IntTuple, KeepView, List, ListOf, SizeOf, Structure,
};
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

/// Functions of a block and its copies, whose shape is `Self`.
pub trait Copying {
    /// `((a, b), ..)` for `blocked_product`: the modes of two layouts, pair by pair. `Self` are the shapes of `B`, `D` its
    /// strides, `AS:AD` the modes of `A`. A missing mode is `1:0`.
    type Blocked<D: List, AS: List, AD: List>: Lists;
    /// `((b, a), ..)` for `raked_product`.
    type Raked<D: List, AS: List, AD: List>: Lists;
    /// `((a, 1), ..)` for the shapes `Self` of `A`.
    type BlockedAlone<AD: List>: Lists;
    /// `((1, a), ..)` for the shapes `Self` of `A`.
    type RakedAlone<AD: List>: Lists;
    /// The number of copies in each mode of the shape `Self`, `A` being the shape of the block.
    type CopiesOf<A: List>: IntTuple;
    /// The number of copies in each of these modes, `A` being the modes of the block.
    type CopiesEach<A: List>: List;
}

impl<B: IntTuple, R: List> Copying for HCons<B, R> {
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
    type CopiesOf<A: List> = <Self::CopiesEach<<A as Structure>::Elements> as List>::Tuple;
    type CopiesEach<A: List> = HCons<
        // A mode that the block lacks counts as extent 1, so copies fill it.
        <Map<Quotient, SizeOf<ListOf<B>>, SizeOf<ListOf<HeadOr<A, U1>>>> as Int>::Leaf,
        R::CopiesEach<A::Tail>,
    >;
}

macro_rules! ended {
    ($([$($g:tt)*] $t:ty, $copies:ty;)*) => {$(
        impl<$($g)*> Copying for $t {
            // `B` has no more modes: the modes of `A` that are left are paired with `1:0`.
            type Blocked<D: List, AS: List, AD: List> = AS::BlockedAlone<AD>;
            type Raked<D: List, AS: List, AD: List> = AS::RakedAlone<AD>;
            type BlockedAlone<AD: List> = NoModes;
            type RakedAlone<AD: List> = NoModes;
            type CopiesOf<A: List> = $copies;
            type CopiesEach<A: List> = HNil;
        }
    )*};
}
ended! {
    [] HNil, ();
    [] KeepView, ();
    [I: Leaf] Atom<I>, <Map<Quotient, I::In, SizeOf<A>> as Int>::Leaf;
}

/// The number of copies of a block of shape `A` in each mode of the shape `T`.
pub type CopiesIn<T, A> = <ListOf<T> as Copying>::CopiesOf<ListOf<A>>;

branch! {
    /// Whether the block is a leaf and the copies are a tuple of one number.
    pub trait TileBranch {
        /// The copies `B` of the block `A`.
        type Tile<A: PlainLayout, B: PlainLayout>: PlainLayout {
            // Pairs block and copies as they are, so the copies keep the nesting of the shape.
            Yes => <<<<Multiply as How>::Cut<A, B> as TileSplit>::Onto<NoModes> as Lists>::Tuple as Pair>::Layout,
            No | Unknown => B::BlockedBy<A>,
        }
        /// `A` if this is true, otherwise `B`.
        type Either<A: PlainLayout, B: PlainLayout>: PlainLayout {
            Yes => A,
            No | Unknown => B,
        }
    }
}
