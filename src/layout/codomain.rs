//! What a layout maps to: numbers, or coordinates nested as its strides say.

use super::index::OffsetIndex;
use super::unit::{Counting, WholeOf};
use super::{AnyLayout, Layout, Mapping, Offset, Pair, PlainLayout, SignOf};
use crate::num::Bool;
use crate::num::int::{Int, Map, Product, Refused, rule};
use crate::swizzle::OffsetMap;
use crate::tuple::{IntTuple, Pos, Position};
use crate::types::{CoalesceBranch, Coalescing, Sound};
use layout_core::MAX_LEAVES;
use typenum::{B0, B1};

/// One level of what the strides of a layout count in: nothing ([`Number`]), or so many elements.
pub trait Codomain: 'static {
    /// At least one element.
    type Filled: Codomain;
    /// One element more.
    type Longer: Codomain;
    /// One element less, if there is one.
    type Shorter: Codomain;
    /// Offsets.
    type IsNumber: Bool;
    /// Offsets.
    const IS_NUMBER: bool = Self::IsNumber::VALUE;
    /// What strides `D` map to.
    type Image<D: IntTuple>: Copy + core::fmt::Debug + PartialEq;
    /// The same for the static coordinate `C` in `S:D`.
    type Static<S: IntTuple, D: IntTuple, C: IntTuple>: IntTuple;
    /// The shape that holds every image of `L`.
    type Coshape<L: PlainLayout>: IntTuple;
    /// Its size.
    type Cosize<L: PlainLayout>: Int;
    /// `A o B`.
    type After<B: PlainLayout, A: PlainLayout>: Pair;
    /// Whether there is one.
    type HasAfter<B: PlainLayout, A: PlainLayout>: Bool;

    /// What the coordinate `c` maps to in `s:d`, put through `outer`.
    fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(
        outer: O,
        c: C,
        s: S,
        d: D,
    ) -> Self::Image<D>;
    /// The same for a linear index.
    fn last_image<S: IntTuple, D: IntTuple>(s: S, d: D, linear: usize) -> Self::Image<D>;
}

/// Offsets.
#[derive(Debug)]
pub struct Number;

/// The strides `D` count in nothing: they are of offsets.
pub(crate) type AreOffsets<D> = <CodomainOf<D> as Codomain>::IsNumber;
/// What the strides `D` count in.
pub(crate) type CodomainOf<D> = <D as IntTuple>::Widen<Number>;
/// What strides `D` map to.
pub(crate) type Image<D> = <CodomainOf<D> as Codomain>::Image<D>;
type In<D, const I: usize> = <D as IntTuple>::Component<<Pos<I> as Position>::At>;
/// What the static coordinate `C` of `S:D` maps to.
pub(crate) type StaticIn<S, D, C> = <CodomainOf<D> as Codomain>::Static<S, D, C>;
type Along<L, const I: usize> = Layout<<L as AnyLayout>::Shape, In<<L as PlainLayout>::Stride, I>>;

impl Codomain for Number {
    type Filled = Elements1;
    type Longer = Elements1;
    type Shorter = Self;
    type IsNumber = B1;
    type Image<D: IntTuple> = <D::IsSigned as SignOf>::Offset;
    type Static<S: IntTuple, D: IntTuple, C: IntTuple> = OffsetIndex<S, D, C>;
    type Coshape<L: PlainLayout> = <Self::Cosize<L> as Int>::Leaf;
    type Cosize<L: PlainLayout> =
        <<L::Modes as Coalescing>::IsEmpty as CoalesceBranch>::Cosize<L::Modes>;
    type After<B: PlainLayout, A: PlainLayout> = B::After<A::Coalesced>;
    type HasAfter<B: PlainLayout, A: PlainLayout> = <<<B::Modes as Sound>::Proper as Bool>::And<
        <A::Modes as Sound>::NotEmpty,
    > as Bool>::And<<A::Coalesced as Sound>::Holds<B::Modes>>;

    #[inline(always)]
    fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(
        outer: O,
        c: C,
        s: S,
        d: D,
    ) -> Self::Image<D> {
        Offset::from_word(outer.apply(c.dot(s, d)))
    }
    #[inline(always)]
    fn last_image<S: IntTuple, D: IntTuple>(s: S, d: D, linear: usize) -> Self::Image<D> {
        Offset::from_word(s.last_offset(d, linear))
    }
}

/// The strides `d` as far as they count in element `I`.
#[inline(always)]
fn component<D: IntTuple, const I: usize>(d: D) -> In<D, I>
where
    Pos<I>: Position,
{
    <In<D, I> as IntTuple>::IsStatic::static_value_or(|| {
        let mut words = [0; MAX_LEAVES];
        d.words(&mut words, 0);
        IntTuple::read(&|k| words[k] as isize as i64, 0)
    })
}

macro_rules! elements {
    ($($name:ident $shorter:ident $longer:ident ($($i:literal)*);)*) => {$(
        /// So many elements.
        #[derive(Debug)]
        pub struct $name;
        #[layout_macros::at_caller]
        impl Codomain for $name {
            type Filled = Self;
            type Longer = $longer;
            type Shorter = $shorter;
            type IsNumber = B0;
            type Image<D: IntTuple> = ($(Image<In<D, $i>>,)*);
            type Static<S: IntTuple, D: IntTuple, C: IntTuple> = ($(StaticIn<S, In<D, $i>, C>,)*);
            type Coshape<L: PlainLayout> = ($(
                <<Along<L, $i> as PlainLayout>::Codomain as Codomain>::Coshape<Along<L, $i>>,
            )*);
            type Cosize<L: PlainLayout> = elements!(@cosize L $($i)*);
            type After<B: PlainLayout, A: PlainLayout> = B::After<WholeOf<A>>;
            type HasAfter<B: PlainLayout, A: PlainLayout> =
                <<A::Modes as Sound>::NotEmpty as Bool>::And<
                    <B::Modes as Counting>::HoldIn<WholeOf<A>, B::Modes>,
                >;

            #[inline(always)]
            fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(
                outer: O,
                c: C,
                s: S,
                d: D,
            ) -> Self::Image<D> {
                const { crate::check::require(O::IS_IDENTITY, SWIZZLED) };
                ($(CodomainOf::<In<D, $i>>::image(outer, c, s, component::<D, $i>(d)),)*)
            }
            #[inline(always)]
            fn last_image<S: IntTuple, D: IntTuple>(s: S, d: D, linear: usize) -> Self::Image<D> {
                ($(CodomainOf::<In<D, $i>>::last_image(s, component::<D, $i>(d), linear),)*)
            }
        }
    )*};
    (@cosize $l:ident $i:literal) => { CosizeAlong<$l, $i> };
    (@cosize $l:ident $i:literal $($j:literal)+) => {
        Map<Product, CosizeAlong<$l, $i>, elements!(@cosize $l $($j)+)>
    };
}
type CosizeAlong<L, const I: usize> = <Along<L, I> as PlainLayout>::Cosize;
/// Why a swizzled layout maps to offsets.
const SWIZZLED: &str = "a swizzle works on offsets, but the layout maps to coordinates";

elements! {
    Elements1 Number Elements2 (0);
    Elements2 Elements1 Elements3 (0 1);
    Elements3 Elements2 Elements4 (0 1 2);
    Elements4 Elements3 Elements5 (0 1 2 3);
    Elements5 Elements4 Elements6 (0 1 2 3 4);
    Elements6 Elements5 Elements7 (0 1 2 3 4 5);
    Elements7 Elements6 Elements8 (0 1 2 3 4 5 6);
    Elements8 Elements7 Elements9 (0 1 2 3 4 5 6 7);
    Elements9 Elements8 Elements10 (0 1 2 3 4 5 6 7 8);
    Elements10 Elements9 Elements11 (0 1 2 3 4 5 6 7 8 9);
    Elements11 Elements10 Elements12 (0 1 2 3 4 5 6 7 8 9 10);
    Elements12 Elements11 TooWide (0 1 2 3 4 5 6 7 8 9 10 11);
}

/// More elements than a tuple has: the strides are refused where they are made.
#[derive(Debug)]
pub struct TooWide;
impl Codomain for TooWide {
    type Filled = Self;
    type Longer = Self;
    type Shorter = Elements12;
    type IsNumber = B0;
    type Image<D: IntTuple> = ();
    type Static<S: IntTuple, D: IntTuple, C: IntTuple> = Refused<rule::Rank>;
    type Coshape<L: PlainLayout> = Refused<rule::Rank>;
    type Cosize<L: PlainLayout> = Refused<rule::Rank>;
    type After<B: PlainLayout, A: PlainLayout> = B::After<WholeOf<A>>;
    type HasAfter<B: PlainLayout, A: PlainLayout> = B0;
    fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(_: O, _: C, _: S, _: D) {}
    fn last_image<S: IntTuple, D: IntTuple>(_: S, _: D, _: usize) {}
}
