//! Functions that take tuples apart and join them: elements, leaves, paths.

use super::coord::KeepView;
use super::{Atom, HCons, HNil, IntTuple, List, ListOf, Place};
use crate::types::num::Bool;
use crate::types::num::int::Leaf;
use typenum::{B0, B1};

/// Elements and leaves of a list. A leaf counts as a tuple of one where a list of elements is needed.
pub trait Structure {
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
}

impl<I: Leaf> Structure for Atom<I> {
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
}
impl Structure for HNil {
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
}
impl<I: IntTuple, R: List> Structure for HCons<I, R> {
    type Elements = Self;
    type Parts = R::PartsAfter<I>;
    type PartsAfter<X: IntTuple> = HCons<X, Self>;
    type Beside<A: List> = A::Elements;
    type Concat<O: List> = HCons<I, R::Concat<O>>;
    type Then<X: IntTuple> = HCons<I, R::Then<X>>;
    type Leaves<Tail: List> = <ListOf<I> as Structure>::Leaves<R::Leaves<Tail>>;
    type Flat = <Self::Leaves<HNil> as List>::Tuple;
    type At = crate::types::num::octal::Z;
    type Path<X: IntTuple> = R::Path<<<ListOf<I> as Structure>::At as Place>::Get<Elements<X>>>;
    type PathFits<X: IntTuple> =
        <<<ListOf<I> as Structure>::At as Place>::Within<Elements<X>> as Bool>::And<
            R::PathFits<<<ListOf<I> as Structure>::At as Place>::Get<Elements<X>>>,
        >;
    type IsEmpty = B0;
}
impl Structure for KeepView {
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
}

/// The elements of `X`.
pub(crate) type Elements<X> = <ListOf<X> as Structure>::Elements;
/// The elements of `X` from position `B` up to position `E`.
pub(crate) type ModeRange<X, B, E> =
    <B as Place>::Drop<<E as Place>::First<<ListOf<X> as Structure>::Elements>>;
/// `X` with the elements from `B` up to `E` as one.
pub(super) type Grouped<X, B, E> = <<<B as Place>::First<Elements<X>> as Structure>::Concat<
    HCons<<ModeRange<X, B, E> as List>::Filled, <E as Place>::Drop<Elements<X>>>,
> as List>::Tuple;
/// `X` with the element at `I` replaced by `Y`.
pub(crate) type Replace<X, I, Y> = <<<I as Place>::First<Elements<X>> as Structure>::Concat<
    HCons<Y, <<I as Place>::Drop<Elements<X>> as List>::After>,
> as List>::Tuple;
