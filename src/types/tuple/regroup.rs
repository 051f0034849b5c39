//! Functions of the elements of a tuple: pad, zip (transpose), dice, count.

use super::crossed::{Astray, Crossed};
use super::{
    Atom, Elements, HCons, HNil, IntTuple, KeepView, List, ListOf, MissingAll, Place, Structure,
};
use crate::types::num::Bool;
use crate::types::num::int::Leaf;
use typenum::{B0, B1};

/// Functions of the elements of a list.
pub trait Regroup {
    /// `Full` with `X` repeated before it, `N` minus the number of these elements times.
    type PadFront<N: Place, X: IntTuple, Full: List>: List;
    /// `R` has as many elements.
    type AsMany<R: List>: Bool;
    /// `R` has at least as many elements.
    type FitsIn<R: List>: Bool;
    /// `((a0, b0, ..), (a1, b1, ..), ..)` of `((a0, a1, ..), (b0, b1, ..), ..)`. A leaf counts as a tuple of one.
    type Transposed: List;
    /// All elements have the same number of elements.
    type Zips: Bool;
    /// All elements have as many elements as `R`.
    type ZipsWith<R: List>: Bool;
    /// Element `i` prepended to element `i` of `R`, for every `i`.
    type ZipOnto<R: List>: List;
    /// The tuple of [`Transposed`](Self::Transposed); a leaf stays one.
    type Zipped: IntTuple;
    /// The part of `X` that this coordinate fixes: all modes but those at a `_`. CuTe's `dice`.
    type Dice<X: IntTuple>: IntTuple;
    /// The modes of [`Dice`](Self::Dice) of `X`, then `Tail`.
    type DiceOf<X: IntTuple, Tail: List>: List;
    /// [`DiceOf`](Self::DiceOf) of each element of `L` by each element of this coordinate, then `Tail`.
    type DiceEach<L: List, Tail: List>: List;
    /// [`DiceEach`](Self::DiceEach) of these elements by the coordinate `(H, T..)`.
    type DicedBy<H: IntTuple, T: List, Tail: List>: List;
    /// `M` with the elements at these positions crossed off.
    type CrossOff<M: Crossed>: Crossed;
    /// A tuple of one element.
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
    type Dice<X: IntTuple> = <Self::DiceEach<ListOf<X>, HNil> as List>::Tuple;
    type DiceOf<X: IntTuple, Tail: List> = Self::DiceEach<ListOf<X>, Tail>;
    type DiceEach<M: List, Tail: List> = M::DicedBy<I, L, Tail>;
    type DicedBy<H: IntTuple, T: List, Tail: List> =
        <ListOf<H> as Regroup>::DiceOf<I, T::DiceEach<L, Tail>>;
    type CrossOff<M: Crossed> = L::CrossOff<<<ListOf<I> as Structure>::At as Place>::Cross<M>>;
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
    type Dice<X: IntTuple> = <ListOf<X> as List>::Spent<()>;
    type DiceOf<X: IntTuple, Tail: List> = <ListOf<X> as List>::SpentEach<Tail>;
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

/// The elements of `L`, then `X` repeated, `N` in all.
pub(crate) type Pad<L, N, X> = <<N as Place>::Pad<L, X> as List>::Tuple;
/// `X` repeated, then the elements of `L`, `N` in all.
pub(crate) type PadFront<L, N, X> = <<L as Regroup>::PadFront<N, X, L> as List>::Tuple;
/// The first element of the tuple `L`, `X` if there is none.
pub(crate) type HeadOr<L, X> = <L as List>::HeadOr<X>;
