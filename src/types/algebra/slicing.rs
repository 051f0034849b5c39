//! Slices of axes, as NumPy has them: an index, `_` for the whole axis, or `start:stop:step`.
//!
//! ```text
//! step > 0     from max(0, min(start, n)) up to max(0, min(stop, n)), negative ones counted from n
//! step < 0     from max(-1, min(start, n-1)) down to max(-1, min(stop, n-1))
//! extent       ceil(max(0, span) / |step|)
//! ```
//!
//! Slices of whole fractals, as Ascend C has them: of a mode `(c, n)`, `n` fractals of `c` elements.
//!
//! ```text
//! n : d        from f, e elements      min(n - f, e) : d
//! (c, n) : ..                          (c, ceil(min(c n - f, e) / c)) : ..
//! ```

use super::axes::{Axes, Axis, AxisOf, MisfitAxes};
use super::{Evaluated, OneBranch};
use crate::types::layout::{Both, Lists, Modes, NoModes, Pair, Snoc};
use crate::types::num::int::{CeilOf, Int, Leaf, Map, Max, Min, Minus, One, Product, Sum};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};

/// A slice, a tuple of slices, or a bound of a range.
pub trait Slicing {
    /// `L`, then the axes `S:D` sliced by these slices. Axes without a slice stay whole.
    type Slices<S: List, D: List, L: Modes>: Modes;
    /// `L`, then the axis `A` sliced by this slice.
    type Take<A: Axis, L: Modes>: Modes;
    /// This bound in an axis of extent `S`, clamped to `Low..=High`; `Open` for `_`.
    type Bound<S: Int, Low: Int, High: Int, Open: Int>: Int;
    /// `L`, then the range of the axis `A` from the bound `B` to this bound in steps of `K`.
    type Range<B: List, K: List, A: Axis, L: Modes>: Modes;
    /// `L`, then the range `B..E` of the axis `A` in steps of this integer.
    type Steps<B: List, E: List, A: Axis, L: Modes>: Modes;
    /// `O` plus the offset of the first element of the axes `S:D` sliced by these slices.
    type Firsts<S: List, D: List, O: Int>: Int;
    /// The offset of the first element of the axis `A` sliced by this slice.
    type First<A: Axis>: Int;
    /// The offset of the first element of the range from `B` to this bound in steps of `K`.
    type FirstOf<B: List, K: List, A: Axis>: Int;
    /// The offset of the first element of the range `B..E` in steps of this integer.
    type FirstStep<B: List, E: List, A: Axis>: Int;
    /// `E` elements of the mode `S:D` from this coordinate on.
    type FractalPart<E: IntTuple, S: List, D: List>: Pair;
    /// `E` elements of the modes `S:D` from this coordinate on.
    type FractalParts<E: List, S: List, D: List>: Lists;
    /// `E` elements of this axis from `F` on.
    type FractalAxis<F: Int, E: Int, D: List>: Pair;
}
impl<I: Leaf> Slicing for Atom<I> {
    // One slice that is not in a tuple takes the first axis.
    type Slices<S: List, D: List, L: Modes> =
        <S::Tail as Axes>::AsAxes<D::Tail, Self::Take<AxisOf<S::Head, D>, L>>;
    type Take<A: Axis, L: Modes> = L;
    // A negative bound counts from the end; then the bound is clamped, as in Python.
    type Bound<S: Int, Low: Int, High: Int, Open: Int> = Map<
        Min,
        Map<Max, <<I::In as Int>::IsNegative as Direction>::FromStart<S, I::In>, Low>,
        High,
    >;
    type Range<B: List, K: List, A: Axis, L: Modes> = K::Steps<B, Self, A, L>;
    type Steps<B: List, E: List, A: Axis, L: Modes> = A::Taken<B, E, I::In, L>;
    type Firsts<S: List, D: List, O: Int> = Map<Sum, O, Self::First<AxisOf<S::Head, D>>>;
    type First<A: Axis> = A::At<I::In>;
    type FirstOf<B: List, K: List, A: Axis> = K::FirstStep<B, Self, A>;
    type FirstStep<B: List, E: List, A: Axis> = A::First<B, E, I::In>;
    type FractalPart<E: IntTuple, S: List, D: List> = S::FractalAxis<I::In, E::Integer, D>;
    type FractalParts<E: List, S: List, D: List> = NoModes;
    // An axis that is a leaf has no fractals: its extent is only clipped.
    type FractalAxis<F: Int, E: Int, D: List> = PlainAxis<ClippedExtent<I::In, F, E>, D::Tuple>;
}
impl Slicing for KeepView {
    type Slices<S: List, D: List, L: Modes> = S::AsAxes<D, L>;
    type Take<A: Axis, L: Modes> = A::Onto<L>;
    type Bound<S: Int, Low: Int, High: Int, Open: Int> = Open;
    type Range<B: List, K: List, A: Axis, L: Modes> = K::Steps<B, Self, A, L>;
    // The step of a range must be an integer.
    type Steps<B: List, E: List, A: Axis, L: Modes> = Snoc<L, MisfitAxes, MisfitAxes>;
    type Firsts<S: List, D: List, O: Int> = O;
    type First<A: Axis> = Z;
    type FirstOf<B: List, K: List, A: Axis> = K::FirstStep<B, Self, A>;
    type FirstStep<B: List, E: List, A: Axis> = MisfitAxes;
    type FractalPart<E: IntTuple, S: List, D: List> = Both<(), ()>;
    type FractalParts<E: List, S: List, D: List> = NoModes;
    type FractalAxis<F: Int, E: Int, D: List> = Both<(), ()>;
}
impl<H: IntTuple, T: List> Slicing for HCons<H, T> {
    type Slices<S: List, D: List, L: Modes> =
        T::Slices<S::Tail, D::Tail, <ListOf<H> as Slicing>::Take<AxisOf<S::Head, D>, L>>;
    // A range is `(start, stop, step)`: dispatches on the stop, then on the step.
    type Take<A: Axis, L: Modes> =
        <ListOf<T::Head> as Slicing>::Range<ListOf<H>, ListOf<<T::Tail as List>::Head>, A, L>;
    type Bound<S: Int, Low: Int, High: Int, Open: Int> = MisfitAxes;
    type Range<B: List, K: List, A: Axis, L: Modes> = Snoc<L, MisfitAxes, MisfitAxes>;
    type Steps<B: List, E: List, A: Axis, L: Modes> = Snoc<L, MisfitAxes, MisfitAxes>;
    type Firsts<S: List, D: List, O: Int> =
        T::Firsts<S::Tail, D::Tail, Map<Sum, O, <ListOf<H> as Slicing>::First<AxisOf<S::Head, D>>>>;
    type First<A: Axis> =
        <ListOf<T::Head> as Slicing>::FirstOf<ListOf<H>, ListOf<<T::Tail as List>::Head>, A>;
    type FirstOf<B: List, K: List, A: Axis> = MisfitAxes;
    type FirstStep<B: List, E: List, A: Axis> = MisfitAxes;
    type FractalPart<E: IntTuple, S: List, D: List> =
        <Self::FractalParts<ListOf<E>, S, D> as Lists>::Tuple;
    type FractalParts<E: List, S: List, D: List> = <<ListOf<H> as Slicing>::FractalPart<
        E::Head,
        ListOf<S::Head>,
        ListOf<D::Head>,
    > as Pair>::Onto<T::FractalParts<E::Tail, S::Tail, D::Tail>>;
    type FractalAxis<F: Int, E: Int, D: List> = FractalAxis<
        H,
        Map<
            // The clipped extent is rounded up to whole fractals.
            CeilOf,
            ClippedExtent<Map<Product, H::Integer, <T::Head as IntTuple>::Integer>, F, E>,
            H::Integer,
        >,
        D,
    >;
}
impl Slicing for HNil {
    type Slices<S: List, D: List, L: Modes> = S::AsAxes<D, L>;
    type Take<A: Axis, L: Modes> = Snoc<L, MisfitAxes, MisfitAxes>;
    type Bound<S: Int, Low: Int, High: Int, Open: Int> = MisfitAxes;
    type Range<B: List, K: List, A: Axis, L: Modes> = Snoc<L, MisfitAxes, MisfitAxes>;
    type Steps<B: List, E: List, A: Axis, L: Modes> = Snoc<L, MisfitAxes, MisfitAxes>;
    type Firsts<S: List, D: List, O: Int> = O;
    type First<A: Axis> = MisfitAxes;
    type FirstOf<B: List, K: List, A: Axis> = MisfitAxes;
    type FirstStep<B: List, E: List, A: Axis> = MisfitAxes;
    type FractalPart<E: IntTuple, S: List, D: List> = Both<(), ()>;
    type FractalParts<E: List, S: List, D: List> = NoModes;
    type FractalAxis<F: Int, E: Int, D: List> = Both<(), ()>;
}

/// `min(N - F, E)`.
type ClippedExtent<N, F, E> = Map<Min, Map<Minus, N, F>, E>;
/// The leaf of extent `N` with the stride `D`; 0 for an extent of 1.
type StrideOf<N, D> =
    <<<N as Int>::IsOne as OneBranch>::Unless<<D as IntTuple>::Integer> as Int>::Leaf;
/// The axis of `N` elements with the stride `D`.
type PlainAxis<N, D> = Both<<N as Int>::Leaf, StrideOf<N, D>>;
/// The axis of `N` fractals of `C` elements with the strides `D`.
type FractalAxis<C, N, D> = Both<
    (C, <N as Int>::Leaf),
    (<D as List>::Head, StrideOf<N, <<D as List>::Tail as List>::Head>),
>;

/// The offset of the first element of the range `B..E` in steps of `K` of the axis `S:D`; 0 if the range is empty.
pub(super) type FirstOffset<S, D, B, E, K> = Map<
    Product,
    // An empty range has offset 0, so a start outside the axis does not move the part.
    <<<<K as Int>::IsNegative as Direction>::Count<S, B, E, K> as Int>::IsZero as Bool>::ZeroOr<
        <<K as Int>::IsNegative as Direction>::Start<S, B>,
    >,
    D,
>;
/// The offset of the index `I` of the axis `S:D`.
pub(super) type OffsetAt<S, D, I> =
    Map<Product, <<I as Int>::IsNegative as Direction>::FromStart<S, I>, D>;
/// `L`, then the range `B..E` in steps of `K` of the axis `S:D`.
pub(super) type TakenRange<S, D, B, E, K, L> =
    <<<K as Int>::IsNegative as Direction>::Count<S, B, E, K> as Evaluated>::Behind<
        L,
        Map<Product, D, K>,
    >;

branch! {
    /// Whether a step, a bound or an index is negative.
    pub trait Direction {
        /// The number of elements of the range `B..E` in steps of `K` of the extent `S`.
        type Count<S: Int, B: List, E: List, K: Int>: Int {
            // Downwards, an open range starts at the last index and stops at -1, before the first.
            Yes => <Map<Minus, S, One> as Evaluated>::CountDown<S, B, E, K>,
            No | Unknown =>
                Map<CeilOf, Map<Max, Map<Minus, E::Bound<S, Z, S, S>, B::Bound<S, Z, S, Z>>, Z>, K>,
        }
        /// The first index of a range of the extent `S` from `B` on.
        type Start<S: Int, B: List>: Int {
            Yes => <Map<Minus, S, One> as Evaluated>::StartDown<S, B>,
            No | Unknown => B::Bound<S, Z, S, Z>,
        }
        /// The index `I` counted from the start of the extent `S`: `S + I` if negative.
        type FromStart<S: Int, I: Int>: Int {
            Yes => Map<Sum, S, I>,
            No | Unknown => I,
        }
    }
}
