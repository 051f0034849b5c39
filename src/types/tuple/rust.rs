//! [`IntTuple`] of Rust's tuples of up to twelve elements.

use super::{HCons, HNil, IntTuple, Left, List, NoneLeft, by_element, elements, kept};
use crate::types::algebra::{ByLeaf, LeafMap, MappedModes, MappedPair, Walked};
use crate::types::layout::{Both, Codomain, Lists, Modes, NoModes, Pair};
use crate::types::num::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};
use crate::types::num::{Bool, StaticValue};
use layout_core as value;
use typenum::{B0, B1};

/// The tuple of some parts, without a call of its own, which the compiler would evaluate for each tuple of a program.
// The parts are a variable: a reference to them as an expression would be one more constant.
macro_rules! tuple_of {
    ($rank:expr, $parts:expr) => {{
        let parts = $parts;
        let mut tuple = value::IntTuple::EMPTY;
        if let Err(error) = tuple.set_parts(&parts, $rank) {
            refused(error)
        }
        tuple
    }};
}

#[track_caller]
const fn refused(error: value::LayoutError) -> ! {
    panic!("{}", error.message().as_str())
}

// SAFETY: `()` has one value, which any code may make.
#[doc(hidden)]
unsafe impl StaticValue for () {}
#[diagnostic::do_not_recommend]
impl IntTuple for () {
    type List = HNil;
    type Rank = Z;
    type Uncrossed = NoneLeft;
    elements! {}
    type ModesAfter<L: Modes, D: IntTuple> = L;
    type Compose<D: IntTuple, A: Walked> = Both<(), ()>;
    type Each<D: IntTuple, F: LeafMap> = MappedPair<Both<(), ()>, F>;
    kept! { tuple }
    type Integer = Z;
    type IsStatic = B1;
    type IsSigned = B0;
    type Widen<W: Codomain> = W;
    type Component<I: Oct> = ();
    type Coord = ();
    type FlatCoord = ();
    const DESC: value::IntTuple = tuple_of!(0, []);
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
    fn read_proven(
        _: &impl Fn(usize) -> i64,
        _: usize,
        _: &crate::types::check::Unchecked,
    ) -> Self {
    }
    #[inline(always)]
    fn words(self, _: &mut [usize], _: usize) {}
    #[inline(always)]
    fn digits(self, _: &mut usize) {}
    #[inline(always)]
    fn last_digits(self, _: usize) {}
    #[inline(always)]
    fn fold_coords<Y>(self, sum: Y, f: &mut impl FnMut(Y, ()) -> Y) -> Y {
        f(sum, ())
    }
    #[inline(always)]
    fn mode_digits(self, _: usize) {}
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

/// The loops over the elements of a tuple around `$body`, the first element innermost.
macro_rules! nest {
    ($sum:ident; $body:expr;) => { $body };
    ($sum:ident; $body:expr; $v:ident $($rest:ident)*) => {
        nest!($sum; $v.fold_coords($sum, &mut |$sum, $v| $body); $($rest)*)
    };
}

macro_rules! tuples {
    ($($count:literal $rank:ty: ($($p:ident $v:ident)* ; $last:ident $l:ident))*) => {$(
        // SAFETY: a value exists, because each element type has one. The tuple has size 0 only if each element has,
        // and then any code may make each element. A tuple adds no integer and no thread affinity.
        #[doc(hidden)]
        unsafe impl<$($p: StaticValue,)* $last: StaticValue> StaticValue for ($($p,)* $last,) {}
        #[diagnostic::do_not_recommend]
        impl<$($p: IntTuple,)* $last: IntTuple> IntTuple for ($($p,)* $last,) {
            type List = list!(type $($p)* $last);
            type Rank = $rank;
            type Uncrossed = list!(uncrossed $($p)* $last);
            elements! { $($p)* $last }
            by_element! { $($p)* $last }
            type Each<D0: IntTuple, F0: LeafMap> =
                <<Self::List as ByLeaf>::EachOf<D0::List, F0> as MappedModes>::Tuple;
            kept! { tuple $($p)* $last }
            type Integer = Z;
            type IsStatic = list!(all $($p)* $last);
            type IsSigned = list!(any $($p)* $last);
            type Widen<W: Codomain> = list!(widen W, $($p)* $last);
            type Component<I0: Oct> = ($($p::Component<I0>,)* $last::Component<I0>,);
            type Coord = ($($p::Coord,)* $last::Coord,);
            type FlatCoord = ($(list!(index $p),)* usize,);
            const DESC: value::IntTuple = tuple_of!($count, [$($p::DESC,)* $last::DESC]);
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
            fn read_proven(source: &impl Fn(usize) -> i64, at: usize, proof: &crate::types::check::Unchecked) -> Self {
                $(let $v = $p::read_proven(source, at, proof); let at = at + $p::LEAVES;)*
                let $l = $last::read_proven(source, at, proof);
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
            fn fold_coords<Y>(self, sum: Y, f: &mut impl FnMut(Y, Self::Coord) -> Y) -> Y {
                let ($($v,)* $l,) = self;
                nest!(sum; f(sum, ($($v,)* $l,)); $($v)* $l)
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
    1 N<Z, O1>: (; A a)
    2 N<Z, O2>: (A a; B b)
    3 N<Z, O3>: (A a B b; C c)
    4 N<Z, O4>: (A a B b C c; D d)
    5 N<Z, O5>: (A a B b C c D d; E e)
    6 N<Z, O6>: (A a B b C c D d E e; F f)
    7 N<Z, O7>: (A a B b C c D d E e F f; G g)
    8 N<N<Z, O1>, O0>: (A a B b C c D d E e F f G g; H h)
    9 N<N<Z, O1>, O1>: (A a B b C c D d E e F f G g H h; I i)
    10 N<N<Z, O1>, O2>: (A a B b C c D d E e F f G g H h I i; J j)
    11 N<N<Z, O1>, O3>: (A a B b C c D d E e F f G g H h I i J j; K k)
    12 N<N<Z, O1>, O4>: (A a B b C c D d E e F f G g H h I i J j K k; L l)
}
