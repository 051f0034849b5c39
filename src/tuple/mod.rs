//! Nested tuples of leaves. Rust tuples are the public form; type functions recurse over a view
//! of them as lists ([`List`]).

mod build;
mod congruence;
mod coord;
mod crossed;
mod list;
mod nesting;
mod notation;
mod pick;
mod place;
mod regroup;
mod structure;

pub use build::Build;
pub use congruence::Congruence;
pub use coord::{Coordinate, Keep, KeepView, Keeps, Selection};
pub use crossed::Crossed;
pub(crate) use crossed::{Left, NoneLeft};
pub use list::{Atom, HCons, HNil, List};
pub(crate) use nesting::{Append, Insert, Prepend, Remove};
pub use nesting::{Nesting, Placed, SortBranch};
pub use notation::Notation;
pub use pick::{Ones, Pick};
pub(crate) use pick::{by_element, elements};
pub use place::{Place, Pos, Position};
pub use regroup::Regroup;
pub(crate) use regroup::{HeadOr, Pad, PadFront};
pub use structure::Structure;
pub(crate) use structure::{Elements, Range, Replace};

use crate::algebra::{Done, EachLeaf, LeafMap, Mapped, MappedModes, Walked};
use crate::int::{Refused, rule};
use crate::layout::{Both, Codomain, Lists, Loops, Mapping, Modes, NoModes, Pair};
use crate::num::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};
use crate::num::{Bool, Conjure};
use layout_core as value;
use typenum::{B0, B1};

/// A shape, a stride or a coordinate: a leaf, or a Rust tuple of up to 12 of these.
///
/// Nesting is free, up to 32 leaves.
///
/// ```
/// use static_layout::*;
/// let shape = shape!(2, (2, 2));
/// assert_eq!(shape.display().to_string(), "(2,(2,2))");
/// assert_eq!(size_of_val(&shape), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not an integer, nor a tuple of integers",
    label = "it is a `usize`, a numeral, or a tuple of up to 12 of these; others convert: `n as usize`"
)]
pub trait IntTuple: Conjure + Mapping + Loops {
    /// The view that type functions recurse over.
    #[doc(hidden)]
    type List: List;
    /// The number of elements; a leaf is its own only one, here and below.
    #[doc(hidden)]
    type Rank: Oct;
    /// The elements, none of them crossed off.
    #[doc(hidden)]
    type Uncrossed: Crossed;
    /// Element 0, and the others up to 7.
    #[doc(hidden)]
    type E0: IntTuple;
    #[doc(hidden)]
    type E1: IntTuple;
    #[doc(hidden)]
    type E2: IntTuple;
    #[doc(hidden)]
    type E3: IntTuple;
    #[doc(hidden)]
    type E4: IntTuple;
    #[doc(hidden)]
    type E5: IntTuple;
    #[doc(hidden)]
    type E6: IntTuple;
    #[doc(hidden)]
    type E7: IntTuple;
    /// The modes `L`, then the leaves of this shape with the strides `D`.
    #[doc(hidden)]
    type ModesAfter<L: Modes, D: IntTuple>: Modes;
    /// `A o (Self:D)` for a coalesced `A`.
    #[doc(hidden)]
    type Compose<D: IntTuple, A: Walked>: Pair;
    /// What `F` makes of the leaves of this shape with the strides `D`.
    #[doc(hidden)]
    type Each<D: IntTuple, F: LeafMap>: Mapped;
    /// The leaf inside the algebra; 0 for what is none, whose nesting is refused elsewhere.
    #[doc(hidden)]
    type Integer: crate::int::Int;
    /// No leaf is a run-time integer.
    type IsStatic: Bool;
    /// A leaf is negative.
    type IsSigned: Bool;
    /// `W`, wide enough for what the leaves, being strides, count in.
    #[doc(hidden)]
    type Widen<W: Codomain>: Codomain;
    /// The leaves, being strides, as far as they count in element `I`.
    #[doc(hidden)]
    type Component<I: Oct>: IntTuple;
    /// A natural coordinate in this shape: `usize` at every leaf.
    type Coord: Coordinate;
    /// A coordinate in this shape by mode: `usize` for every element.
    type FlatCoord: Copy;
    /// The integers; a run-time leaf is there, unknown.
    #[doc(hidden)]
    const DESC: value::IntTuple;
    /// Why there is no such tuple, if a leaf is [`Refused`].
    #[doc(hidden)]
    const REFUSAL: Option<&'static str> = None;
    /// The number of leaves.
    const LEAVES: usize;
    #[doc(hidden)]
    fn list(self) -> Self::List;
    /// Write the run-time leaves, the first leaf of this tuple being leaf `at`.
    #[doc(hidden)]
    fn patch(self, out: &mut value::IntTuple, at: usize);
    /// Read the run-time leaves, leaf `k` being `source(at + k)`.
    #[doc(hidden)]
    fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self;
    /// Write every leaf in two's complement.
    #[doc(hidden)]
    fn words(self, out: &mut [usize], at: usize);
    /// The digits of a linear index; what is left of it stays in `rest`.
    #[doc(hidden)]
    fn digits(self, rest: &mut usize) -> Self::Coord;
    /// The same when no mode comes after: the last digit has no bound.
    #[doc(hidden)]
    fn last_digits(self, rest: usize) -> Self::Coord;
    /// The digits by mode; the last one has no bound.
    #[doc(hidden)]
    fn mode_digits(self, rest: usize) -> Self::FlatCoord;

    /// The integers; the run-time ones are there, unknown.
    #[doc(hidden)]
    #[inline]
    fn plain(self) -> value::IntTuple {
        let mut out = Self::DESC;
        self.patch(&mut out, 0);
        out
    }

    /// Shows the tuple in notation; `{:#}` marks static leaves, `(_2,n)`.
    #[inline]
    fn display(self) -> Notation {
        Notation::of(self.plain())
    }

    /// Number of modes at the top; a leaf has one, itself.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((shape!(2, (2, 2)).rank(), shape!(8).rank()), (2, 1));
    /// ```
    #[inline]
    fn rank(self) -> usize {
        const { Self::DESC.rank() }
    }

    /// Greatest nesting: 0 for a leaf.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((shape!(2, (2, 2)).depth(), shape!(8,).depth(), shape!(8).depth()), (2, 1, 0));
    /// ```
    #[inline]
    fn depth(self) -> usize {
        const { Self::DESC.depth() }
    }

    /// Whether `other` has the same nesting.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(2, (2, 2)).congruent(shape!(4, (1, 2))));
    /// assert!(!shape!(2, (2, 2)).congruent(shape!(4, 1)));
    /// ```
    #[inline]
    fn congruent<R: IntTuple>(self, other: R) -> bool {
        let _ = other;
        <Self::List as Congruence>::Congruent::<R::List>::VALUE
    }

    /// Whether `other` refines the nesting of `self`: where `self` has a leaf, `other` may have a
    /// tuple.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(4, 4).weakly_congruent(shape!(4, (2, 2))));
    /// assert!(!shape!(4, (2, 2)).weakly_congruent(shape!(4, 4)));
    /// ```
    #[inline]
    fn weakly_congruent<R: IntTuple>(self, other: R) -> bool {
        let _ = other;
        <Self::List as Congruence>::Weakly::<R::List>::VALUE
    }

    /// Whether every coordinate of `self` is one of `other`: `other` refines the nesting, and
    /// what stands in for a leaf has its size.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(4, 4).compatible(shape!(4, (2, 2))));
    /// assert!(!shape!(4, 4).compatible(shape!(4, (2, 3))));
    /// ```
    #[inline]
    fn compatible<R: IntTuple>(self, other: R) -> bool {
        self.plain().compatible(&other.plain())
    }
}

/// What every leaf answers as a tuple; `$static` is `B1` for a leaf without a size, `$signed` for a
/// negative one.
macro_rules! leaf_tuple {
    ($static:ty, $signed:ty) => { crate::tuple::leaf_tuple! { $static, $signed, W0 } };
    ($static:ty, $signed:ty, $widen:ty) => {
        type Widen<W0: crate::layout::Codomain> = $widen;
        type Component<I1: crate::num::octal::Oct> =
            <<<Self as crate::int::Leaf>::In as crate::int::Int>::Component<I1> as crate::int::Int>::Leaf;
        type IsSigned = $signed;
        type List = crate::tuple::Atom<Self>;
        type ModesAfter<L0: crate::layout::Modes, D0: IntTuple> =
            crate::layout::Snoc<L0, <Self as crate::int::Leaf>::In, D0::Integer>;
        type Compose<D0: IntTuple, A0: crate::algebra::Walked> =
            A0::Leaf<<Self as crate::int::Leaf>::In, D0::Integer>;
        type Each<D0: IntTuple, F0: crate::algebra::LeafMap> =
            F0::Leaf<<Self as crate::int::Leaf>::In, D0::Integer>;
        type Integer = <Self as crate::int::Leaf>::In;
        crate::tuple::leaf_elements! {}
        type IsStatic = $static;
        type Coord = usize;
        type FlatCoord = usize;
        const LEAVES: usize = 1;
        #[inline(always)]
        fn list(self) -> crate::tuple::Atom<Self> {
            crate::tuple::Atom(self)
        }
        #[inline(always)]
        fn patch(self, out: &mut layout_core::IntTuple, at: usize) {
            if !<$static as crate::num::Bool>::VALUE {
                out.set_value(at, crate::int::Leaf::value(self));
            }
        }
        #[inline(always)]
        fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self {
            if <$static as crate::num::Bool>::VALUE {
                crate::int::Leaf::from_value(0)
            } else {
                crate::int::Leaf::from_value(source(at))
            }
        }
        #[inline(always)]
        fn words(self, out: &mut [usize], at: usize) {
            out[at] = crate::int::Leaf::word(self);
        }
        #[inline(always)]
        fn digits(self, rest: &mut usize) -> usize {
            // An extent of 0 has no coordinates; dividing by it would be a panic instead of an
            // arbitrary answer.
            let extent = crate::int::Leaf::word(self).max(1);
            let digit = *rest % extent;
            *rest /= extent;
            digit
        }
        #[inline(always)]
        fn last_digits(self, rest: usize) -> usize {
            rest
        }
        #[inline(always)]
        fn mode_digits(self, rest: usize) -> usize {
            rest
        }
    };
}
pub(crate) use leaf_tuple;

/// A leaf is its own only element.
macro_rules! leaf_elements {
    () => {
        type Rank = crate::num::octal::N<crate::num::octal::Z, crate::num::octal::O1>;
        type Uncrossed = crate::tuple::Left<crate::tuple::NoneLeft>;
        type E0 = Self;
        crate::tuple::elements! { @ (E1 E2 E3 E4 E5 E6 E7) () }
    };
}
pub(crate) use leaf_elements;

// SAFETY: the unit type.
unsafe impl Conjure for () {}
#[diagnostic::do_not_recommend]
impl IntTuple for () {
    type List = HNil;
    type Rank = Z;
    type Uncrossed = NoneLeft;
    elements! {}
    type ModesAfter<L: Modes, D: IntTuple> = L;
    type Compose<D: IntTuple, A: Walked> = Both<(), ()>;
    type Each<D: IntTuple, F: LeafMap> = Done<Both<(), ()>, F>;
    type Integer = Z;
    type IsStatic = B1;
    type IsSigned = B0;
    type Widen<W: Codomain> = W;
    type Component<I: Oct> = ();
    type Coord = ();
    type FlatCoord = ();
    const DESC: value::IntTuple = tuple_of([]);
    const LEAVES: usize = 0;
    #[inline(always)]
    fn list(self) -> HNil {
        HNil
    }
    #[inline(always)]
    fn patch(self, _: &mut value::IntTuple, _: usize) {}
    #[inline(always)]
    fn read(_: &impl Fn(usize) -> i64, _: usize) -> Self {}
    #[inline(always)]
    fn words(self, _: &mut [usize], _: usize) {}
    #[inline(always)]
    fn digits(self, _: &mut usize) {}
    #[inline(always)]
    fn last_digits(self, _: usize) {}
    #[inline(always)]
    fn mode_digits(self, _: usize) {}
}

// By value: what a reference to constants points to is one more constant for the compiler.
#[track_caller]
const fn tuple_of<const N: usize>(parts: [value::IntTuple; N]) -> value::IntTuple {
    match value::IntTuple::tuple(&parts) {
        Ok(tuple) => tuple,
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

const fn first<const N: usize>(refusals: [Option<&'static str>; N]) -> Option<&'static str> {
    let mut k = 0;
    while k < N {
        if let Some(text) = refusals[k] {
            return Some(text);
        }
        k += 1;
    }
    None
}

macro_rules! list {
    (type) => { HNil };
    (type $h:ident $($t:ident)*) => { HCons<$h, list!(type $($t)*)> };
    (value) => { HNil };
    (value $h:ident $($t:ident)*) => { HCons($h, list!(value $($t)*)) };
    (uncrossed) => { NoneLeft };
    (uncrossed $h:ident $($t:ident)*) => { Left<list!(uncrossed $($t)*)> };
    (widen $w:ty,) => { $w };
    (widen $w:ty, $h:ident $($t:ident)*) => { list!(widen $h::Widen<$w>, $($t)*) };
    (index $h:ident) => { usize };
    (any) => { B0 };
    (any $h:ident $($t:ident)*) => { <$h::IsSigned as Bool>::Or<list!(any $($t)*)> };
    (all) => { B1 };
    (all $h:ident $($t:ident)*) => { <$h::IsStatic as Bool>::And<list!(all $($t)*)> };
}

macro_rules! tuples {
    ($($rank:ty: ($($p:ident $v:ident)* ; $last:ident $l:ident))*) => {$(
        // SAFETY: a tuple of such types is such a type.
        unsafe impl<$($p: Conjure,)* $last: Conjure> Conjure for ($($p,)* $last,) {}
        #[diagnostic::do_not_recommend]
        impl<$($p: IntTuple,)* $last: IntTuple> IntTuple for ($($p,)* $last,) {
            type List = list!(type $($p)* $last);
            type Rank = $rank;
            type Uncrossed = list!(uncrossed $($p)* $last);
            elements! { $($p)* $last }
            by_element! { $($p)* $last }
            type Each<D0: IntTuple, F0: LeafMap> =
                <<Self::List as EachLeaf>::EachOf<D0::List, F0> as MappedModes>::Tuple;
            type Integer = Z;
            type IsStatic = list!(all $($p)* $last);
            type IsSigned = list!(any $($p)* $last);
            type Widen<W: Codomain> = list!(widen W, $($p)* $last);
            type Component<I0: Oct> = ($($p::Component<I0>,)* $last::Component<I0>,);
            type Coord = ($($p::Coord,)* $last::Coord,);
            type FlatCoord = ($(list!(index $p),)* usize,);
            const DESC: value::IntTuple = tuple_of([$($p::DESC,)* $last::DESC]);
            const REFUSAL: Option<&'static str> = first([$($p::REFUSAL,)* $last::REFUSAL]);
            const LEAVES: usize = 0 $(+ $p::LEAVES)* + $last::LEAVES;
            #[inline(always)]
            fn list(self) -> Self::List {
                let ($($v,)* $l,) = self;
                list!(value $($v)* $l)
            }
            #[inline(always)]
            fn patch(self, out: &mut value::IntTuple, at: usize) {
                let ($($v,)* $l,) = self;
                $($v.patch(out, at); let at = at + $p::LEAVES;)*
                $l.patch(out, at);
            }
            #[inline(always)]
            fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self {
                $(let $v = $p::read(source, at); let at = at + $p::LEAVES;)*
                let $l = $last::read(source, at);
                ($($v,)* $l,)
            }
            #[inline(always)]
            fn words(self, out: &mut [usize], at: usize) {
                let ($($v,)* $l,) = self;
                $($v.words(out, at); let at = at + $p::LEAVES;)*
                $l.words(out, at);
            }
            #[inline(always)]
            fn digits(self, rest: &mut usize) -> Self::Coord {
                let ($($v,)* $l,) = self;
                ($($v.digits(rest),)* $l.digits(rest),)
            }
            #[inline(always)]
            fn last_digits(self, rest: usize) -> Self::Coord {
                let ($($v,)* $l,) = self;
                #[allow(unused_mut, reason = "a tuple of one has no mode before the last")]
                let mut rest = rest;
                ($($v.digits(&mut rest),)* $l.last_digits(rest),)
            }
            #[inline(always)]
            fn mode_digits(self, rest: usize) -> Self::FlatCoord {
                let ($($v,)* _,) = self;
                $(
                    let size = $v.count().max(1);
                    let ($v, rest) = (rest % size, rest / size);
                )*
                ($($v,)* rest,)
            }
        }
    )*};
}
tuples! {
    N<Z, O1>: (; A a)
    N<Z, O2>: (A a; B b)
    N<Z, O3>: (A a B b; C c)
    N<Z, O4>: (A a B b C c; D d)
    N<Z, O5>: (A a B b C c D d; E e)
    N<Z, O6>: (A a B b C c D d E e; F f)
    N<Z, O7>: (A a B b C c D d E e F f; G g)
    N<N<Z, O1>, O0>: (A a B b C c D d E e F f G g; H h)
    N<N<Z, O1>, O1>: (A a B b C c D d E e F f G g H h; I i)
    N<N<Z, O1>, O2>: (A a B b C c D d E e F f G g H h I i; J j)
    N<N<Z, O1>, O3>: (A a B b C c D d E e F f G g H h I i J j; K k)
    N<N<Z, O1>, O4>: (A a B b C c D d E e F f G g H h I i J j K k; L l)
}

/// What is asked for and not there: an element past the end, a rest of nothing, an empty range.
pub type Missing = Refused<rule::Misfit>;
/// The same in the place of a list.
pub type MissingAll = HCons<Missing, HNil>;
/// Where a list would be longer than the twelve elements of a tuple.
pub type TooLong = Refused<rule::Rank>;
/// A type function asked about a leaf of the tuple of a view.
pub(crate) type View<T> = <T as IntTuple>::List;
