//! Positions in a tuple, as numerals (`U1`) or as const parameters (`mode::<1>()`).

use super::crossed::{Astray, Crossed};
use super::structure::HeadOr;
use super::{Elements, HCons, HNil, List, Missing, MissingAll, ModeRange, Ones, Structure};
use crate::types::layout::Codomain;
use crate::types::num::int::{Int, Many, Neg, Negative, Refused, Rule, Unit};
use crate::types::num::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};
use crate::types::num::{Bool, Extent};
use crate::types::tuple::IntTuple;
use typenum::{B0, B1};

/// A position in a tuple, or a number of elements. An integer that is not a numeral is not a position: refused, or
/// false.
pub trait Place {
    /// The element at this position.
    type Get<L: List>: IntTuple;
    /// The element of `X` at this position.
    type Of<X: IntTuple>: IntTuple;
    /// The element of `X` at the position `8 Self + D`.
    type Tens<D: Ones, X: IntTuple>: IntTuple;
    /// The elements of `X` from this position up to `E`, as a tuple.
    type Take<E: Place, X: IntTuple>: IntTuple;
    /// `X` with the elements from this position up to `E` as one element.
    type Group<E: Place, X: IntTuple>: IntTuple;
    /// The elements before this position.
    type First<L: List>: List;
    /// The elements of `X` before this position, then the elements `L`, as a tuple.
    type Splice<X: IntTuple, L: List>: IntTuple;
    /// The elements from this position on.
    type Drop<L: List>: List;
    /// `L` has an element at this position.
    type Within<L: List>: Bool;
    /// This position comes before `E`.
    type IsBefore<E: Place>: Bool;
    /// This position comes after 0.
    type IsAfterZero: Bool;
    /// This position comes after `B`.
    type IsAfter<B: Oct>: Bool;
    /// `L` has at least this many elements.
    type Reached<L: List>: Bool;
    /// `X` repeated this many times.
    type Repeat<X: IntTuple>: List;
    /// The number before this one; 0 before 0.
    type Before: Place;
    /// The elements of `L`, then `X` repeated, this many in all.
    type Pad<L: List, X: IntTuple>: List;
    /// `L` has at most this many elements.
    type Holds<L: List>: Bool;
    /// `W` with an element at this position.
    type Widen<W: Codomain>: Codomain;
    /// `M` with the element at this position crossed off.
    type Cross<M: Crossed>: Crossed;
}

impl Place for Z {
    type Get<L: List> = L::Found;
    type Of<X: IntTuple> = X::E0;
    type Tens<D: Ones, X: IntTuple> = D::Of<X>;
    type Take<E: Place, X: IntTuple> = <E::First<Elements<X>> as List>::Filled;
    type Group<E: Place, X: IntTuple> =
        <HCons<Self::Take<E, X>, E::Drop<Elements<X>>> as List>::Tuple;
    type First<L: List> = HNil;
    type Splice<X: IntTuple, L: List> = L::Tuple;
    type Drop<L: List> = L;
    type Within<L: List> = <L::IsEmpty as Bool>::Not;
    type IsBefore<E: Place> = E::IsAfterZero;
    type IsAfterZero = B0;
    type IsAfter<B: Oct> = B0;
    type Reached<L: List> = B1;
    type Repeat<X: IntTuple> = HNil;
    type Before = Z;
    type Pad<L: List, X: IntTuple> = HNil;
    type Holds<L: List> = L::IsEmpty;
    type Widen<W: Codomain> = W::Filled;
    type Cross<M: Crossed> = M::First;
}
impl<T: Oct, D: Ones + 'static> Place for N<T, D>
where
    Self: Oct,
{
    type Get<L: List> = <<Self as Oct>::Dec as Place>::Get<L::Tail>;
    type Of<X: IntTuple> = T::Tens<D, X>;
    type Tens<O: Ones, X: IntTuple> = O::Behind<Self, X>;
    type Take<E: Place, X: IntTuple> = <ModeRange<X, Self, E> as List>::Filled;
    type Group<E: Place, X: IntTuple> =
        Self::Splice<X, HCons<Self::Take<E, X>, E::Drop<Elements<X>>>>;
    type First<L: List> = HCons<L::Found, <<Self as Oct>::Dec as Place>::First<L::Tail>>;
    type Splice<X: IntTuple, L: List> =
        <<Self::First<Elements<X>> as Structure>::Concat<L> as List>::Tuple;
    type Drop<L: List> = <<Self as Oct>::Dec as Place>::Drop<L::Tail>;
    type Within<L: List> = <<Self as Oct>::Dec as Place>::Within<L::Tail>;
    type IsBefore<E: Place> = E::IsAfter<Self>;
    type IsAfterZero = B1;
    type IsAfter<B: Oct> = <B as Oct>::Lt<Self>;
    type Reached<L: List> =
        <<L::IsEmpty as Bool>::Not as Bool>::And<<<Self as Oct>::Dec as Place>::Reached<L::Tail>>;
    type Repeat<X: IntTuple> = HCons<X, <<Self as Oct>::Dec as Place>::Repeat<X>>;
    type Before = <Self as Oct>::Dec;
    type Pad<L: List, X: IntTuple> =
        HCons<HeadOr<L, X>, <<Self as Oct>::Dec as Place>::Pad<L::Tail, X>>;
    type Holds<L: List> = <L::IsEmpty as Bool>::Or<<<Self as Oct>::Dec as Place>::Holds<L::Tail>>;
    type Widen<W: Codomain> =
        <<<Self as Oct>::Dec as Place>::Widen<W::Shorter> as Codomain>::Longer;
    type Cross<M: Crossed> = M::Behind<<Self as Oct>::Dec>;
}

// Integers that are not numerals are not positions.
macro_rules! no_positions {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        #[doc(hidden)]
        impl<$($g)*> Place for $t {
            type Get<L: List> = Missing;
            type Of<X: IntTuple> = Missing;
            type Tens<D: Ones, X: IntTuple> = Missing;
            type Take<E: Place, X: IntTuple> = Missing;
            type Group<E: Place, X: IntTuple> = Missing;
            type First<L: List> = MissingAll;
            type Splice<X: IntTuple, L: List> = Missing;
            type Drop<L: List> = HNil;
            type Within<L: List> = B0;
            type IsBefore<E: Place> = B0;
            type IsAfterZero = B0;
            type IsAfter<B: Oct> = B0;
            type Reached<L: List> = B0;
            type Repeat<X: IntTuple> = HNil;
            type Before = Z;
            type Pad<L: List, X: IntTuple> = L;
            type Holds<L: List> = B0;
            type Widen<C: Codomain> = C;
            type Cross<M: Crossed> = Astray;
        }
    )*};
}
no_positions! {
    [] usize;
    [] Negative;
    [N0: Oct, N1: Oct] Many<N0, N1>;
    [T: Oct] Neg<T>;
    [W: Rule] Refused<W>;
    [V: Int, I: Oct] Unit<V, I>;
}

/// The bound of generic code on a const parameter that numbers a mode: 0 to 12.
///
/// ```
/// use static_layout::int::Position;
/// use static_layout::*;
/// fn extent<const I: usize, L: AnyLayout>(a: L) -> usize
/// where
///     Extent<I>: Position,
/// {
///     LayoutOps::mode::<I>(a).size()
/// }
/// assert_eq!(extent::<1, _>(layout!((2, 4):(4, 1))), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "there is no such mode",
    label = "a level has at most 12 modes, numbered from 0"
)]
pub trait Position {
    /// The position in octal digits.
    #[doc(hidden)]
    type At: Oct;
}

macro_rules! positions {
    ($($i:literal $oct:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Position for Extent<$i> {
            type At = $oct;
        }
    )*};
}
positions! {
    0 Z; 1 N<Z, O1>; 2 N<Z, O2>; 3 N<Z, O3>; 4 N<Z, O4>; 5 N<Z, O5>; 6 N<Z, O6>; 7 N<Z, O7>;
    8 N<N<Z, O1>, O0>; 9 N<N<Z, O1>, O1>; 10 N<N<Z, O1>, O2>; 11 N<N<Z, O1>, O3>;
    12 N<N<Z, O1>, O4>;
}
