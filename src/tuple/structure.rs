//! Taking tuples apart and putting them together, as types.

use super::coord::KeepView;
use super::{Atom, HCons, HNil, IntTuple, List, MissingAll, Place, View};
use crate::num::Bool;
use crate::num::int::Leaf;
use typenum::{B0, B1};

/// Structure of a view. A leaf counts as a tuple of one where a list is needed.
pub trait Structure {
    /// The elements; a leaf is its own only element.
    type Elements: List;
    /// The elements, if they are several; what has one part, as a leaf and a tuple of one do, is its
    /// own only part.
    type Parts: List;
    /// The parts of the tuple `(X, ..)`, this being the view of what follows `X`.
    type PartsAfter<X: IntTuple>: List;
    /// What of `A` stands beside the elements of this: its elements, its parts beside a leaf.
    type Beside<A: List>: List;
    /// These elements, then those of `R`.
    type Concat<R: List>: List;
    /// These elements, then `X`.
    type Then<X: IntTuple>: List;
    /// The leaves, then `Tail`.
    type Leaves<Tail: List>: List;
    /// Depth at most 1; a leaf stays one.
    type Flat: IntTuple;
    /// The position that this leaf names.
    type At: Place;
    /// The element of `X` that this path leads to.
    type Path<X: IntTuple>: IntTuple;
    /// There is such an element.
    type PathFits<X: IntTuple>: Bool;
    /// There is no element.
    type IsEmpty: Bool;
    /// What this coordinate keeps of `L`, then `Tail`.
    type Kept<L: List, Tail: List>: List;
    /// What the coordinate of this view, the first of a tuple, keeps of `X`.
    type KeptOf<X: IntTuple, Tail: List>: List;
    /// What the coordinate `(H, T..)` keeps of this view.
    type KeptBy<H: IntTuple, T: List, Tail: List>: List;
    /// What is left of `X` at this coordinate.
    type Slice<X: IntTuple>: IntTuple;
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
    type Kept<L: List, Tail: List> = Tail;
    type KeptOf<X: IntTuple, Tail: List> = Tail;
    type KeptBy<H: IntTuple, T: List, Tail: List> = MissingAll;
    type Slice<X: IntTuple> = ();
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
    type At = crate::num::octal::Z;
    type Path<X: IntTuple> = X;
    type PathFits<X: IntTuple> = B1;
    type IsEmpty = B1;
    type Kept<L: List, Tail: List> = L::SpentEach<Tail>;
    type KeptOf<X: IntTuple, Tail: List> = <View<X> as List>::SpentEach<Tail>;
    type KeptBy<H: IntTuple, T: List, Tail: List> = MissingAll;
    type Slice<X: IntTuple> = <View<X> as List>::Spent<()>;
}
impl<I: IntTuple, R: List> Structure for HCons<I, R> {
    type Elements = Self;
    type Parts = R::PartsAfter<I>;
    type PartsAfter<X: IntTuple> = HCons<X, Self>;
    type Beside<A: List> = A::Elements;
    type Concat<O: List> = HCons<I, R::Concat<O>>;
    type Then<X: IntTuple> = HCons<I, R::Then<X>>;
    type Leaves<Tail: List> = <View<I> as Structure>::Leaves<R::Leaves<Tail>>;
    type Flat = <Self::Leaves<HNil> as List>::Tuple;
    type At = crate::num::octal::Z;
    type Path<X: IntTuple> = R::Path<<<View<I> as Structure>::At as Place>::Get<Elements<X>>>;
    type PathFits<X: IntTuple> =
        <<<View<I> as Structure>::At as Place>::Within<Elements<X>> as Bool>::And<
            R::PathFits<<<View<I> as Structure>::At as Place>::Get<Elements<X>>>,
        >;
    type IsEmpty = B0;
    type Kept<L: List, Tail: List> = L::KeptBy<I, R, Tail>;
    type KeptOf<X: IntTuple, Tail: List> = Self::Kept<View<X>, Tail>;
    type KeptBy<H: IntTuple, T: List, Tail: List> =
        <View<H> as Structure>::KeptOf<I, T::Kept<R, Tail>>;
    type Slice<X: IntTuple> = <Self::Kept<View<X>, HNil> as List>::Tuple;
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
    type At = crate::num::octal::Z;
    type Path<X: IntTuple> = X;
    type PathFits<X: IntTuple> = B0;
    type IsEmpty = B0;
    type Kept<L: List, Tail: List> = L;
    type KeptOf<X: IntTuple, Tail: List> = HCons<X, Tail>;
    type KeptBy<H: IntTuple, T: List, Tail: List> = Tail;
    type Slice<X: IntTuple> = X;
}

/// The elements of `X`.
pub(crate) type Elements<X> = <View<X> as Structure>::Elements;
/// The elements of `X` from position `B` up to position `E`.
pub(crate) type Range<X, B, E> =
    <B as Place>::Drop<<E as Place>::First<<View<X> as Structure>::Elements>>;
/// `X` with the elements from `B` up to `E` as one.
pub(super) type Grouped<X, B, E> = <<<B as Place>::First<Elements<X>> as Structure>::Concat<
    HCons<<Range<X, B, E> as List>::Filled, <E as Place>::Drop<Elements<X>>>,
> as List>::Tuple;
/// `X` with the element at `I` replaced by `Y`.
pub(crate) type Replace<X, I, Y> = <<<I as Place>::First<Elements<X>> as Structure>::Concat<
    HCons<Y, <<I as Place>::Drop<Elements<X>> as List>::After>,
> as List>::Tuple;
