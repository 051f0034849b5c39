//! The composition of two swizzles.
//!
//! `Sw<B,M,S>` after `Sw<B1,M1,S1>` is one swizzle if the shifts are equal, the first one changes no bit that the
//! second one reads, and the bits that exactly one of them changes are one run no longer than the shift:
//!
//! ```text
//! Sw<1,2,3> after Sw<2,0,3>    changed bits  2 | 1 0    Sw<3,0,3>
//! Sw<3,0,3> after Sw<1,2,3>    bit 2 twice: not at all  Sw<2,0,3>
//! ```

use super::{Swizzle, SwizzleMap};
use crate::types::check;
use crate::types::num::int::{Difference, Int, Leaf, Map, Sum, ZeroOr};
use crate::types::num::{Bool, static_value};

/// `A` if `C` is true, otherwise `B`: both are evaluated, and one of them replaced by 0.
type IfElse<C, A, B> = Map<Sum, <<C as Bool>::Not as ZeroOr>::Or<A>, <C as ZeroOr>::Or<B>>;
/// `|A - B|`.
type Distance<A, B> = Map<Sum, Map<Difference, A, B>, Map<Difference, B, A>>;
/// `min(A, B)`.
type Lower<A, B> = Map<Difference, A, Map<Difference, A, B>>;
/// `A = B`.
type IsSame<A, B> = <Distance<A, B> as Int>::IsZero;

// The bits in exactly one of the runs `M0..E0` and `M1..E1`. They are a run if both start together, or end together, or
// one ends where the other starts.
/// The number of the first of these bits.
type RunStart<M0, E0, M1, E1> = IfElse<IsSame<M0, M1>, Lower<E0, E1>, Lower<M0, M1>>;
/// The number of these bits.
type RunLength<B0, M0, E0, B1, M1, E1> =
    IfElse<<IsSame<M0, M1> as Bool>::Or<IsSame<E0, E1>>, Distance<B0, B1>, Map<Sum, B0, B1>>;
/// The end of the run of `B` bits from bit `M` on.
type RunEnd<B, M> = Map<Sum, M, B>;
/// `N`, or 0 if `B = 0`.
type OrZero<B, N> = <<B as Int>::IsZero as ZeroOr>::Or<N>;

/// `B` of the composition.
type MergedBits<B0, M0, B1, M1> = RunLength<B0, M0, RunEnd<B0, M0>, B1, M1, RunEnd<B1, M1>>;
/// `M` of the composition: that of the other swizzle if one of them has no bits.
type MergedBase<B0, M0, B1, M1> = IfElse<
    <B0 as Int>::IsZero,
    M1,
    IfElse<
        <B1 as Int>::IsZero,
        M0,
        OrZero<MergedBits<B0, M0, B1, M1>, RunStart<M0, RunEnd<B0, M0>, M1, RunEnd<B1, M1>>>,
    >,
>;

/// The composition `Swizzle<B, M, S>` after `Swizzle<B1, M1, S1>`, if it is a swizzle.
pub type MergedSwizzle<B, M, S, B1, M1, S1> = Swizzle<
    <MergedBits<<B as Leaf>::In, <M as Leaf>::In, <B1 as Leaf>::In, <M1 as Leaf>::In> as Int>::Leaf,
    <MergedBase<<B as Leaf>::In, <M as Leaf>::In, <B1 as Leaf>::In, <M1 as Leaf>::In> as Int>::Leaf,
    <IfElse<<<B as Leaf>::In as Int>::IsZero, <S1 as Leaf>::In, <S as Leaf>::In> as Int>::Leaf,
>;

/// The composition `x -> Swizzle<B, M, S>(O + Swizzle<B1, M1, S1>(O1 + x))` as one map.
pub type MergedMap<B, M, S, O, B1, M1, S1, O1> = SwizzleMap<
    MergedSwizzle<B, M, S, B1, M1, S1>,
    <Map<Sum, <O as Leaf>::In, <O1 as Leaf>::In> as Int>::Leaf,
>;

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, S: Leaf> Swizzle<B, M, S> {
    /// The composition `x -> self(first(x))`. CuTe's `composition`.
    ///
    /// # Compile errors
    /// If the shifts differ, if `first` changes a bit that `self` reads, or if the bits that exactly one of them
    /// changes are not one run.
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
    ) -> MergedSwizzle<B, M, S, B1, M1, S1> {
        let _ = first;
        const {
            check::merged(
                Self::VALUE.after(&Swizzle::<B1, M1, S1>::VALUE),
                MergedSwizzle::<B, M, S, B1, M1, S1>::FOUND,
            )
        };
        static_value()
    }
}
