//! What the offsets of a plain layout go through.

use super::bits::{Bit, ReadFrom, Swizzled, WrittenFrom};
use super::inverse::Inverted;
use super::merge::Merged;
use super::recast::Recast;
use super::{ComposedLayout, Swizzle};
use crate::check;
use crate::layout::{AnyLayout, Codomain, Layout, OffsetIn, PlainLayout};
use crate::num::int::{Int, Leaf, Map, Refused, Rule, Sum, rule};
use crate::num::{Bool, StaticValue, branch, static_value};
use crate::tuple::IntTuple;
use core::marker::PhantomData;
use layout_core as value;
use typenum::B1;

/// What the offsets of a plain layout go through: nothing ([`NoMap`]), or [`SwizzleMap`] a swizzle.
pub trait OffsetMap: StaticValue {
    /// It stores nothing.
    type IsStatic: Bool;
    /// It changes no offset.
    const IS_IDENTITY: bool;
    /// The swizzle; stops the compiler if its numbers are those of none.
    const SWIZZLE: value::Swizzle;
    /// The same; `None` if it is none.
    const FOUND: Option<value::Swizzle>;
    /// The offset it adds, an integer that may be unknown.
    const OFFSET: value::IntTuple;
    /// Why it is none: the rule of a refused operation.
    const REFUSAL: Option<&'static str>;
    /// The layout whose offsets are those of `L`, put through this.
    type Wrap<L: PlainLayout>: AnyLayout;
    /// This after a move by the offset `O`.
    type Moved<O: Int>: OffsetMap;
    /// This after `X`.
    type After<X: OffsetMap>: OffsetMap;
    /// `Y`, which is no [`NoMap`], after this.
    type Before<Y: OffsetMap>: OffsetMap;
    /// This after `Swizzle<B, M, S>` after the offset `O`.
    type AfterSwizzle<B: Leaf, M: Leaf, S: Leaf, O: Leaf>: OffsetMap;
    /// What groups of `G` elements of `L`, in `H` parts each, go through.
    type Recast<L: PlainLayout, G: Int, H: Int>: OffsetMap;
    /// What the inverse `R` of the plain layout goes through.
    type Inverse<R: PlainLayout>: OffsetMap;
    /// What the results of a complement go through: a refusal for all but [`NoMap`].
    type Undone: OffsetMap;
    /// The result `L` of an operation whose right operand this is around: a refusal for all but [`NoMap`].
    type AsOperand<L: PlainLayout>: PlainLayout;
    /// What the static coordinate `C` of `L` maps to.
    type Index<L: PlainLayout, C: IntTuple>: IntTuple;

    /// The layout whose offsets are those of `plain`, put through this.
    fn wrap<L: PlainLayout>(self, plain: L) -> Self::Wrap<L>;
    /// An offset, in two's complement.
    fn apply(self, offset: usize) -> usize;
    /// This after a move, and what of the move it leaves to the caller.
    fn moved<O: Int>(self, offset: usize) -> (Self::Moved<O>, usize);
    /// This after `first`, unless a run-time offset between two swizzles keeps them apart.
    fn after<X: OffsetMap>(self, first: X) -> Option<Self::After<X>>;
    /// `next`, which is no [`NoMap`], after this.
    fn before<Y: OffsetMap>(self, next: Y) -> Option<Self::Before<Y>>;
    /// What the results of most operations go through.
    #[inline(always)]
    fn itself(self) -> Self {
        self
    }
    /// What the results of a complement go through.
    fn undone(self) -> Self::Undone;
    /// The offset that is added.
    fn offset(self) -> i64;
    /// The one with this offset, where that is not static.
    fn with_offset(offset: i64) -> Self;
    /// On plain integers, with the layout inside; `None` if it changes no offset.
    fn composed(self, plain: value::Layout) -> Option<value::ComposedLayout>;

    /// How many of `n` adjacent elements from the first on are adjacent still, `n` being a power of 2 where
    /// there is a swizzle that cuts it.
    #[inline]
    fn together(self, n: usize) -> usize {
        if Self::IS_IDENTITY || Self::SWIZZLE.is_identity() {
            return n;
        }
        let bits = Self::SWIZZLE.base().min(self.offset().trailing_zeros());
        1_usize.checked_shl(bits).map_or(n, |most| n.min(most))
    }

    /// How far offsets from `-below` on reach, `cosize` of them: the same of what they become, or
    /// nothing if that does not fit `isize`.
    #[inline]
    fn reach(self, below: usize, cosize: usize) -> Option<(usize, usize)> {
        if Self::IS_IDENTITY {
            return Some((below, cosize));
        }
        let least = self.offset().checked_sub(i64::try_from(below).ok()?)?;
        let most = least.checked_add(i64::try_from(cosize.checked_sub(1)?).ok()?)?;
        let (least, most) = Self::SWIZZLE.bounds(least, most);
        // Below the origin only where an offset is negative; from the origin on otherwise.
        let least = least.min(0);
        let cosize = most.checked_sub(least)?.checked_add(1)?;
        let below = usize::try_from(least.unsigned_abs()).ok()?;
        Some((below, isize::try_from(cosize).ok()? as usize))
    }
}

/// Offsets stay what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoMap;
// SAFETY: a unit struct.
unsafe impl StaticValue for NoMap {}

impl OffsetMap for NoMap {
    type IsStatic = B1;
    const IS_IDENTITY: bool = true;
    const SWIZZLE: value::Swizzle = value::Swizzle::IDENTITY;
    const FOUND: Option<value::Swizzle> = Some(Self::SWIZZLE);
    const OFFSET: value::IntTuple = value::IntTuple::leaf(0);
    const REFUSAL: Option<&'static str> = None;
    type Wrap<L: PlainLayout> = L;
    type Moved<O: Int> = Self;
    type After<X: OffsetMap> = X;
    type Before<Y: OffsetMap> = Y;
    type AfterSwizzle<B: Leaf, M: Leaf, S: Leaf, O: Leaf> = SwizzleMap<Swizzle<B, M, S>, O>;
    type Recast<L: PlainLayout, G: Int, H: Int> = Self;
    type Inverse<R: PlainLayout> = Self;
    type Undone = Self;
    type AsOperand<L: PlainLayout> = L;
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
    fn moved<O: Int>(self, offset: usize) -> (Self, usize) {
        (self, offset)
    }
    #[inline(always)]
    fn after<X: OffsetMap>(self, first: X) -> Option<X> {
        Some(first)
    }
    #[inline(always)]
    fn before<Y: OffsetMap>(self, next: Y) -> Option<Y> {
        Some(next)
    }
    #[inline(always)]
    fn undone(self) -> Self {
        self
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

/// Offsets are moved by `O`, then swizzled by `F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwizzleMap<F, O>(pub(super) F, pub(super) O);
// SAFETY: a pair of such types.
unsafe impl<F: StaticValue, O: StaticValue> StaticValue for SwizzleMap<F, O> {}

/// Swizzled offsets leave no holes that a layout fills.
type Back = InvalidMap<rule::SwizzledOffsets>;

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf> OffsetMap for SwizzleMap<Swizzle<B, M, S>, O> {
    type IsStatic = O::IsStatic;
    const IS_IDENTITY: bool = false;
    const SWIZZLE: value::Swizzle = Swizzle::<B, M, S>::VALUE;
    const FOUND: Option<value::Swizzle> = Swizzle::<B, M, S>::FOUND;
    const OFFSET: value::IntTuple = O::DESC;
    const REFUSAL: Option<&'static str> =
        check::first([B::REFUSAL, M::REFUSAL, S::REFUSAL, O::REFUSAL]);
    type Wrap<L: PlainLayout> = ComposedLayout<Swizzle<B, M, S>, O, L>;
    type Moved<O1: Int> = SwizzleMap<Swizzle<B, M, S>, <Map<Sum, O::In, O1> as Int>::Leaf>;
    type After<X: OffsetMap> = X::Before<Self>;
    type Before<Y: OffsetMap> = Y::AfterSwizzle<B, M, S, O>;
    type AfterSwizzle<B1: Leaf, M1: Leaf, S1: Leaf, O1: Leaf> = Merged<B, M, S, O, B1, M1, S1, O1>;
    type Recast<L: PlainLayout, G: Int, H: Int> = Recast<L, B, M, S, O, G, H>;
    type Inverse<R: PlainLayout> = Inverted<R, B, M, S, O>;
    type Undone = Back;
    type AsOperand<L: PlainLayout> = Refusing<rule::Operand>;
    type Index<L: PlainLayout, C: IntTuple> = <Swizzled<
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
    fn moved<O1: Int>(self, offset: usize) -> (Self::Moved<O1>, usize) {
        let moved = self.1.word().wrapping_add(offset) as isize;
        (SwizzleMap(self.0, Leaf::from_value(moved as i64)), 0)
    }
    #[inline(always)]
    fn after<X: OffsetMap>(self, first: X) -> Option<X::Before<Self>> {
        first.before(self)
    }
    #[inline(always)]
    fn before<Y: OffsetMap>(self, next: Y) -> Option<Self::Before<Y>> {
        let swizzle = const { Self::SWIZZLE };
        let commutes = swizzle.is_identity() || next.offset().trailing_zeros() >= swizzle.end();
        commutes.then(|| OffsetMap::with_offset(next.offset().wrapping_add(self.offset())))
    }
    #[inline(always)]
    fn undone(self) -> Back {
        InvalidMap(PhantomData)
    }
    #[inline(always)]
    fn offset(self) -> i64 {
        // As `apply` adds it: a slice may move it below 0.
        self.1.word() as isize as i64
    }
    #[inline(always)]
    fn with_offset(offset: i64) -> Self {
        SwizzleMap(static_value(), O::from_value(offset))
    }
    fn composed(self, plain: value::Layout) -> Option<value::ComposedLayout> {
        let mut offset = O::DESC;
        offset.set_value(0, self.offset());
        Some(value::ComposedLayout::from_parts(Self::SWIZZLE, offset, plain))
    }
}

/// The operation is refused by the rule `W`: there is no layout, by whatever name.
#[derive(Debug)]
pub struct InvalidMap<W>(PhantomData<W>);
impl<W> Copy for InvalidMap<W> {}
impl<W> Clone for InvalidMap<W> {
    fn clone(&self) -> Self {
        *self
    }
}
// SAFETY: a unit struct.
unsafe impl<W: Rule> StaticValue for InvalidMap<W> {}

branch! {
    /// On whether an operation has a result that goes through something.
    pub trait Allowing for Bool {
        /// `X`, or the refusal by the rule `W`.
        type Or<W: Rule, X: OffsetMap>: OffsetMap {
            Yes => X,
            No => InvalidMap<W>,
        }
    }
}

/// The layout of a refused operation.
type Refusing<W> = Layout<Refused<W>, Refused<W>>;

impl<W: Rule> OffsetMap for InvalidMap<W> {
    type IsStatic = B1;
    const IS_IDENTITY: bool = false;
    const SWIZZLE: value::Swizzle = value::Swizzle::IDENTITY;
    const FOUND: Option<value::Swizzle> = None;
    const OFFSET: value::IntTuple = value::IntTuple::leaf(0);
    const REFUSAL: Option<&'static str> = Some(W::TEXT);
    type Wrap<L: PlainLayout> = Refusing<W>;
    type Moved<O: Int> = Self;
    type After<X: OffsetMap> = Self;
    type Before<Y: OffsetMap> = Self;
    type AfterSwizzle<B: Leaf, M: Leaf, S: Leaf, O: Leaf> = Self;
    type Recast<L: PlainLayout, G: Int, H: Int> = Self;
    type Inverse<R: PlainLayout> = Self;
    type Undone = Self;
    type AsOperand<L: PlainLayout> = Refusing<W>;
    type Index<L: PlainLayout, C: IntTuple> = Refused<W>;

    // The operations have stopped the compiler before any of these is asked.
    fn wrap<L: PlainLayout>(self, _: L) -> Refusing<W> {
        panic!("{}", W::TEXT)
    }
    fn apply(self, _: usize) -> usize {
        panic!("{}", W::TEXT)
    }
    fn moved<O: Int>(self, offset: usize) -> (Self, usize) {
        (self, offset)
    }
    fn after<X: OffsetMap>(self, _: X) -> Option<Self> {
        Some(self)
    }
    fn before<Y: OffsetMap>(self, _: Y) -> Option<Self> {
        Some(self)
    }
    fn undone(self) -> Self {
        self
    }
    fn offset(self) -> i64 {
        0
    }
    fn with_offset(_: i64) -> Self {
        InvalidMap(PhantomData)
    }
    fn composed(self, _: value::Layout) -> Option<value::ComposedLayout> {
        None
    }
}
