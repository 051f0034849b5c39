//! What the offsets of a plain layout go through.

use super::bits::{Bit, ReadFrom, Swizzled, WrittenFrom};
use super::{ComposedLayout, Swizzle};
use crate::int::{Int, Leaf, Map, Refused, Rule, Sum, rule};
use crate::judge;
use crate::layout::{AnyLayout, Codomain, Layout, OffsetIn, PlainLayout};
use crate::num::{Bool, Conjure, conjure};
use crate::tuple::IntTuple;
use core::marker::PhantomData;
use layout_core as value;
use typenum::B1;

/// What the offsets of a plain layout go through: nothing ([`Id`]), or [`Through`] a swizzle.
pub trait Outer: Conjure {
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
    type Moved<O: Int>: Outer;
    /// This after `X`.
    type After<X: Outer>: Outer;
    /// `Y`, which is no [`Id`], after this.
    type Before<Y: Outer>: Outer;
    /// What the results of an inverse, or of a complement, go through: a refusal for all but [`Id`].
    type Undone: Outer;
    /// The result `L` of an operation whose right operand this is around: a refusal for all but [`Id`].
    type AsOperand<L: PlainLayout>: PlainLayout;
    /// What the static coordinate `C` of `L` maps to.
    type Index<L: PlainLayout, C: IntTuple>: IntTuple;

    /// The layout whose offsets are those of `plain`, put through this.
    fn wrap<L: PlainLayout>(self, plain: L) -> Self::Wrap<L>;
    /// An offset, in two's complement.
    fn apply(self, offset: usize) -> usize;
    /// This after a move, and what of the move it leaves to the caller.
    fn moved<O: Int>(self, offset: usize) -> (Self::Moved<O>, usize);
    /// This after `first`, if not both are swizzles.
    fn after<X: Outer>(self, first: X) -> Self::After<X>;
    /// `next` after this.
    fn before<Y: Outer>(self, next: Y) -> Self::Before<Y>;
    /// What the results of most operations go through.
    #[inline(always)]
    fn itself(self) -> Self {
        self
    }
    /// What the results of an inverse, or of a complement, go through.
    fn undone(self) -> Self::Undone;
    /// The offset that is added.
    fn offset(self) -> i64;
    /// The one with this offset, where that is not static.
    fn with_offset(offset: i64) -> Self;
    /// On plain integers, with the layout inside; `None` if it changes no offset.
    fn composed(self, plain: value::Layout) -> Option<value::ComposedLayout>;

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
pub struct Id;
// SAFETY: a unit struct.
unsafe impl Conjure for Id {}

impl Outer for Id {
    type IsStatic = B1;
    const IS_IDENTITY: bool = true;
    const SWIZZLE: value::Swizzle = value::Swizzle::IDENTITY;
    const FOUND: Option<value::Swizzle> = Some(Self::SWIZZLE);
    const OFFSET: value::IntTuple = value::IntTuple::leaf(0);
    const REFUSAL: Option<&'static str> = None;
    type Wrap<L: PlainLayout> = L;
    type Moved<O: Int> = Self;
    type After<X: Outer> = X;
    type Before<Y: Outer> = Y;
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
    fn after<X: Outer>(self, first: X) -> X {
        first
    }
    #[inline(always)]
    fn before<Y: Outer>(self, next: Y) -> Y {
        next
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
        Id
    }
    #[inline(always)]
    fn composed(self, _: value::Layout) -> Option<value::ComposedLayout> {
        None
    }
}

/// Offsets are moved by `O`, then swizzled by `F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Through<F, O>(pub(super) F, pub(super) O);
// SAFETY: a pair of such types.
unsafe impl<F: Conjure, O: Conjure> Conjure for Through<F, O> {}

/// Two swizzles around a layout are refused.
type Twice = Never<rule::Twice>;
/// What swizzled offsets go back through: the dynamic layout knows where that is a swizzle.
type Back = Never<rule::SwizzledInverse>;

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf> Outer for Through<Swizzle<B, M, S>, O> {
    type IsStatic = O::IsStatic;
    const IS_IDENTITY: bool = false;
    const SWIZZLE: value::Swizzle = Swizzle::<B, M, S>::VALUE;
    const FOUND: Option<value::Swizzle> = Swizzle::<B, M, S>::FOUND;
    const OFFSET: value::IntTuple = O::DESC;
    const REFUSAL: Option<&'static str> =
        judge::first([B::REFUSAL, M::REFUSAL, S::REFUSAL, O::REFUSAL]);
    type Wrap<L: PlainLayout> = ComposedLayout<Swizzle<B, M, S>, O, L>;
    type Moved<O1: Int> = Through<Swizzle<B, M, S>, <Map<Sum, O::In, O1> as Int>::Leaf>;
    type After<X: Outer> = X::Before<Self>;
    type Before<Y: Outer> = Twice;
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
        (Through(self.0, Leaf::from_value(moved as i64)), 0)
    }
    #[inline(always)]
    fn after<X: Outer>(self, first: X) -> X::Before<Self> {
        first.before(self)
    }
    #[inline(always)]
    fn before<Y: Outer>(self, _: Y) -> Twice {
        Never(PhantomData)
    }
    #[inline(always)]
    fn undone(self) -> Back {
        Never(PhantomData)
    }
    #[inline(always)]
    fn offset(self) -> i64 {
        // As `apply` adds it: a slice may move it below 0.
        self.1.word() as isize as i64
    }
    #[inline(always)]
    fn with_offset(offset: i64) -> Self {
        Through(conjure(), O::from_value(offset))
    }
    fn composed(self, plain: value::Layout) -> Option<value::ComposedLayout> {
        let mut offset = O::DESC;
        offset.set_value(0, self.offset());
        Some(value::ComposedLayout::from_parts(Self::SWIZZLE, offset, plain))
    }
}

/// The operation is refused by the rule `W`: there is no layout, by whatever name.
#[derive(Debug)]
pub struct Never<W>(PhantomData<W>);
impl<W> Copy for Never<W> {}
impl<W> Clone for Never<W> {
    fn clone(&self) -> Self {
        *self
    }
}
// SAFETY: a unit struct.
unsafe impl<W: Rule> Conjure for Never<W> {}

/// The layout of a refused operation.
type Refusing<W> = Layout<Refused<W>, Refused<W>>;

impl<W: Rule> Outer for Never<W> {
    type IsStatic = B1;
    const IS_IDENTITY: bool = false;
    const SWIZZLE: value::Swizzle = value::Swizzle::IDENTITY;
    const FOUND: Option<value::Swizzle> = None;
    const OFFSET: value::IntTuple = value::IntTuple::leaf(0);
    const REFUSAL: Option<&'static str> = Some(W::TEXT);
    type Wrap<L: PlainLayout> = Refusing<W>;
    type Moved<O: Int> = Self;
    type After<X: Outer> = Self;
    type Before<Y: Outer> = Self;
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
    fn after<X: Outer>(self, _: X) -> Self {
        self
    }
    fn before<Y: Outer>(self, _: Y) -> Self {
        self
    }
    fn undone(self) -> Self {
        self
    }
    fn offset(self) -> i64 {
        0
    }
    fn with_offset(_: i64) -> Self {
        Never(PhantomData)
    }
    fn composed(self, _: value::Layout) -> Option<value::ComposedLayout> {
        None
    }
}
