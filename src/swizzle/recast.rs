//! Swizzled layouts of wider or narrower elements, and their inverses.

use super::{ComposedLayout, Id, Outer, Swizzle, Through};
use crate::algebra::{CarriedBy, RecastBranch, Reduced};
use crate::int::{Difference, Int, Leaf, Logarithm, Map, One, Product, Sum};
use crate::judge::{self, carried};
use crate::layout::{AnyLayout, Nil, PlainLayout, Snoc};
use crate::num::octal::Z;
use crate::num::{Bool, Count, Number};
use crate::ops;
use layout_core::{self as value, LayoutError};
use typenum::U0;

/// `log2 G`.
type Bits<G> = Map<Logarithm, G, Z>;
/// The number of bits that are left of `B` when elements become groups of `G`.
type Kept<B, M, G> = Map<Difference, B, Map<Difference, Bits<G>, M>>;
type Divided<O, G> = <<O as Int>::IsNegative as RecastBranch>::Steps<O, G>;

/// What offsets in groups of `G` go through.
type Up<B, M, S, O, G> = Through<
    Swizzle<
        <Kept<<B as Leaf>::In, <M as Leaf>::In, G> as Int>::Leaf,
        <Map<Difference, <M as Leaf>::In, Bits<G>> as Int>::Leaf,
        S,
    >,
    <Divided<<O as Leaf>::In, G> as Int>::Leaf,
>;
/// What offsets of `G` parts go through.
type Down<B, M, S, O, G> = Through<
    Swizzle<B, <Map<Sum, <M as Leaf>::In, Bits<G>> as Int>::Leaf, S>,
    <Map<Product, <O as Leaf>::In, G> as Int>::Leaf,
>;
/// What offsets in groups of `G`, in `H` parts each, go through.
type Both<B, M, S, O, G, H> = Through<
    Swizzle<
        <Kept<<B as Leaf>::In, <M as Leaf>::In, G> as Int>::Leaf,
        <Map<Sum, Map<Difference, <M as Leaf>::In, Bits<G>>, Bits<H>> as Int>::Leaf,
        S,
    >,
    <Map<Product, Divided<<O as Leaf>::In, G>, H> as Int>::Leaf,
>;
type Of<const N: usize> = <Count<N> as Number>::In;
/// What the offsets of `R`, after a swizzle, go through.
type Undone<R, B, M, S> = CarriedBy<
    <R as PlainLayout>::Coalesced,
    Snoc<Nil, <R as PlainLayout>::Size, One>,
    Nil,
    B,
    M,
    S,
    U0,
>;

macro_rules! alone {
    ($($(#[$doc:meta])* $method:ident, $try_method:ident [$($N:ident),*] ($($argument:expr),*)
        -> $X:ty, $R:ty;)*) => {
        #[layout_macros::at_caller]
        impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout>
            ComposedLayout<Swizzle<B, M, S>, O, L>
        {$(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $method<$(const $N: usize),*>(self) -> <$X as Outer>::Wrap<$R>
            where
                $(Count<$N>: Number,)*
            {
                const { Self::ask::<$X, $R>(&Self::DESC.$method($($argument),*)) };
                judge::settle(<Self as AnyLayout>::IsStatic::try_conjure_or(|| {
                    carried::filled::<$X, $R>(self.value().$method($($argument),*))
                }))
                .wrap(Id)
            }

            #[doc = concat!("[`", stringify!($method), "`](Self::", stringify!($method), "), with the \
                refusal of run-time integers as an error.")]
            #[inline(always)]
            pub fn $try_method<$(const $N: usize),*>(
                self,
            ) -> Result<<$X as Outer>::Wrap<$R>, LayoutError>
            where
                $(Count<$N>: Number,)*
            {
                const { Self::ask::<$X, $R>(&Self::DESC.$method($($argument),*)) };
                <Self as AnyLayout>::IsStatic::try_conjure_or(|| {
                    carried::filled::<$X, $R>(self.value().$method($($argument),*))
                })
                .map(|parts| parts.wrap(Id))
            }
        )*}
    };
}
alone! {
    /// [`Layout::upcast`](crate::Layout::upcast), `floor(A(c)/N)`: what is swizzled then are groups of
    /// `N`. Bits that move within a group are no longer seen.
    ///
    /// Refused unless `N` is a power of 2 that divides the offset, and where bits from within a group
    /// move the group as a whole; CuTe drops these.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<3,4,3> o 0 o (8,64):(64,1));
    /// assert_eq!(a.upcast::<4>().to_string(), "Sw<3,2,3> o 0 o (8,16):(16,1)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot upcast Sw<1,1,-4> o 0 o 64:1 by 8: Sw<1,1,-4> moves a part of the 8 elements
    /// layout!(Sw<1,1,-4> o 0 o 64:1).upcast::<8>();
    /// ```
    upcast, try_upcast [N] (Count::<N>::VALUE) -> Up<B, M, S, O, Of<N>>, ops::Upcast<L, N>;

    /// [`Layout::downcast`](crate::Layout::downcast), `N A(c) + t`: the parts of an element stay together.
    ///
    /// Refused unless `N` is a power of 2.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<3,4,3> o 16 o (8,64):(64,1));
    /// assert_eq!(a.downcast::<4>().to_string(), "Sw<3,6,3> o 64 o (8,256):(256,1)");
    /// ```
    downcast, try_downcast [N] (Count::<N>::VALUE) -> Down<B, M, S, O, Of<N>>, ops::Downcast<L, N>;

    /// [`Layout::recast_bits`](crate::Layout::recast_bits): with both numbers in lowest terms, an upcast
    /// by the new one, then a downcast by the old one.
    ///
    /// ```
    /// use static_layout::*;
    /// let halves = layout!(Sw<3,3,3> o 0 o (8,64):(64,1));
    /// assert_eq!(halves.recast_bits::<16, 8>().to_string(), "Sw<3,4,3> o 0 o (8,128):(128,1)");
    /// ```
    recast_bits, try_recast_bits [OLD, NEW] (Count::<OLD>::VALUE, Count::<NEW>::VALUE)
        -> Both<B, M, S, O, Reduced<Of<NEW>, Of<OLD>>, Reduced<Of<OLD>, Of<NEW>>>,
        ops::RecastBits<L, OLD, NEW>;

    /// [`Layout::right_inverse`](crate::Layout::right_inverse): the layout `R` with `self(R(k)) = k` for
    /// every `k` below its size, that of the layout inside after the swizzle.
    ///
    /// Refused unless the offset is 0, the swizzle maps the range `0..|R|` onto itself, and the inverse of
    /// the layout inside carries each bit that it moves to one bit.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<3,0,3> o 0 o (8,8):(8,1));
    /// let r = a.right_inverse();
    /// assert_eq!(r.to_string(), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
    /// assert!((0..64).all(|k| a.index(r.index(k)) == k));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no right inverse of Sw<1,2,1> o 0 o 12:1: Sw<1,2,1> leads out of 0..12
    /// layout!(Sw<1,2,1> o 0 o 12:1).right_inverse();
    /// ```
    right_inverse, try_right_inverse [] () -> Undone<L::RightInverse, B, M, S>, L::RightInverse;

    /// [`Layout::left_inverse`](crate::Layout::left_inverse): the layout `l` with `l(self(i)) = i` for
    /// every linear index `i`; refused like [`right_inverse`](Self::right_inverse).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<3,0,3> o 0 o (8,8):(8,1));
    /// let l = a.left_inverse();
    /// assert!((0..64).all(|i| l.index(a.index(i)) == i));
    /// ```
    left_inverse, try_left_inverse [] () -> Undone<L::LeftInverse, B, M, S>, L::LeftInverse;

    /// [`Layout::inverse`](crate::Layout::inverse) of a bijection onto `[0, size)`, from both sides; refused
    /// like [`right_inverse`](Self::right_inverse).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<3,0,3> o 0 o (8,8):(8,1));
    /// assert_eq!(a.inverse().to_string(), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
    /// assert_eq!(a.inverse().inverse(), a);
    /// ```
    inverse, try_inverse [] () -> Undone<L::Inverse, B, M, S>, L::Inverse;
}

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> ComposedLayout<Swizzle<B, M, S>, O, L> {
    pub(super) const DESC: value::ComposedLayout =
        value::ComposedLayout::from_parts(Swizzle::<B, M, S>::VALUE, O::DESC, L::DESC);

    /// Stops the compiler unless the operation of these types has the answer.
    #[track_caller]
    const fn ask<X: Outer, R: PlainLayout>(answer: &Result<value::ComposedLayout, LayoutError>) {
        carried::check::<X, R>(<Self as AnyLayout>::IsStatic::VALUE, answer)
    }

    /// On plain integers; run-time ones are there, unknown.
    pub(super) fn value(self) -> value::ComposedLayout {
        let mut offset = O::DESC;
        offset.set_value(0, self.split().0.offset());
        value::ComposedLayout::from_parts(Swizzle::<B, M, S>::VALUE, offset, self.plain().plain())
    }

    /// How many elements lie side by side in this layout and in `b`, at the same coordinates: what the
    /// layout inside has in common with `b`, but not more than `2^M`, and from the offset on. CuTe's
    /// `max_common_vector`.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,3,3> o 0 o (8,32):(32,1));
    /// assert_eq!(a.max_common_vector(layout!((8,32):(32,1))), 8);
    /// ```
    #[inline]
    #[track_caller]
    pub fn max_common_vector<A: PlainLayout>(self, b: A) -> usize {
        judge::settle(self.value().max_common_vector(&b.plain())) as usize
    }

    /// The common divisor of [`Layout::max_alignment`](crate::Layout::max_alignment) of the layout inside,
    /// `2^M` and the offset: the offsets are whole groups of as many adjacent ones, each starting at a
    /// multiple of it.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!(Sw<2,3,3> o 0 o (8,32):(32,1)).max_alignment(), 8);
    /// ```
    #[inline]
    pub fn max_alignment(self) -> usize {
        self.value().max_alignment() as usize
    }
}
