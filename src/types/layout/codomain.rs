//! The codomain of a layout: offsets, or coordinates, for strides that have a basis.
//!
//! A stride `v E<i>` adds `v` to element `i` of the image; a stride without a basis adds to an offset. The bases of all
//! strides together determine how many elements the image has, level by level. Each function of a codomain is computed
//! element by element: the part of a stride that counts in element `I` is a stride of a layout to that element
//! (`component`).

use super::offset::OffsetIndex;
use super::unit::WholeOf;
use super::{AnyLayout, Layout, Mapping, Offset, OffsetBranch, Pair, PlainLayout};
use crate::types::algebra::{CoalesceBranch, Coalescing};
use crate::types::num::Bool;
use crate::types::num::Extent;
use crate::types::num::int::{Int, Map, Product, Refused, rule};
use crate::types::swizzle::OffsetMap;
use crate::types::tuple::{IntTuple, Position};
use layout_core::MAX_LEAVES;

/// One level of a codomain: offsets ([`NumberCodomain`]), or a coordinate with a number of elements.
pub trait Codomain: 'static {
    /// This codomain, with one element if it has none.
    type Filled: Codomain;
    /// This codomain with one more element.
    type Longer: Codomain;
    /// This codomain with one element less, if it has one.
    type Shorter: Codomain;
    /// Whether the images are offsets.
    const IS_NUMBER: bool = false;
    /// The type of the images for the strides `D`.
    type Image<D: IntTuple>: Copy + core::fmt::Debug + PartialEq;
    /// The image of the static coordinate `C` in `S:D`.
    type Static<S: IntTuple, D: IntTuple, C: IntTuple>: IntTuple;
    /// The shape that holds every image of `L`.
    type Coshape<L: PlainLayout>: IntTuple;
    /// The size of [`Coshape`](Self::Coshape).
    type Cosize<L: PlainLayout>: Int;
    /// `A o B`.
    type After<B: PlainLayout, A: PlainLayout>: Pair;

    /// The image of the coordinate `c` in `s:d`. `outer` is applied to an offset.
    fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(
        outer: O,
        c: C,
        s: S,
        d: D,
    ) -> Self::Image<D>;
    /// The image of the linear index `linear` in `s:d`.
    fn last_image<S: IntTuple, D: IntTuple>(s: S, d: D, linear: usize) -> Self::Image<D>;
}

/// The codomain of offsets.
#[derive(Debug)]
pub struct NumberCodomain;

/// The codomain of the strides `D`.
pub type CodomainOf<D> = <D as IntTuple>::Widen<NumberCodomain>;
/// The type of the images for the strides `D`.
pub type ImageOf<D> = <CodomainOf<D> as Codomain>::Image<D>;
/// The part of the strides `D` that counts in element `I`.
type ComponentOf<D, const I: usize> = <D as IntTuple>::Component<<Extent<I> as Position>::At>;
/// The type of the image of the static coordinate `C` in `S:D`, a numeral or a tuple of them.
pub type StaticImageOf<S, D, C> = <CodomainOf<D> as Codomain>::Static<S, D, C>;
/// The layout from the coordinates of `L` to element `I` of its images.
type Along<L, const I: usize> =
    Layout<<L as AnyLayout>::Shape, ComponentOf<<L as PlainLayout>::Stride, I>>;

impl Codomain for NumberCodomain {
    type Filled = Elements1;
    type Longer = Elements1;
    type Shorter = Self;
    const IS_NUMBER: bool = true;
    type Image<D: IntTuple> = <D::IsSigned as OffsetBranch>::Offset;
    type Static<S: IntTuple, D: IntTuple, C: IntTuple> = OffsetIndex<S, D, C>;
    type Coshape<L: PlainLayout> = <Self::Cosize<L> as Int>::Leaf;
    type Cosize<L: PlainLayout> =
        <<L::Modes as Coalescing>::IsEmpty as CoalesceBranch>::Cosize<L::Modes>;
    // `B::After<..>` nests two levels more deeply.
    type After<B: PlainLayout, A: PlainLayout> =
        <B::Shape as IntTuple>::Compose<B::Stride, A::Coalesced>;

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

/// The part of the strides `d` that counts in element `I`.
#[inline(always)]
fn component<D: IntTuple, const I: usize>(d: D) -> ComponentOf<D, I>
where
    Extent<I>: Position,
{
    <ComponentOf<D, I> as IntTuple>::IsStatic::static_value_or(|| {
        let mut words = [0; MAX_LEAVES];
        d.words(&mut words, 0);
        IntTuple::read(&|k| words[k] as isize as i64, 0)
    })
}

macro_rules! elements {
    ($($name:ident $shorter:ident $longer:ident ($($i:literal)*);)*) => {$(
        /// The codomain of coordinates with this number of elements.
        #[derive(Debug)]
        pub struct $name;
        #[layout_macros::at_caller]
        impl Codomain for $name {
            type Filled = Self;
            type Longer = $longer;
            type Shorter = $shorter;
            type Image<D: IntTuple> = ($(ImageOf<ComponentOf<D, $i>>,)*);
            type Static<S: IntTuple, D: IntTuple, C: IntTuple> = ($(StaticImageOf<S, ComponentOf<D, $i>, C>,)*);
            type Coshape<L: PlainLayout> = ($(
                <<Along<L, $i> as PlainLayout>::Codomain as Codomain>::Coshape<Along<L, $i>>,
            )*);
            type Cosize<L: PlainLayout> = elements!(@cosize L $($i)*);
            type After<B: PlainLayout, A: PlainLayout> = B::After<WholeOf<A>>;

            #[inline(always)]
            fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(
                outer: O,
                c: C,
                s: S,
                d: D,
            ) -> Self::Image<D> {
                const { crate::types::check::require(O::IS_IDENTITY, SWIZZLED) };
                ($(CodomainOf::<ComponentOf<D, $i>>::image(outer, c, s, component::<D, $i>(d)),)*)
            }
            #[inline(always)]
            fn last_image<S: IntTuple, D: IntTuple>(s: S, d: D, linear: usize) -> Self::Image<D> {
                ($(CodomainOf::<ComponentOf<D, $i>>::last_image(s, component::<D, $i>(d), linear),)*)
            }
        }
    )*};
    (@cosize $l:ident $i:literal) => { CosizeAlong<$l, $i> };
    (@cosize $l:ident $i:literal $($j:literal)+) => {
        Map<Product, CosizeAlong<$l, $i>, elements!(@cosize $l $($j)+)>
    };
}
type CosizeAlong<L, const I: usize> = <Along<L, I> as PlainLayout>::Cosize;
/// The message for a swizzled layout that maps to coordinates.
const SWIZZLED: &str = "a swizzle works on offsets, but the layout maps to coordinates";

elements! {
    Elements1 NumberCodomain Elements2 (0);
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

/// A codomain with more elements than a tuple has. The constructor of such strides refuses them.
#[derive(Debug)]
pub struct TooWide;
impl Codomain for TooWide {
    type Filled = Self;
    type Longer = Self;
    type Shorter = Elements12;
    type Image<D: IntTuple> = ();
    type Static<S: IntTuple, D: IntTuple, C: IntTuple> = Refused<rule::Rank>;
    type Coshape<L: PlainLayout> = Refused<rule::Rank>;
    type Cosize<L: PlainLayout> = Refused<rule::Rank>;
    type After<B: PlainLayout, A: PlainLayout> = B::After<WholeOf<A>>;
    fn image<O: OffsetMap, C: Mapping, S: IntTuple, D: IntTuple>(_: O, _: C, _: S, _: D) {}
    fn last_image<S: IntTuple, D: IntTuple>(_: S, _: D, _: usize) {}
}
