//! A swizzle after a swizzle.

use super::offset_map::Allowing;
use super::{Bit, ReadFrom, Swizzle, SwizzleMap, WrittenFrom};
use crate::check;
use crate::num::int::{Difference, Equal, Int, Leaf, Map, Mod, NotMore, Sum, Test, ZeroOr, rule};
use crate::num::octal::Z;
use crate::num::{Bool, static_value};
use crate::types::Possible;

/// `A` if `C` is true, otherwise `B`.
type Pick<C, A, B> = Map<Sum, <<C as Bool>::Not as ZeroOr>::Or<A>, <C as ZeroOr>::Or<B>>;
/// `|A - B|`.
type Apart<A, B> = Map<Sum, Map<Difference, A, B>, Map<Difference, B, A>>;
type Lower<A, B> = Map<Difference, A, Map<Difference, A, B>>;
type Same<A, B> = <Apart<A, B> as Int>::IsZero;

/// The run of bits from `M` on, below `E`, and another one: those that are in one of the two. It is a run
/// where they start or end together, or one ends where the other starts.
type Start<M0, E0, M1, E1> = Pick<Same<M0, M1>, Lower<E0, E1>, Lower<M0, M1>>;
type Count<B0, M0, E0, B1, M1, E1> =
    Pick<<Same<M0, M1> as Bool>::Or<Same<E0, E1>>, Apart<B0, B1>, Map<Sum, B0, B1>>;
type End<B, M> = Map<Sum, M, B>;
/// `N`, or 0 where no bit is left.
type Left<B, N> = <<B as Int>::IsZero as ZeroOr>::Or<N>;

type Bits<B0, M0, B1, M1> = Count<B0, M0, End<B0, M0>, B1, M1, End<B1, M1>>;
type Base<B0, M0, B1, M1> = Pick<
    <B0 as Int>::IsZero,
    M1,
    Pick<
        <B1 as Int>::IsZero,
        M0,
        Left<Bits<B0, M0, B1, M1>, Start<M0, End<B0, M0>, M1, End<B1, M1>>>,
    >,
>;

/// `Swizzle<B, M, S>` after `Swizzle<B1, M1, S1>`.
pub type After<B, M, S, B1, M1, S1> = Swizzle<
    <Bits<<B as Leaf>::In, <M as Leaf>::In, <B1 as Leaf>::In, <M1 as Leaf>::In> as Int>::Leaf,
    <Base<<B as Leaf>::In, <M as Leaf>::In, <B1 as Leaf>::In, <M1 as Leaf>::In> as Int>::Leaf,
    <Pick<<<B as Leaf>::In as Int>::IsZero, <S1 as Leaf>::In, <S as Leaf>::In> as Int>::Leaf,
>;

/// The runs of `B0` bits from `F` on and of `B1` from `T` on have no bit in common.
type Disjoint<B0, F, B1, T> =
    <Known<NotMore, End<B0, F>, T> as Bool>::Or<Known<NotMore, End<B1, T>, F>>;
type Known<R, A, B> = <Test<R, A, B> as Possible>::Holds;
/// The bits of the two runs that are in one of them are a run, no longer than the shift `S`.
type IsRun<B0, M0, B1, M1, S> =
    <<<Same<M0, M1> as Bool>::Or<Same<End<B0, M0>, End<B1, M1>>> as Bool>::Or<
        <Same<End<B0, M0>, M1> as Bool>::Or<Same<End<B1, M1>, M0>>,
    > as Bool>::And<Known<NotMore, Bits<B0, M0, B1, M1>, <<S as Leaf>::In as Int>::Magnitude>>;
/// `Swizzle<B, M, S>` after `Swizzle<B1, M1, S1>` is a swizzle.
type Merges<B, M, S, B1, M1, S1> = <<<B as Leaf>::In as Int>::IsZero as Bool>::Or<
    <<<B1 as Leaf>::In as Int>::IsZero as Bool>::Or<
        <<Known<Equal, <S as Leaf>::In, <S1 as Leaf>::In> as Bool>::And<
            Disjoint<<B1 as Leaf>::In, WrittenFrom<M1, S1>, <B as Leaf>::In, ReadFrom<M, S>>,
        > as Bool>::And<
            IsRun<<B as Leaf>::In, <M as Leaf>::In, <B1 as Leaf>::In, <M1 as Leaf>::In, S>,
        >,
    >,
>;
/// Adding `O` leaves the bits alone that the swizzle reads and changes.
type Commutes<O, B, M, S> = <<B as Int>::IsZero as Bool>::Or<
    Known<
        Equal,
        Map<Mod, <O as Int>::Magnitude, Bit<Map<Sum, End<B, M>, <S as Int>::Magnitude>>>,
        Z,
    >,
>;

/// `Swizzle<B, M, S>` after `O` after `Swizzle<B1, M1, S1>` after `O1`, as one swizzle of one offset.
pub type Merged<B, M, S, O, B1, M1, S1, O1> = <<Merges<B, M, S, B1, M1, S1> as Bool>::And<
    Commutes<<O as Leaf>::In, <B1 as Leaf>::In, <M1 as Leaf>::In, <S1 as Leaf>::In>,
> as Allowing>::Or<
    rule::Twice,
    SwizzleMap<
        After<B, M, S, B1, M1, S1>,
        <Map<Sum, <O as Leaf>::In, <O1 as Leaf>::In> as Int>::Leaf,
    >,
>;

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, S: Leaf> Swizzle<B, M, S> {
    /// This swizzle after `first`, for equal shifts: the bits of both. CuTe's `composition`.
    ///
    /// Refused when the shifts differ, when `first` changes bits that this one reads, and when the bits
    /// of both together are no run.
    ///
    /// ```
    /// use static_layout::typenum::{U0, U1, U2, U3};
    /// use static_layout::*;
    /// let (upper, lower) = (Swizzle::<U1, U2, U3>::new(), Swizzle::<U2, U0, U3>::new());
    /// let both: Swizzle<U3, U0, U3> = upper.after(lower);
    /// assert_eq!(both.apply(0b101_010), upper.apply(lower.apply(0b101_010)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::typenum::{U0, U1};
    /// use static_layout::*;
    /// // no swizzle is Sw<1,0,1> after Sw<1,1,1>: the one reads bits that the other has changed
    /// Swizzle::<U1, U0, U1>::new().after(Swizzle::<U1, U1, U1>::new());
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn after<B1: Leaf, M1: Leaf, S1: Leaf>(
        self,
        first: Swizzle<B1, M1, S1>,
    ) -> After<B, M, S, B1, M1, S1> {
        let _ = first;
        const {
            check::merged(
                Self::VALUE.after(&Swizzle::<B1, M1, S1>::VALUE),
                After::<B, M, S, B1, M1, S1>::FOUND,
            )
        };
        static_value()
    }
}
