//! Slices of axes, as NumPy has them: an index, `_` for the whole axis, or `start:stop:step`.
//!
//! ```text
//! step > 0     from max(0, min(start, n)) up to max(0, min(stop, n)), negative ones counted from n
//! step < 0     from max(-1, min(start, n-1)) down to max(-1, min(stop, n-1))
//! extent       ceil(max(0, span) / |step|)
//! ```

use super::OneBranch;
use super::axes::{Axes, Axis, AxisOf, MisfitAxes};
use crate::types::layout::{Modes, Snoc};
use crate::types::num::branch;
use crate::types::num::int::{
    CeilOf, Int, Leaf, Map, Max, Min, Minus, Neg, One, Product, Sum, ZeroOr,
};
use crate::types::num::octal::Z;
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
}

/// The offset of the first element of the range `B..E` in steps of `K` of the axis `S:D`; 0 if the range is empty.
pub(super) type FirstOffset<S, D, B, E, K> = Map<
    Product,
    // An empty range has offset 0, so a start outside the axis does not move the part.
    <<<<K as Int>::IsNegative as Direction>::Count<S, B, E, K> as Int>::IsZero as ZeroOr>::Or<
        <<K as Int>::IsNegative as Direction>::Start<S, B>,
    >,
    D,
>;
/// The offset of the index `I` of the axis `S:D`.
pub(super) type OffsetAt<S, D, I> =
    Map<Product, <<I as Int>::IsNegative as Direction>::FromStart<S, I>, D>;
/// `L`, then the range `B..E` in steps of `K` of the axis `S:D`.
pub(super) type TakenRange<S, D, B, E, K, L> =
    <<<K as Int>::IsNegative as Direction>::Count<S, B, E, K> as Stepped>::Behind<
        L,
        Map<Product, D, K>,
    >;

/// The extent of a range.
pub trait Stepped: Int {
    /// `L`, then this extent with the stride `D`.
    type Behind<L: Modes, D: Int>: Modes;
}
impl<N: Int> Stepped for N {
    // One element takes no step.
    type Behind<L: Modes, D: Int> = Snoc<L, N, <N::IsOne as OneBranch>::Unless<D>>;
}

branch! {
    /// Whether a step, a bound or an index is negative.
    pub trait Direction for Bool {
        /// The number of elements of the range `B..E` in steps of `K` of the extent `S`.
        type Count<S: Int, B: List, E: List, K: Int>: Int {
            // Downwards, an open range starts at the last index and stops at -1, before the first.
            Yes => <Map<Minus, S, One> as Downward>::Count<S, B, E, K>,
            No =>
                Map<CeilOf, Map<Max, Map<Minus, E::Bound<S, Z, S, S>, B::Bound<S, Z, S, Z>>, Z>, K>,
        }
        /// The first index of a range of the extent `S` from `B` on.
        type Start<S: Int, B: List>: Int {
            Yes => <Map<Minus, S, One> as Downward>::Start<S, B>,
            No => B::Bound<S, Z, S, Z>,
        }
        /// The index `I` counted from the start of the extent `S`: `S + I` if negative.
        type FromStart<S: Int, I: Int>: Int {
            Yes => Map<Sum, S, I>,
            No => I,
        }
    }
}

/// The last index of an axis, for ranges with a negative step.
pub trait Downward: Int {
    /// The number of elements of the range `B..E` in steps of `K` of the extent `S`.
    type Count<S: Int, B: List, E: List, K: Int>: Int;
    /// The first index of a range of the extent `S` from `B` on.
    type Start<S: Int, B: List>: Int;
}
impl<M: Int> Downward for M {
    type Start<S: Int, B: List> = B::Bound<S, Neg<One>, M, M>;
    type Count<S: Int, B: List, E: List, K: Int> = Map<
        CeilOf,
        Map<Max, Map<Minus, B::Bound<S, Neg<One>, M, M>, E::Bound<S, Neg<One>, M, Neg<One>>>, Z>,
        K::Magnitude,
    >;
}
