//! Elements padded, transposed, picked apart and compared in number, as types.

use super::crossed::{Astray, Crossed};
use super::{
    Atom, Elements, HCons, HNil, IntTuple, KeepView, List, MissingAll, Place, Structure, View,
};
use crate::num::Bool;
use crate::num::int::Leaf;
use typenum::{B0, B1};

/// Regrouping the elements of a view.
pub trait Regroup {
    /// `X` so often before `Full` that these elements and that are `N`.
    type PadFront<N: Place, X: IntTuple, Full: List>: List;
    /// As many elements as `R` has.
    type AsMany<R: List>: Bool;
    /// As many elements as `R` has, or fewer.
    type FitsIn<R: List>: Bool;
    /// The first elements of all elements, the second ones, ..; a leaf is its own only element.
    type Transposed: List;
    /// All elements have as many elements.
    type Zips: Bool;
    /// And as many as `R`.
    type ZipsWith<R: List>: Bool;
    /// Each element before those of the element of `R` at its place.
    type ZipOnto<R: List>: List;
    /// The tuple of [`Transposed`](Self::Transposed); a leaf stays one.
    type Zipped: IntTuple;
    /// What this coordinate does not keep of `X`.
    type Dice<X: IntTuple>: IntTuple;
    /// The same for the first coordinate of a tuple, then `Tail`.
    type DiceOf<X: IntTuple, Tail: List>: List;
    /// The same for the coordinates of a tuple.
    type DiceEach<L: List, Tail: List>: List;
    /// The same for the coordinate `(H, T..)`, this being the elements.
    type DicedBy<H: IntTuple, T: List, Tail: List>: List;
    /// The elements at these positions are crossed off.
    type CrossOff<M: Crossed>: Crossed;
    /// This is a tuple of one element.
    type IsSingle: Bool;
}

impl<I: Leaf> Regroup for Atom<I> {
    type PadFront<N: Place, X: IntTuple, Full: List> = Full;
    type AsMany<R: List> = B0;
    type FitsIn<R: List> = B0;
    type Transposed = HCons<I, HNil>;
    type Zips = B1;
    type ZipsWith<R: List> = B1;
    type ZipOnto<R: List> = HNil;
    type Zipped = I;
    type Dice<X: IntTuple> = X;
    type DiceOf<X: IntTuple, Tail: List> = HCons<X, Tail>;
    type DiceEach<L: List, Tail: List> = Tail;
    type DicedBy<H: IntTuple, T: List, Tail: List> = MissingAll;
    type CrossOff<M: Crossed> = Astray;
    type IsSingle = B0;
}

impl<I: IntTuple, L: List> Regroup for HCons<I, L> {
    type PadFront<N: Place, X: IntTuple, Full: List> = L::PadFront<N::Before, X, Full>;
    type AsMany<R: List> = <<R::IsEmpty as Bool>::Not as Bool>::And<L::AsMany<R::Tail>>;
    type FitsIn<R: List> = <<R::IsEmpty as Bool>::Not as Bool>::And<L::FitsIn<R::Tail>>;
    type Transposed = <Elements<I> as Regroup>::ZipOnto<L::Transposed>;
    type Zips = L::ZipsWith<Elements<I>>;
    type ZipsWith<R: List> = <R::AsMany<Elements<I>> as Bool>::And<L::ZipsWith<R>>;
    type ZipOnto<R: List> =
        HCons<<HCons<I, Elements<R::Head>> as List>::Tuple, L::ZipOnto<R::Tail>>;
    type Zipped = <Self::Transposed as List>::Tuple;
    type Dice<X: IntTuple> = <Self::DiceEach<View<X>, HNil> as List>::Tuple;
    type DiceOf<X: IntTuple, Tail: List> = Self::DiceEach<View<X>, Tail>;
    type DiceEach<M: List, Tail: List> = M::DicedBy<I, L, Tail>;
    type DicedBy<H: IntTuple, T: List, Tail: List> =
        <View<H> as Regroup>::DiceOf<I, T::DiceEach<L, Tail>>;
    type CrossOff<M: Crossed> = L::CrossOff<<<View<I> as Structure>::At as Place>::Cross<M>>;
    type IsSingle = L::IsEmpty;
}

impl Regroup for HNil {
    type PadFront<N: Place, X: IntTuple, Full: List> = <N::Repeat<X> as Structure>::Concat<Full>;
    type AsMany<R: List> = R::IsEmpty;
    type FitsIn<R: List> = B1;
    type Transposed = HNil;
    type Zips = B1;
    type ZipsWith<R: List> = B1;
    type ZipOnto<R: List> = HNil;
    type Zipped = ();
    type Dice<X: IntTuple> = <View<X> as List>::Spent<()>;
    type DiceOf<X: IntTuple, Tail: List> = <View<X> as List>::SpentEach<Tail>;
    type DiceEach<L: List, Tail: List> = L::SpentEach<Tail>;
    type DicedBy<H: IntTuple, T: List, Tail: List> = MissingAll;
    type CrossOff<M: Crossed> = M;
    type IsSingle = B0;
}

impl Regroup for KeepView {
    type PadFront<N: Place, X: IntTuple, Full: List> = Full;
    type AsMany<R: List> = B0;
    type FitsIn<R: List> = B0;
    type Transposed = HNil;
    type Zips = B0;
    type ZipsWith<R: List> = B0;
    type ZipOnto<R: List> = HNil;
    type Zipped = ();
    type Dice<X: IntTuple> = ();
    type DiceOf<X: IntTuple, Tail: List> = Tail;
    type DiceEach<L: List, Tail: List> = Tail;
    type DicedBy<H: IntTuple, T: List, Tail: List> = Tail;
    type CrossOff<M: Crossed> = Astray;
    type IsSingle = B0;
}

/// `N` elements: those of `L`, then `X` as often as needed.
pub(crate) type Pad<L, N, X> = <<N as Place>::Pad<L, X> as List>::Tuple;
/// `N` elements: `X` as often as needed, then those of `L`.
pub(crate) type PadFront<L, N, X> = <<L as Regroup>::PadFront<N, X, L> as List>::Tuple;
/// The element at the head, `X` if there is none.
pub(crate) type HeadOr<L, X> = <L as List>::HeadOr<X>;
