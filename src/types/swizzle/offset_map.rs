//! The function applied to the offsets of a plain layout: none, or a swizzle.

use super::bits::{Bit, ReadFrom, SwizzledOffset, WrittenFrom};
use super::inverse::InvertedMap;
use super::recast::RecastMap;
use super::{ComposedLayout, Swizzle};
use crate::types::check;
use crate::types::layout::{AnyLayout, Codomain, OffsetIn, PlainLayout};
use crate::types::num::int::{Int, Leaf, Map, Sum};
use crate::types::num::{Bool, StaticValue, static_value};
use crate::types::tuple::IntTuple;
use core::marker::PhantomData;
use layout_core as value;
use typenum::B1;

/// The offset at which a part of a layout begins.
///
/// A trait instead of an [`Int`]: the compiler proves each bound of a type function's operands, which would evaluate an
/// offset that the identity ignores.
pub trait Start {
    /// The offset. Static if it depends only on static leaves.
    type Offset: Int;
}
/// The offset of the coordinate `C` in the layout `A`.
#[derive(Debug)]
pub struct AtCoord<A, C>(PhantomData<(A, C)>);
impl<A: AnyLayout, C: IntTuple> Start for AtCoord<A, C> {
    type Offset = OffsetIn<A::Shape, <A::Plain as PlainLayout>::Stride, C>;
}
/// The offset of the first element that the slices `C` take of the axes of `A`.
#[derive(Debug)]
pub struct AtSlices<A, C>(PhantomData<(A, C)>);
impl<A: AnyLayout, C: IntTuple> Start for AtSlices<A, C> {
    type Offset = <A::Plain as PlainLayout>::FirstOfAxes<C>;
}

/// The function applied to a layout's offsets: the identity (`NoMap`), or `x -> swizzle(offset + x)` (`SwizzleMap`).
pub trait OffsetMap: StaticValue {
    /// The offset is static: the size is 0.
    type IsStatic: Bool;
    /// The identity.
    const IS_IDENTITY: bool;
    /// The swizzle; the identity if no swizzle has its numbers.
    const SWIZZLE: value::Swizzle;
    /// The swizzle; `None` if no swizzle has its numbers.
    const FOUND: Option<value::Swizzle>;
    /// The offset that is added, in elements; unknown at run time.
    const OFFSET: value::IntTuple;
    /// The message of a refused operation.
    const REFUSAL: Option<&'static str>;
    /// The layout `L` with this map.
    type Wrap<L: PlainLayout>: AnyLayout;
    /// `x -> self(O + x)`.
    type Moved<O: Start>: OffsetMap;
    /// The map after a recast: groups of `G` elements, split into `H` parts each.
    type Recast<G: Int, H: Int>: OffsetMap;
    /// The map of the inverse, `R` being the inverse of the plain layout.
    type Inverse<R: PlainLayout>: OffsetMap;
    /// The offset (or coordinate) of the static coordinate `C` in the layout `L` with this map.
    type Index<L: PlainLayout, C: IntTuple>: IntTuple;

    /// The layout `plain` with this map.
    fn wrap<L: PlainLayout>(self, plain: L) -> Self::Wrap<L>;
    /// The map of an offset, both in elements and in two's complement.
    fn apply(self, offset: usize) -> usize;
    /// The map `x -> self(offset + x)`, and the part of `offset` that the caller has to add to its result: all of it
    /// for the identity, otherwise 0.
    fn moved<O: Start>(self, offset: usize) -> (Self::Moved<O>, usize);
    /// The map of the results of most operations: unchanged.
    #[inline(always)]
    fn itself(self) -> Self {
        self
    }
    /// The offset that is added, in elements.
    fn offset(self) -> i64;
    /// The map of this type with the run-time offset `offset`; a static offset ignores it.
    fn with_offset(offset: i64) -> Self;
    /// The layout `plain` with this map, on plain integers; `None` for the identity.
    fn composed(self, plain: value::Layout) -> Option<value::ComposedLayout>;

    /// How many of `n` adjacent elements, from the first one on, stay adjacent: at most `2^min(M, t)`, `t` being the
    /// trailing zeros of the offset.
    #[inline]
    fn together(self, n: usize) -> usize {
        if Self::IS_IDENTITY || Self::SWIZZLE.is_identity() {
            return n;
        }
        let bits = Self::SWIZZLE.base().min(self.offset().trailing_zeros());
        1_usize.checked_shl(bits).map_or(n, |most| n.min(most))
    }

    /// The bounds of the mapped offsets: `(below, cosize)` says that all offsets lie in `-below .. cosize - below`.
    /// `None` if the mapped bounds do not fit `isize`.
    #[inline]
    fn reach(self, below: usize, cosize: usize) -> Option<(usize, usize)> {
        if Self::IS_IDENTITY {
            return Some((below, cosize));
        }
        let least = self.offset().checked_sub(i64::try_from(below).ok()?)?;
        let most = least.checked_add(i64::try_from(cosize.checked_sub(1)?).ok()?)?;
        let (least, most) = Self::SWIZZLE.bounds(least, most);
        // The range always contains the origin: `below` is 0 unless an offset is negative.
        let least = least.min(0);
        let cosize = most.checked_sub(least)?.checked_add(1)?;
        let below = usize::try_from(least.unsigned_abs()).ok()?;
        Some((below, isize::try_from(cosize).ok()? as usize))
    }
}

/// The identity: the offsets of a plain layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoMap;
// SAFETY: `NoMap` is a public unit struct, so it is not empty and any code may make its value.
unsafe impl StaticValue for NoMap {}

impl OffsetMap for NoMap {
    type IsStatic = B1;
    const IS_IDENTITY: bool = true;
    const SWIZZLE: value::Swizzle = value::Swizzle::IDENTITY;
    const FOUND: Option<value::Swizzle> = Some(Self::SWIZZLE);
    const OFFSET: value::IntTuple = value::IntTuple::leaf(0);
    const REFUSAL: Option<&'static str> = None;
    type Wrap<L: PlainLayout> = L;
    type Moved<O: Start> = Self;
    type Recast<G: Int, H: Int> = Self;
    type Inverse<R: PlainLayout> = Self;
    type Index<L: PlainLayout, C: IntTuple> =
        <L::Codomain as Codomain>::Static<L::Shape, L::Stride, C>;

    #[inline(always)]
    fn wrap<L: PlainLayout>(self, plain: L) -> L {
        plain
    }
    #[inline(always)]
    fn apply(self, offset: usize) -> usize {
        offset
    }
    #[inline(always)]
    fn moved<O: Start>(self, offset: usize) -> (Self, usize) {
        (self, offset)
    }
    #[inline(always)]
    fn offset(self) -> i64 {
        0
    }
    #[inline(always)]
    fn with_offset(_: i64) -> Self {
        NoMap
    }
    #[inline(always)]
    fn composed(self, _: value::Layout) -> Option<value::ComposedLayout> {
        None
    }
}

/// `x -> F(O + x)`: the offset `O` is added, then the swizzle `F` applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwizzleMap<F, O>(pub(super) F, pub(super) O);
// SAFETY: a pair of `StaticValue` types without an invariant between them: the pair has a value, and has size 0 only if
// both have, whose values any code may make. No method changes the fields.
unsafe impl<F: StaticValue, O: StaticValue> StaticValue for SwizzleMap<F, O> {}

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf> OffsetMap for SwizzleMap<Swizzle<B, M, S>, O> {
    type IsStatic = O::IsStatic;
    const IS_IDENTITY: bool = false;
    const SWIZZLE: value::Swizzle = Swizzle::<B, M, S>::OR_IDENTITY;
    const FOUND: Option<value::Swizzle> = Swizzle::<B, M, S>::FOUND;
    const OFFSET: value::IntTuple = O::DESC;
    const REFUSAL: Option<&'static str> =
        check::first([B::REFUSAL, M::REFUSAL, S::REFUSAL, O::REFUSAL]);
    type Wrap<L: PlainLayout> = ComposedLayout<Swizzle<B, M, S>, O, L>;
    type Moved<O1: Start> =
        SwizzleMap<Swizzle<B, M, S>, <Map<Sum, O::In, O1::Offset> as Int>::Leaf>;
    type Recast<G: Int, H: Int> = RecastMap<B, M, S, O, G, H>;
    type Inverse<R: PlainLayout> = InvertedMap<R, B, M, S>;
    type Index<L: PlainLayout, C: IntTuple> = <SwizzledOffset<
        Map<Sum, O::In, OffsetIn<L::Shape, L::Stride, C>>,
        B::In,
        Bit<ReadFrom<M, S>>,
        Bit<WrittenFrom<M, S>>,
    > as Int>::Leaf;

    #[inline(always)]
    fn wrap<L: PlainLayout>(self, plain: L) -> Self::Wrap<L> {
        ComposedLayout::wrapped(self, plain)
    }
    #[inline(always)]
    fn apply(self, offset: usize) -> usize {
        self.0.apply(self.1.word().wrapping_add(offset))
    }
    #[inline(always)]
    fn moved<O1: Start>(self, offset: usize) -> (Self::Moved<O1>, usize) {
        let moved = self.1.word().wrapping_add(offset) as isize;
        (SwizzleMap(self.0, Leaf::from_value(moved as i64)), 0)
    }
    #[inline(always)]
    fn offset(self) -> i64 {
        // In two's complement, because a slice may make a run-time offset negative.
        self.1.word() as isize as i64
    }
    #[inline(always)]
    fn with_offset(offset: i64) -> Self {
        SwizzleMap(static_value(), O::from_value(offset))
    }
    fn composed(self, plain: value::Layout) -> Option<value::ComposedLayout> {
        let mut offset = O::DESC;
        offset.set_value(0, self.offset());
        Some(value::internal::unchecked_composed(Self::SWIZZLE, offset, plain))
    }
}
