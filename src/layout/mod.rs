//! `Layout<Shape, Stride>`: what it is, how it is made and printed.

mod any;
mod coord;
mod index;
mod mapping;
mod modes;
mod padded;
mod pair;
mod rule;
mod walk;

pub use any::AnyLayout;
pub use coord::Offsets;
pub(crate) use index::OffsetIndex;
pub use index::{Offset, SignOf};
pub use mapping::Mapping;
pub use modes::{Collapsing, Modes, Nil, Snoc};
pub(crate) use padded::BothStatic;
pub use padded::{FormOf, GuardOf, Inside, Padded};
pub use pair::{Both, BothLists, Cut, Cuts, Kept, Lists, NoModes, Pair, TilesAndRests};
pub use rule::{
    CoordinateFits, ModeExists, OrderFits, ProfileFits, SameNesting, StaticCoordinate,
    StaticLayout, StaticOrder, TilerFits,
};
pub use walk::Walk;

use crate::algebra::{
    ByLeaf, ByProfile, Copies, Order, Question, Sound, SoundProduct, Tiler, Verdict,
};
use crate::algebra::{
    CoalesceBranch, Coalescing, Compact, Compacted, Holes, Ranked, Ranking, Rest, Sorting,
};
use crate::int::{Function, Leaf, One};
use crate::num::octal::Z;
use crate::num::{Bool, Conjure};
use crate::tuple::{
    Congruence, Elements, Group, HCons, IntTuple, List, Place, Range, Replace, Structure, View,
};
use layout_core as value;

/// A layout: the shape `S`, a stride `D` nested like it, and the function
/// `(c_0, c_1, ..) -> sum c_i * d_i` from coordinates to offsets (in elements).
///
/// A layout of numerals takes no room; a `usize` leaf takes eight bytes. A linear coordinate
/// `i` names the coordinate `(i mod s_0, i / s_0 mod s_1, ..)`: the leftmost mode varies fastest.
///
/// ```
/// use static_layout::*;
/// let a = layout!((2, (2, 2)):(4, (1, 2)));
/// assert_eq!(size_of_val(&a), 0);
/// assert_eq!(a.index((1, 3)), 7);
/// assert_eq!(a.index((1, (1, 1))), 7);
/// assert_eq!(a.index(7), 7);
///
/// let n = 5;
/// let mixed = layout!((4, n):(n, 1));
/// assert_eq!(size_of_val(&mixed), 16);
/// assert_eq!(mixed.index((2, 3)), 13);
/// assert_eq!(format!("{mixed:#}"), "(_4,5):(5,_1)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout<S, D> {
    shape: S,
    stride: D,
}

// SAFETY: two tuples.
unsafe impl<S: Conjure, D: Conjure> Conjure for Layout<S, D> {}

impl<S: IntTuple + Default, D: IntTuple + Default> Default for Layout<S, D> {
    /// The only layout of a static type. The type of a refused operation, one whose stride is not
    /// congruent with its shape, or whose cosize is past `isize::MAX`, has none: this does not
    /// compile.
    #[inline(always)]
    fn default() -> Self {
        const { crate::judge::exists::<S, D>() };
        <Self as AnyLayout>::IsStatic::conjure_or(|| Layout {
            shape: S::default(),
            stride: D::default(),
        })
    }
}

impl<S: IntTuple, D: IntTuple> AnyLayout for Layout<S, D> {
    type Shape = S;
    type Stride = D;
    type IsStatic = <S::IsStatic as Bool>::And<D::IsStatic>;
    const DESC: value::Layout = value::Layout::from_parts(S::DESC, D::DESC);

    type Modes = <S::List as Walk>::Zip<D::List, Nil>;
    type Coalesced = <Self::Modes as Coalescing>::Coalesce;
    type Size = <Self::Modes as Modes>::Size;
    type Cosize = <<Self::Modes as Coalescing>::IsEmpty as CoalesceBranch>::Cosize<Self::Modes>;
    type After<A: Modes> = <S::List as ByLeaf>::Compose<D::List, A>;
    type AfterEach<A: Modes> = <Elements<S> as ByLeaf>::ComposeEach<Elements<D>, A>;
    type Holes<F: Function> = <<Self::Modes as Sorting>::Sorted as Order>::Holes<F>;
    type Divides<A: AnyLayout, F: Function> = Rest<Self, A, F>;
    type Multiplies<A: AnyLayout> =
        <Both<A::Shape, A::Stride> as Pair>::Cut<Self::After<Copies<A>>>;

    type Ask<T: Tiler, Q: Question> = T::Reply<Self, Q>;
    type Coalesce =
        <<S::List as ByProfile>::Whole<<Self::Modes as Coalescing>::Fewest> as Pair>::Layout;
    type CoalesceBy<P: IntTuple> =
        <<View<P> as ByProfile>::CoalesceBy<S::List, D::List> as Pair>::Layout;
    type Complement<M: Leaf, F: Function> =
        <<ClosedHoles<Self, M, F> as Collapsing>::Pair as Pair>::Layout;
    type SoundComplement<M: Leaf, F: Function> = <<<Self::Modes as Sound>::Proper as Bool>::And<
        <Snoc<Nil, M::In, One> as Sound>::Proper,
    > as Verdict>::LayoutOr<Self::Complement<M, F>>;
    type Blocked<B: AnyLayout> = B::SoundBlockedBy<Self>;
    type SoundBlockedBy<A: AnyLayout> =
        <SoundProduct<A, Self> as Verdict>::LayoutOr<Self::BlockedBy<A>>;
    type SoundRakedBy<A: AnyLayout> =
        <SoundProduct<A, Self> as Verdict>::LayoutOr<Self::RakedBy<A>>;
    type BlockedBy<A: AnyLayout> = <<<Self::AfterEach<Copies<A>> as Lists>::Blocked<
        Beside<S, A::Shape>,
        Beside<D, A::Stride>,
    > as Lists>::Tuple as Pair>::Layout;
    type Raked<B: AnyLayout> = B::SoundRakedBy<Self>;
    type RakedBy<A: AnyLayout> = <<<Self::AfterEach<Copies<A>> as Lists>::Raked<
        Beside<S, A::Shape>,
        Beside<D, A::Stride>,
    > as Lists>::Tuple as Pair>::Layout;

    type Flatten = Layout<<S::List as Structure>::Flat, <D::List as Structure>::Flat>;
    type Mode<I: Place> = Layout<I::Get<Elements<S>>, I::Get<Elements<D>>>;
    type Get<P: IntTuple> =
        Layout<<View<P> as Structure>::Path<S>, <View<P> as Structure>::Path<D>>;
    type Replace<I: Place, B: AnyLayout> =
        Layout<Replace<S, I, B::Shape>, Replace<D, I, B::Stride>>;
    type Select<I: IntTuple> = Layout<Selected<I, S>, Selected<I, D>>;
    type Take<B: Place, E: Place> =
        Layout<<Range<S, B, E> as List>::Tuple, <Range<D, B, E> as List>::Tuple>;
    type Group<B: Place, E: Place> = Layout<Group<S, B, E>, Group<D, B, E>>;
    type Slice<C: IntTuple> =
        Layout<<View<C> as Structure>::Slice<S>, <View<C> as Structure>::Slice<D>>;
    type Append<B: AnyLayout> = Layout<Appended<S, B::Shape>, Appended<D, B::Stride>>;
    type Prepend<B: AnyLayout> = Layout<Prepended<S, B::Shape>, Prepended<D, B::Stride>>;
    type Concat<B: AnyLayout> = Layout<(S, B::Shape), (D, B::Stride)>;

    #[inline(always)]
    fn shape(self) -> S {
        self.shape
    }
    #[inline(always)]
    fn stride(self) -> D {
        self.stride
    }
    #[inline(always)]
    fn from_parts(shape: S, stride: D, _: crate::judge::Trusted) -> Self {
        Layout { shape, stride }
    }
}

type ClosedHoles<A, M, F> =
    <<A as AnyLayout>::Holes<crate::int::Quotient> as Holes>::Close<F, <M as Leaf>::In>;
type Selected<I, X> = <<View<I> as Structure>::Select<Elements<X>> as List>::Tuple;
/// The elements of `X`, of `A` in a product with `S`.
type Beside<S, X> = <View<S> as Structure>::Beside<View<X>>;
type Appended<X, Y> = <<View<X> as Structure>::Then<Y> as List>::Tuple;
type Prepended<X, Y> = <HCons<Y, Elements<X>> as List>::Tuple;

/// `S` with compact strides, leftmost fastest.
pub type ColMajor<S> = Layout<S, <<View<S> as Compact>::Left<One> as Compacted>::Stride>;
/// `S` with compact strides, rightmost fastest.
pub type RowMajor<S> = Layout<S, <<View<S> as Compact>::Right<One> as Compacted>::Stride>;
/// `S` with compact strides in the order `O`.
pub type Ordered<S, O> = Layout<
    S,
    <<View<O> as Compact>::Ordered<
        View<S>,
        <<View<O> as Compact>::Ranks<View<S>, Ranked<Nil, Z>> as Ranking>::Leaves,
        Z,
    > as Compacted>::Stride,
>;

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The layout `shape:stride`.
    ///
    /// # Panics
    /// When the layout is not static and its size or cosize does not fit `isize`; a static one
    /// does not compile then. [`try_new`](Self::try_new) returns the error instead.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::new((4, typenum::U8::new()), (typenum::U1::new(), 4));
    /// assert_eq!(a.to_string(), "(4,8):(1,4)");
    /// ```
    /// A stride with another nesting does not compile:
    /// ```compile_fail,E0277
    /// static_layout::Layout::new((2, (2, 2)), (4, 1));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn new(shape: S, stride: D) -> Self
    where
        <S::List as Congruence>::Congruent<D::List>: SameNesting,
    {
        const { crate::judge::exists_if_static::<Self>() };
        crate::judge::settle(crate::judge::made(Layout { shape, stride }))
    }

    /// The layout `shape:stride`, unless its size or cosize does not fit `isize`.
    ///
    /// ```
    /// use static_layout::*;
    /// let refused = Layout::try_new((4, 4), (1, usize::MAX / 4)).unwrap_err();
    /// assert!(refused.to_string().contains("4611686018427387903"));
    /// ```
    #[inline(always)]
    pub fn try_new(shape: S, stride: D) -> Result<Self, value::LayoutError>
    where
        <S::List as Congruence>::Congruent<D::List>: SameNesting,
    {
        const { crate::judge::exists_if_static::<Self>() };
        crate::judge::made(Layout { shape, stride })
    }

    /// The layout `shape:stride`; the caller vouches for the nesting.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn checked(shape: S, stride: D) -> Self {
        const { crate::judge::not_refused::<Self>() };
        crate::judge::settle(crate::judge::made(Layout { shape, stride }))
    }

    /// The extents.
    #[inline(always)]
    pub fn shape(self) -> S {
        self.shape
    }

    /// The strides, nested like the shape.
    #[inline(always)]
    pub fn stride(self) -> D {
        self.stride
    }

    /// The same layout on plain integers.
    ///
    /// ```
    /// use static_layout::*;
    /// let d = layout!((2, (2, 2)):(4, (1, 2))).to_dynamic();
    /// assert_eq!(d, "(2,(2,2)):(4,(1,2))".parse::<dynamic::Layout>().unwrap());
    /// ```
    #[inline]
    pub fn to_dynamic(self) -> value::Layout {
        AnyLayout::to_dynamic(self)
    }

    /// The layout of this type with the integers of `layout`, unless its nesting or one of the
    /// static integers differs.
    ///
    /// ```
    /// use static_layout::*;
    /// let d: dynamic::Layout = "(8,5):(1,8)".parse().unwrap();
    /// let a = <Layout!((8, ?):(1, 8))>::from_dynamic(&d).unwrap();
    /// assert_eq!(a.index((1, 2)), 17);
    /// let refused = <Layout!((4, ?):(1, 4))>::from_dynamic(&d).unwrap_err();
    /// assert!(refused.to_string().contains("(4,?):(1,4)"), "{refused}");
    /// ```
    pub fn from_dynamic(layout: &value::Layout) -> Result<Self, value::LayoutError> {
        const { crate::judge::exists::<S, D>() };
        crate::judge::read_dynamic(layout)
    }
}

/// The compact layout of a shape: judged in `const` and conjured if it is static, otherwise computed.
macro_rules! compact {
    ($shape:ident: $S:ident, $out:ty, |$s:ident| $ask:expr) => {{
        const {
            crate::judge::possible::<$S, ()>();
            if <$S::IsStatic as Bool>::VALUE {
                let $s = $S::DESC;
                crate::judge::agree($ask, &<$out as AnyLayout>::DESC)
            }
        };
        crate::judge::settle(<$S::IsStatic as Bool>::try_conjure_or(|| {
            let $s = $shape.plain();
            crate::judge::answer($ask)
        }))
    }};
}

/// Constructors that take a shape and find the stride. Written on a layout with an empty stride so
/// that `Layout::col_major(shape)` names one type.
impl Layout<(), ()> {
    /// Compact strides, leftmost fastest: `d_i = s_0 * .. * s_{i-1}`.
    ///
    /// A static extent of 1 gets stride 0. A stride is static as far as the extents before it are.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// let a = Layout::col_major(shape!(4, n, 2));
    /// assert_eq!(format!("{a:#}"), "(_4,3,_2):(_1,_4,12)");
    /// ```
    #[inline]
    #[track_caller]
    pub fn col_major<S: IntTuple>(shape: S) -> ColMajor<S> {
        compact!(shape: S, ColMajor<S>, |shape| value::Layout::col_major(shape))
    }

    /// Compact strides, rightmost fastest: `d_i = s_{i+1} * .. * s_last`.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::row_major(shape!(4, (2, 3)));
    /// assert_eq!(a.to_string(), "(4,(2,3)):(6,(3,1))");
    /// ```
    #[inline]
    #[track_caller]
    pub fn row_major<S: IntTuple>(shape: S) -> RowMajor<S> {
        compact!(shape: S, RowMajor<S>, |shape| value::Layout::row_major(shape))
    }

    /// Compact strides, the leaf with the least `order` fastest; equal ones from left to right. An
    /// order that stops above the leaves holds for all below it.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::ordered(shape!(4, 2, 3), shape!(2, 0, 1));
    /// assert_eq!(a.to_string(), "(4,2,3):(6,1,2)");
    /// ```
    #[inline]
    #[track_caller]
    pub fn ordered<S: IntTuple, O: IntTuple>(shape: S, order: O) -> Ordered<S, O>
    where
        <O::List as Congruence>::Weakly<S::List>: OrderFits,
        O::IsStatic: StaticOrder,
    {
        let _ = order;
        compact!(shape: S, Ordered<S, O>, |shape| value::Layout::ordered(shape, O::DESC))
    }
}

impl<S: IntTuple, D: IntTuple> core::fmt::Display for Layout<S, D> {
    /// `{}` is the notation; `{:#}` marks static leaves.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let layout = AnyLayout::plain(*self);
        if f.alternate() { f.write_str(layout.marked().as_str()) } else { layout.fmt(f) }
    }
}
impl<S: IntTuple, D: IntTuple> core::fmt::Debug for Layout<S, D> {
    /// As [`Display`](core::fmt::Display).
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}
