//! Functions that compare nestings (congruent, weakly congruent, covering), and take tuples apart and join them: elements,
//! leaves, paths, pad, zip (transpose), dice, count.

use super::crossed::{Astray, Crossed};
use super::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf, MissingAll, Place};
use crate::types::num::Bool;
use crate::types::num::int::Leaf;
use typenum::{B0, B1};

/// The nesting, the elements and the leaves of a list. Functions of two lists dispatch on `Self`, then on the other list. A
/// leaf counts as a tuple of one where a list of elements is needed.
pub trait Structure {
    /// `R` has the same nesting.
    type Congruent<R: List>: Bool;
    /// `R` has the same nesting, but anything in the place of a leaf of this list.
    type Weakly<R: List>: Bool;
    /// `R` has a tuple at each place where this profile has one, with at least as many elements.
    type Covers<R: List>: Bool;
    /// The profile `(H, T..)` covers this list.
    type CoversCons<H: IntTuple, T: List>: Bool;
    /// Congruent to a leaf: this list is one.
    type IsLeaf: Bool;
    /// Each element is a leaf, or static.
    type IsFlat: Bool;
    /// Congruent to `(H, T..)`.
    type CongruentCons<H: IntTuple, T: List>: Bool;
    /// `(H, T..)` is weakly congruent to this list.
    type WeaklyCons<H: IntTuple, T: List>: Bool;
    /// The elements; a leaf is its only element.
    type Elements: List;
    /// The elements of a tuple of several elements. A leaf or a tuple of one is its only part.
    type Parts: List;
    /// [`Parts`](Self::Parts) of `(X, ..)`, this list being the elements after `X`.
    type PartsAfter<X: IntTuple>: List;
    /// The list of `A` to pair with the elements of this list: the parts of `A` for a leaf, otherwise its elements.
    type Beside<A: List>: List;
    /// These elements, then the elements of `R`.
    type Concat<R: List>: List;
    /// These elements, then `X`.
    type Then<X: IntTuple>: List;
    /// The leaves from left to right, then `Tail`.
    type Leaves<Tail: List>: List;
    /// The tuple of the leaves; a leaf itself for a leaf.
    type Flat: IntTuple;
    /// The position that this leaf names; 0 for a tuple.
    type At: Place;
    /// The element of `X` at this path: a position, or a tuple of one for each level.
    type Path<X: IntTuple>: IntTuple;
    /// `X` has an element at this path.
    type PathFits<X: IntTuple>: Bool;
    /// There is no element.
    type IsEmpty: Bool;
    /// `Full` with `X` repeated before it, `N` minus the number of these elements times.
    type PadFront<N: Place, X: IntTuple, Full: List>: List;
    /// `R` has as many elements.
    type AsMany<R: List>: Bool;
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

impl<I: Leaf> Structure for Atom<I> {
    type Congruent<R: List> = R::IsLeaf;
    type Weakly<R: List> = B1;
    type Covers<R: List> = B1;
    type CoversCons<H: IntTuple, T: List> = B0;
    type IsLeaf = B1;
    type IsFlat = B1;
    type CongruentCons<H: IntTuple, T: List> = B0;
    type WeaklyCons<H: IntTuple, T: List> = B0;
    type Elements = HCons<I, HNil>;
    type Parts = HCons<I, HNil>;
    type PartsAfter<X: IntTuple> = HCons<X, HNil>;
    type Beside<A: List> = A::Parts;
    type Concat<R: List> = HCons<I, R>;
    type Then<X: IntTuple> = HCons<I, HCons<X, HNil>>;
    type Leaves<Tail: List> = HCons<I, Tail>;
    type Flat = I;
    type At = I::In;
    type Path<X: IntTuple> = <I::In as Place>::Get<Elements<X>>;
    type PathFits<X: IntTuple> = <I::In as Place>::Within<Elements<X>>;
    type IsEmpty = B0;
    type PadFront<N: Place, X: IntTuple, Full: List> = Full;
    type AsMany<R: List> = B0;
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
impl Structure for HNil {
    type Congruent<R: List> = R::IsEmpty;
    type Weakly<R: List> = R::IsEmpty;
    type Covers<R: List> = B1;
    type CoversCons<H: IntTuple, T: List> = B0;
    type IsLeaf = B0;
    type IsFlat = B1;
    type CongruentCons<H: IntTuple, T: List> = B0;
    type WeaklyCons<H: IntTuple, T: List> = B0;
    type Elements = HNil;
    type Parts = HNil;
    type PartsAfter<X: IntTuple> = HCons<(X,), HNil>;
    type Beside<A: List> = A::Elements;
    type Concat<R: List> = R;
    type Then<X: IntTuple> = HCons<X, HNil>;
    type Leaves<Tail: List> = Tail;
    type Flat = ();
    type At = crate::types::num::octal::Z;
    type Path<X: IntTuple> = X;
    type PathFits<X: IntTuple> = B1;
    type IsEmpty = B1;
    type PadFront<N: Place, X: IntTuple, Full: List> = <N::Repeat<X> as Structure>::Concat<Full>;
    type AsMany<R: List> = R::IsEmpty;
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
impl<I: IntTuple, L: List> Structure for HCons<I, L> {
    type Congruent<R: List> = R::CongruentCons<I, L>;
    type Weakly<R: List> = R::WeaklyCons<I, L>;
    type Covers<R: List> = R::CoversCons<I, L>;
    type CoversCons<H: IntTuple, T: List> =
        <<ListOf<H> as Structure>::Covers<ListOf<I>> as Bool>::And<T::Covers<L>>;
    type IsLeaf = B0;
    type IsFlat =
        <<<ListOf<I> as Structure>::IsLeaf as Bool>::Or<I::IsStatic> as Bool>::And<L::IsFlat>;
    type CongruentCons<H: IntTuple, T: List> =
        <<ListOf<H> as Structure>::Congruent<ListOf<I>> as Bool>::And<T::Congruent<L>>;
    type WeaklyCons<H: IntTuple, T: List> =
        <<ListOf<H> as Structure>::Weakly<ListOf<I>> as Bool>::And<T::Weakly<L>>;
    type Elements = Self;
    type Parts = L::PartsAfter<I>;
    type PartsAfter<X: IntTuple> = HCons<X, Self>;
    type Beside<A: List> = A::Elements;
    type Concat<O: List> = HCons<I, L::Concat<O>>;
    type Then<X: IntTuple> = HCons<I, L::Then<X>>;
    type Leaves<Tail: List> = <ListOf<I> as Structure>::Leaves<L::Leaves<Tail>>;
    type Flat = <Self::Leaves<HNil> as List>::Tuple;
    type At = crate::types::num::octal::Z;
    type Path<X: IntTuple> = L::Path<<<ListOf<I> as Structure>::At as Place>::Get<Elements<X>>>;
    type PathFits<X: IntTuple> =
        <<<ListOf<I> as Structure>::At as Place>::Within<Elements<X>> as Bool>::And<
            L::PathFits<<<ListOf<I> as Structure>::At as Place>::Get<Elements<X>>>,
        >;
    type IsEmpty = B0;
    type PadFront<N: Place, X: IntTuple, Full: List> = L::PadFront<N::Before, X, Full>;
    type AsMany<R: List> = <<R::IsEmpty as Bool>::Not as Bool>::And<L::AsMany<R::Tail>>;
    type Transposed = <Elements<I> as Structure>::ZipOnto<L::Transposed>;
    type Zips = L::ZipsWith<Elements<I>>;
    type ZipsWith<R: List> = <R::AsMany<Elements<I>> as Bool>::And<L::ZipsWith<R>>;
    type ZipOnto<R: List> =
        HCons<<HCons<I, Elements<R::Head>> as List>::Tuple, L::ZipOnto<R::Tail>>;
    type Zipped = <Self::Transposed as List>::Tuple;
    type Dice<X: IntTuple> = <Self::DiceEach<ListOf<X>, HNil> as List>::Tuple;
    type DiceOf<X: IntTuple, Tail: List> = Self::DiceEach<ListOf<X>, Tail>;
    type DiceEach<M: List, Tail: List> = M::DicedBy<I, L, Tail>;
    type DicedBy<H: IntTuple, T: List, Tail: List> =
        <ListOf<H> as Structure>::DiceOf<I, T::DiceEach<L, Tail>>;
    type CrossOff<M: Crossed> = L::CrossOff<<<ListOf<I> as Structure>::At as Place>::Cross<M>>;
    type IsSingle = L::IsEmpty;
}
impl Structure for KeepView {
    type Congruent<R: List> = B0;
    type Weakly<R: List> = B1;
    type Covers<R: List> = B0;
    type CoversCons<H: IntTuple, T: List> = B0;
    type IsLeaf = B0;
    type IsFlat = B0;
    type CongruentCons<H: IntTuple, T: List> = B0;
    type WeaklyCons<H: IntTuple, T: List> = B0;
    type Elements = HNil;
    type Parts = HNil;
    type PartsAfter<X: IntTuple> = HNil;
    type Beside<A: List> = A::Elements;
    type Concat<R: List> = R;
    type Then<X: IntTuple> = HNil;
    type Leaves<Tail: List> = Tail;
    type Flat = ();
    type At = crate::types::num::octal::Z;
    type Path<X: IntTuple> = X;
    type PathFits<X: IntTuple> = B0;
    type IsEmpty = B0;
    type PadFront<N: Place, X: IntTuple, Full: List> = Full;
    type AsMany<R: List> = B0;
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

/// The elements of `X`.
pub(crate) type Elements<X> = <ListOf<X> as Structure>::Elements;
/// The elements of `X` from position `B` up to position `E`.
pub(crate) type ModeRange<X, B, E> =
    <B as Place>::Drop<<E as Place>::First<<ListOf<X> as Structure>::Elements>>;
/// `X` with the element at `I` replaced by `Y`.
pub(crate) type Replace<X, I, Y> =
    <I as Place>::Splice<X, HCons<Y, <<I as Place>::Drop<Elements<X>> as List>::After>>;
/// The elements of `L`, then `X` repeated, `N` in all.
pub(crate) type Pad<L, N, X> = <<N as Place>::Pad<L, X> as List>::Tuple;
/// `X` repeated, then the elements of `L`, `N` in all.
pub(crate) type PadFront<L, N, X> = <<L as Structure>::PadFront<N, X, L> as List>::Tuple;
/// The first element of the tuple `L`, `X` if there is none.
pub(crate) type HeadOr<L, X> = <L as List>::HeadOr<X>;
