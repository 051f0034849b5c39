//! Elements of another width.

use super::parts::*;
use super::table::operations;
use crate::types::{Nat, Numeral, One, Reduced};

operations! {
    recasts:

    /// Groups of `N` adjacent elements become one: offsets are in units of `N` elements. CuTe's `upcast`.
    ///
    /// In a mode at stride `d` below `N`, each `N/d` coordinates fall into one group, and a partial group at its end
    /// counts: `R(c_0/m_0, c_1/m_1, ..) = floor(A(c)/N)`, where `m` is `N/d` for such a mode and 1 for all others.
    ///
    /// ```text
    /// 12:1  by 4     0 1 2 3 | 4 5 6 7 | 8 9 10 11     3:1
    ///                   0         1         2
    /// ```
    ///
    /// Refused when a stride neither divides `N` nor is a multiple of it, when a negative stride is not a multiple, and
    /// when the modes below `N` reach past a group together. A static extent at a run-time stride is unchanged: `N`
    /// must divide that stride, which is checked at run time.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((8, (4, 3)):(1, (8, 64))).upcast::<4>().to_string(), "(2,(4,3)):(1,(2,16))");
    /// let n = 24;
    /// assert_eq!(format!("{:#}", layout!((n, 2):(1, n)).upcast::<4>()), "(6,_2):(_1,6)");
    /// assert!(layout!((8, 2):(1, {n + 2})).try_upcast::<4>().is_err());
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot upcast (4,5):(1,6) by 4: the stride 6 is neither a multiple of 4 nor divides it
    /// layout!((4, 5):(1, 6)).upcast::<4>();
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot upcast 8:1 by >9223372036854775807: an integer is past 9223372036854775807
    /// layout!(8:1).upcast::<9223372036854775808>();
    /// ```
    fn upcast, try_upcast(count N) -> Upcast
    {
        through(RecastOf<A, In<N>, One>): <Numeral<N> as Nat>::Upcast<A>;
        |a| a.upcast(Extent::<N>::VALUE);
        try "layout!((8, 4):(1, n)).try_upcast::<4>()"
            8 "(2,4):(1,2)"
            6 "neither a multiple of 4 nor divides it";
        swizzled
        /// `floor(A(c)/N)` of a swizzled layout: the swizzle then moves groups of `N`. Bits that move within a group
        /// are no longer seen. Refused unless `N` is a power of 2 that divides the offset, and when bits from within a
        /// group move the group as a whole; CuTe drops these bits.
        ///
        /// ```
        /// use static_layout::*;
        /// let a = layout!(Sw<3,4,3> o 0 o (8,64):(64,1));
        /// assert_eq!(a.upcast::<4>().to_string(), "Sw<3,2,3> o 0 o (8,16):(16,1)");
        /// ```
        /// ```compile_fail,E0080
        /// use static_layout::*;
        /// // cannot upcast Sw<1,1,-4> o 0 o 64:1 by 8: Sw<1,1,-4> moves bits within the groups of 8 elements
        /// layout!(Sw<1,1,-4> o 0 o 64:1).upcast::<8>();
        /// ```
    }

    /// Every element becomes `N` adjacent ones: offsets are in units of an `N`th. The leaf of stride 1 grows; its
    /// coordinate `N i + t` is part `t` of element `i`: `R(.., N i + t, ..) = N A(.., i, ..) + t`. CuTe's `downcast`.
    ///
    /// ```text
    /// 3:1  by 4         0         1         2
    ///                0 1 2 3 | 4 5 6 7 | 8 9 10 11     12:1
    /// ```
    ///
    /// If several leaves have stride 1, the first that is not known to have one element grows; otherwise a leaf of one
    /// element grows. Refused if neither exists: the parts of an element would not be adjacent.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((3, 4):(4, 1));
    /// assert_eq!(a.downcast::<2>().to_string(), "(3,8):(8,1)");
    /// assert_eq!(a.downcast::<2>().upcast::<2>(), a);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot downcast 4:2 by 2: no stride and no extent is known to be 1
    /// layout!(4:2).downcast::<2>();
    /// ```
    fn downcast, try_downcast(count N) -> Downcast
    {
        through(RecastOf<A, One, In<N>>): <Numeral<N> as Nat>::Downcast<A>;
        |a| a.downcast(Extent::<N>::VALUE);
        swizzled
        /// `N A(c) + t` of a swizzled layout: the parts of an element stay together. Refused unless `N` is a
        /// power of 2.
        ///
        /// ```
        /// use static_layout::*;
        /// let a = layout!(Sw<3,4,3> o 16 o (8,64):(64,1));
        /// assert_eq!(a.downcast::<4>().to_string(), "Sw<3,6,3> o 64 o (8,256):(256,1)");
        /// ```
    }

    /// The layout of unchanged memory with elements of `NEW` bits instead of `OLD`: with both numbers in lowest terms,
    /// an upcast by the new number, then a downcast by the old number. CuTe's `recast_layout`.
    ///
    /// ```text
    /// 4 bits     | 0 1 2 | 3 4 5 | 6 7 8 | ..     12:1
    /// 6 bits     |  0 1  |  2 3  |  4 5  | ..      8:1
    /// ```
    ///
    /// Refused when either step is.
    ///
    /// ```
    /// use static_layout::*;
    /// let floats = layout!((16, 8):(1, 16));
    /// assert_eq!(floats.recast_bits::<32, 128>().to_string(), "(4,8):(1,4)");
    /// assert_eq!(floats.recast_bits::<32, 8>().to_string(), "(64,8):(1,64)");
    /// assert_eq!(layout!(12:1).recast_bits::<4, 6>().to_string(), "8:1");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot recast (5,3):(2,3) from 8 to 32 bits: the stride 3 is neither a multiple of 4 nor divides it
    /// layout!((5, 3):(2, 3)).recast_bits::<8, 32>();
    /// ```
    fn recast_bits, try_recast_bits(count OLD, count NEW) -> RecastBits
    {
        through(RecastOf<A, Groups<OLD, NEW>, PartsOfGroup<OLD, NEW>>): <Numeral<OLD> as Nat>::Recast<A, Numeral<NEW>>;
        |a| a.recast_bits(Extent::<OLD>::VALUE, Extent::<NEW>::VALUE);
        swizzled
        /// For a swizzled layout, an upcast, then a downcast, as for an unswizzled layout.
        ///
        /// ```
        /// use static_layout::*;
        /// fn bytes<L: AnyLayout>(halves: L) -> ops::RecastBits<L, 16, 8> {
        ///     halves.recast_bits::<16, 8>()
        /// }
        /// let halves = layout!(Sw<3,3,3> o 0 o (8,64):(64,1));
        /// assert_eq!(bytes(halves).to_string(), "Sw<3,4,3> o 0 o (8,128):(128,1)");
        /// assert_eq!(bytes(halves.plain()).to_string(), "(8,128):(128,1)");
        /// ```
    }
}

/// The offset map of `A` in groups of `G`, each in `H` parts.
pub(crate) type RecastOf<A, G, H> = <<A as Tiler>::OffsetMap as OffsetMap>::Recast<G, H>;
pub(crate) type In<const N: usize> = <Numeral<N> as Nat>::Oct;
/// The number of elements of `OLD` bits in a group.
pub(crate) type Groups<const OLD: usize, const NEW: usize> = Reduced<In<NEW>, In<OLD>>;
/// The number of parts of `NEW` bits in a group.
pub(crate) type PartsOfGroup<const OLD: usize, const NEW: usize> = Reduced<In<OLD>, In<NEW>>;

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// A number `n` such that the offsets form groups of `n` adjacent offsets, each group starting at a multiple of
    /// `n`: what one access can read, in elements. It is the greatest such number if the offsets are different and no
    /// stride is negative; modes that overlap, or meet from both sides, can form longer groups. CuTe's `max_alignment`,
    /// which looks at static integers only.
    ///
    /// ```text
    /// (4,8):(1,6)     0 1 2 3 . . 6 7 8 9 . . 12 ..     gcd(4, 6) = 2
    /// ```
    ///
    /// Never refused.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, 8):(1, 4)).max_alignment(), 32);
    /// let pitch = 6;
    /// assert_eq!(layout!((4, 8):(1, pitch)).max_alignment(), 2);
    /// ```
    #[inline]
    pub fn max_alignment(self) -> usize {
        max_alignment(self)
    }
}

#[layout_macros::at_caller]
#[inline]
pub(super) fn max_alignment<A: PlainLayout>(a: A) -> usize {
    if <A::IsStatic as Bool>::VALUE {
        const { check::integers_of::<A>().max_alignment() as usize }
    } else {
        PlainLayout::plain(a).max_alignment() as usize
    }
}
