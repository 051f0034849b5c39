//! Coordinates, and [`Keep`] (`_`), which keeps a whole mode.

use super::{Atom, HCons, HNil, IntTuple, List, Missing, MissingAll, Structure};
use crate::types::algebra::{LeafMap, MappedPair, Walked};
use crate::types::layout::{Both, Codomain, Modes};
use crate::types::num::octal::Oct;
use crate::types::num::{Nat, StaticValue};
use layout_core as value;
use typenum::{B0, B1, UInt, UTerm};

/// `_` of `coord!(_, 3)` and `tile!(_, 8)`: keeps a whole mode. CuTe's `Underscore`, NumPy's `:`.
///
/// ```
/// use static_layout::*;
/// let a = layout!((2, 3):(3, 1));
/// let row = 1;
/// assert_eq!(a.slice((row, Keep)), a.slice(coord!(row, _)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keep;

/// A complete coordinate: an index, or a tuple of coordinates, without `_`.
///
/// Run-time coordinates are `usize`, static ones are numerals.
///
/// ```
/// use static_layout::*;
/// fn at<C: Coordinate>(coord: C) -> usize {
///     LayoutOps::index(layout!((2, 3):(3, 1)), coord)
/// }
/// assert_eq!((at((1, 2)), at(coord!(1, 2)), at(5)), (5, 5, 5));
/// ```
/// ```compile_fail,E0277
/// use static_layout::*;
/// // this is not a coordinate
/// layout!((2, 3):(3, 1)).index(coord!(1, _));
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not a coordinate",
    label = "it is a `usize`, a numeral, or a tuple of these; others convert: `i as usize`",
    note = "a coordinate with `_` selects a part of a layout: see `slice`"
)]
pub trait Coordinate: IntTuple {
    /// This coordinate is weakly congruent to the shape `S`.
    #[doc(hidden)]
    type Fits<S: IntTuple>: crate::types::num::Bool;
}
macro_rules! fits {
    () => {
        type Fits<S1: IntTuple> =
            <<Self as IntTuple>::List as Structure>::Weakly<<S1 as IntTuple>::List>;
    };
}

#[diagnostic::do_not_recommend]
impl Coordinate for usize {
    fits! {}
}
#[diagnostic::do_not_recommend]
impl Coordinate for UTerm {
    fits! {}
}
#[diagnostic::do_not_recommend]
impl<U, B> Coordinate for UInt<U, B>
where
    Self: Nat,
{
    fits! {}
}

macro_rules! coordinates {
    ($(($($p:ident)*))*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($p: Coordinate),*> Coordinate for ($($p,)*) {
            fits! {}
        }
    )*};
}
coordinates! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
    (A B C D E F G H I) (A B C D E F G H I J) (A B C D E F G H I J K) (A B C D E F G H I J K L)
}

/// An array as a coordinate by mode: `view[[i, j]]`. The type of its tuple does not depend on the layout, so code that is
/// generic over the layout has it.
pub trait ModeCoord: Copy {
    /// The tuple of as many `usize`.
    type Tuple: Coordinate;
    /// The tuple of the elements.
    fn tuple(self) -> Self::Tuple;
}
macro_rules! mode_coords {
    ($($n:literal ($($i:ident)*))*) => {$(
        impl ModeCoord for [usize; $n] {
            type Tuple = ($(mode_coords!(@ $i),)*);
            #[inline(always)]
            fn tuple(self) -> Self::Tuple {
                let [$($i),*] = self;
                ($($i,)*)
            }
        }
    )*};
    (@ $i:ident) => { usize };
}
mode_coords! {
    1 (a) 2 (a b) 3 (a b c) 4 (a b c d) 5 (a b c d e) 6 (a b c d e f) 7 (a b c d e f g) 8 (a b c d e f g h)
    9 (a b c d e f g h i) 10 (a b c d e f g h i j) 11 (a b c d e f g h i j k) 12 (a b c d e f g h i j k l)
}

/// The list of `_`.
#[derive(Clone, Copy, Debug)]
pub struct KeepView;

/// Keeps each mode of a mode as a mode of the result, where [`Keep`] keeps all as one mode: `(_, 2)` of `((a,b),c)` is
/// `((a,b))`, `(EachMode, 2)` is `(a,b)`.
///
/// A view slices a tile out of its grid by it. The coordinate does not depend on the shape of the tile, which the
/// compiler would otherwise evaluate once more.
#[derive(Clone, Copy, Debug)]
pub struct EachMode;

// SAFETY: `Keep` is a public unit struct, so it is not empty and any code may make its value.
#[doc(hidden)]
unsafe impl StaticValue for Keep {}
// SAFETY: `EachMode` is a unit struct without an invariant, so it is not empty and any code may make its value.
#[doc(hidden)]
unsafe impl StaticValue for EachMode {}
macro_rules! keep {
    ($($keep:ident: $of:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl IntTuple for $keep {
            type List = KeepView;
            type Rank = crate::types::num::octal::Z;
            type Uncrossed = super::NoneLeft;
            super::elements! {}
            type ModesAfter<L: Modes, D: IntTuple> = L;
            type Compose<D: IntTuple, A: Walked> = Both<(), ()>;
            type Each<D: IntTuple, F: LeafMap> = MappedPair<Both<(), ()>, F>;
            crate::types::tuple::kept! { none $of, X0 }
            type Integer = crate::types::num::octal::Z;
            type IsStatic = B1;
            type IsSigned = B0;
            type Widen<W: Codomain> = W;
            type Component<I: Oct> = $keep;
            type Coord = ();
            type FlatCoord = ();
            // An integer that every rule rejects, as for `Refused`, because `_` has no integer.
            const DESC: value::IntTuple = value::IntTuple::leaf(i64::MIN);
            const REFUSAL: Option<&'static str> = Some("`_` is neither an extent nor a stride of a layout");
            const LEAVES: usize = 1;
            fn list(self) -> KeepView {
                KeepView
            }
            fn patch(self, _: &mut value::IntTuple, _: usize) {}
            fn read(_: &impl Fn(usize) -> i64, _: usize) -> Self {
                $keep
            }
            #[inline(always)]
            fn read_proven(_: &impl Fn(usize) -> i64, _: usize, _: &crate::types::check::Unchecked) -> Self {
                $keep
            }
            fn words(self, _: &mut [usize], _: usize) {}
            fn digits(self, _: &mut usize) {}
            fn last_digits(self, _: usize) {}
            fn fold_coords<Y>(self, sum: Y, f: &mut impl FnMut(Y, ()) -> Y) -> Y {
                f(sum, ())
            }
            fn mode_digits(self, _: usize) {}
        }
    )*};
}
keep! {
    Keep: HCons<X0, T0>;
    EachMode: <super::Elements<X0> as super::Structure>::Concat<T0>;
}

impl List for KeepView {
    type Head = ();
    type Tail = HNil;
    type Tuple = Keep;
    type Found = Missing;
    type HeadOr<X: IntTuple> = X;
    type After = MissingAll;
    type Filled = Keep;
    type Spent<X: IntTuple> = Missing;
    type SpentEach<L: List> = MissingAll;
    super::build! { ended }
    fn split_first(self) -> ((), HNil) {
        ((), HNil)
    }
}

/// The numbers of the leaves that a coordinate keeps, in order.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    leaves: [u8; 32],
    len: usize,
}
impl Selection {
    pub(crate) const NONE: Self = Selection { leaves: [0; 32], len: 0 };
    #[inline(always)]
    pub(crate) fn leaf(&self, k: usize) -> usize {
        self.leaves[k] as usize
    }
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }
    #[inline(always)]
    fn push(&mut self, from: usize, count: usize) {
        let mut k = 0;
        while k < count {
            self.leaves[self.len] = (from + k) as u8;
            self.len += 1;
            k += 1;
        }
    }
}

/// Selects the leaves of a shape that a coordinate keeps.
pub trait Keeps {
    /// The leaves of the coordinate that are `_`, one bit each.
    const KEPT: u32;
    /// Adds the leaves that this coordinate keeps of `S`, whose first leaf has the number `at`.
    fn keeps<S: IntTuple>(self, out: &mut Selection, at: usize);
    /// [`keeps`](Self::keeps), element by element, for the elements `S`.
    fn keeps_each<S: List>(self, out: &mut Selection, at: usize);
}
impl<I: crate::types::num::int::Leaf> Keeps for Atom<I> {
    const KEPT: u32 = 0;
    #[inline(always)]
    fn keeps<S: IntTuple>(self, _: &mut Selection, _: usize) {}
    #[inline(always)]
    fn keeps_each<S: List>(self, _: &mut Selection, _: usize) {}
}
impl Keeps for HNil {
    const KEPT: u32 = 0;
    #[inline(always)]
    fn keeps<S: IntTuple>(self, _: &mut Selection, _: usize) {}
    #[inline(always)]
    fn keeps_each<S: List>(self, _: &mut Selection, _: usize) {}
}
impl<H: IntTuple, T: List> Keeps for HCons<H, T> {
    const KEPT: u32 = <H::List as Keeps>::KEPT | T::KEPT.unbounded_shl(H::LEAVES as u32);
    #[inline(always)]
    fn keeps<S: IntTuple>(self, out: &mut Selection, at: usize) {
        self.keeps_each::<S::List>(out, at);
    }
    #[inline(always)]
    fn keeps_each<S: List>(self, out: &mut Selection, at: usize) {
        self.0.list().keeps::<S::Head>(out, at);
        self.1.keeps_each::<S::Tail>(out, at + <S::Head as IntTuple>::LEAVES);
    }
}
impl Keeps for KeepView {
    const KEPT: u32 = 1;
    #[inline(always)]
    fn keeps<S: IntTuple>(self, out: &mut Selection, at: usize) {
        out.push(at, S::LEAVES);
    }
    #[inline(always)]
    fn keeps_each<S: List>(self, _: &mut Selection, _: usize) {}
}
