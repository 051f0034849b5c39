//! Type functions of the axes of strided arrays, as NumPy has them. An axis is a mode at the top level with one extent
//! and one stride.

use super::slicing::{FirstOffset, OffsetAt, TakenRange};
use super::{Coalescing, OneBranch};
use crate::types::layout::{
    Both, Layout, Lists, Modes, Nil, NoModes, Pair, PlainLayout, Snoc, Walk,
};
use crate::types::num::int::{Equal, Int, Leaf, Map, One, Product, Refused, Test, rule};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};
use crate::types::tuple::{
    Atom, HCons, HNil, IntTuple, KeepView, List, ListOf, Nesting, Place, PositionOf, SizeOf,
};
use core::marker::PhantomData;
use typenum::{B0, B1, U0, U1, UInt, UTerm};

/// The refusal of axes that do not fit.
pub(super) type MisfitAxes = Refused<rule::Misfit>;

/// An axis: one extent and one stride.
pub trait Axis {
    /// The axes `L`, then this one.
    type Onto<L: Modes>: Modes;
    /// The axes `L`, then this one, joined with the last axis of `L` if it continues it.
    type Join<L: Modes>: Modes;
    /// The axes `L`, then the range `B..E` in steps of `K` of this one.
    type Taken<B: List, E: List, K: Int, L: Modes>: Modes;
    /// The offset of the first element of the range `B..E` in steps of `K`.
    type First<B: List, E: List, K: Int>: Int;
    /// The offset of the index `I`.
    type At<I: Int>: Int;
}
/// The axis `S:D`. An extent of 1 has stride 0 in a result.
#[derive(Debug)]
pub struct OneAxis<S, D>(PhantomData<(S, D)>);
impl<S: Int, D: Int> Axis for OneAxis<S, D> {
    type Onto<L: Modes> = Snoc<L, S, <S::IsOne as OneBranch>::Unless<D>>;
    type Join<L: Modes> = L::Join<S, <S::IsOne as OneBranch>::Unless<D>>;
    type Taken<B: List, E: List, K: Int, L: Modes> = TakenRange<S, D, B, E, K, L>;
    type First<B: List, E: List, K: Int> = FirstOffset<S, D, B, E, K>;
    type At<I: Int> = OffsetAt<S, D, I>;
}

/// Flat lists as axes.
pub trait Joining {
    /// The only mode; `1:0` for no mode; refused for several.
    type AsAxis: Axis;
    /// The axis `S:D`; refused unless this list is empty.
    type AxisWith<S: Int, D: Int>: Axis;
    /// These axes, then `S:D`, joined with the last one if it continues it in row-major order.
    type Join<S: Int, D: Int>: Modes;
    /// These extents with strides of 0.
    type Still: Modes;
    /// These modes, with strides of 0 if an extent is 0.
    type Coalesced: Modes;
    /// These modes; `1:0` for none.
    type Filled: Modes;
}
impl Joining for Nil {
    type AsAxis = OneAxis<One, Z>;
    type AxisWith<S: Int, D: Int> = OneAxis<S, D>;
    type Join<S: Int, D: Int> = Snoc<Nil, S, D>;
    type Still = Nil;
    type Coalesced = Nil;
    type Filled = Snoc<Nil, One, Z>;
}
impl<I: Modes, S: Int, D: Int> Joining for Snoc<I, S, D> {
    type AsAxis = I::AxisWith<S, D>;
    type AxisWith<S1: Int, D1: Int> = OneAxis<MisfitAxes, MisfitAxes>;
    type Join<S1: Int, D1: Int> = <S::IsOne as AxisBranch>::AfterOne<I, S, D, S1, D1>;
    type Still = Snoc<I::Still, S, Z>;
    type Coalesced = <<Self as Coalescing>::IsEmpty as AxisBranch>::Moving<Self>;
    type Filled = Self;
}

branch! {
    /// Whether an extent is 1 or static, an axis continues another one, or a layout has no element.
    pub trait AxisBranch {
        /// If `S` is 1: the axes `I`, then `S:D` and `S1:D1`, joined if one continues the other.
        type AfterOne<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            // An axis of one element has no stride to compare: only the other axis stays.
            Yes => Snoc<I, S1, D1>,
            No | Unknown => <S1::IsOne as AxisBranch>::BeforeOne<I, S, D, S1, D1>,
        }
        /// If `S1` is 1: the axes `I`, then `S:D` and `S1:D1`, joined if one continues the other.
        type BeforeOne<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, S, D>,
            // In row-major order the left axis continues the right one if its stride is the reach `S1 D1` of the right
            // one.
            No | Unknown => <Test<Equal, Map<Product, S1, D1>, D> as AxisBranch>::Continue<I, S, D, S1, D1>,
        }
        /// If `S1 D1 = D`: the axes `I`, then `S:D` and `S1:D1`, joined.
        type Continue<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            // If `D` and `D1` are 0, this also holds for a run-time `S1`, whose product is not a static extent.
            Yes => <S1::IsStatic as AxisBranch>::Joined<I, S, D, S1, D1>,
            No | Unknown => Snoc<Snoc<I, S, D>, S1, D1>,
        }
        /// If `S1` is static and `S1 D1 = D`: the axes `I`, then `S:D` and `S1:D1`, joined.
        type Joined<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, Map<Product, S, S1>, D1>,
            No | Unknown => Snoc<Snoc<I, S, D>, S1, D1>,
        }
        /// The axes `L`, then `A`, joined with the last one of `L` if a mask allows it and `A` continues it.
        type Placed<A: Axis, L: Modes>: Modes {
            Yes => A::Join<L>,
            No | Unknown => A::Onto<L>,
        }
        /// If `P` has one element: the axes `P`, then `L`, without the axes of one element.
        type Drop<P: Pair, L: Lists>: Lists {
            Yes => L,
            No | Unknown => P::Onto<L>,
        }
        /// If `S:D` has one element: the axis `S:D` broadcast to the shape `T`.
        type Stretched<T: IntTuple, S: IntTuple, D: IntTuple>: Pair {
            // All coordinates of the new extents read the same element.
            Yes => Both<T, <ListOf<T> as Nesting>::Fill<U0>>,
            No | Unknown => Both<S, D>,
        }
        /// If there is no element: `(0):(0)`, otherwise the axes `P`.
        type Squeezed<P: Pair>: PlainLayout {
            Yes => Layout<(U0,), (U0,)>,
            No | Unknown => P::Layout,
        }
        /// If there is no element: the modes `L` with strides of 0, otherwise `L`.
        type Moving<L: Modes>: Modes {
            // Strides without an element have no meaning: 0 gives one form.
            Yes => L::Still,
            No | Unknown => L,
        }
    }
}

/// A mask of axes: one bit for each axis, the bit of axis 0 first.
pub trait AxisMask {
    /// The bit of the first axis.
    type First: Bool;
    /// The bits of the other axes.
    type Next: AxisMask;
}
impl AxisMask for UTerm {
    type First = B0;
    type Next = UTerm;
}
impl<M: AxisMask, B: Bool> AxisMask for UInt<M, B> {
    type First = B;
    type Next = M;
}

/// A shape as axes, `D` being the stride.
pub trait Axes {
    /// This mode as one axis.
    type Axis<D: List>: Axis;
    /// The axis of the extent `S`, this list being the stride.
    type AxisOf<S: Leaf>: Axis;
    /// `L`, then these axes.
    type AsAxes<D: List, L: Modes>: Modes;
    /// `L`, then these axes; an axis that continues its left neighbour is joined with it.
    type Joined<D: List, L: Modes>: Modes;
    /// `L`, then these axes joined, but the first one not with `L`.
    type JoinedEach<D: List, L: Modes>: Modes;
    /// `L`, then these axes; an axis that continues its left neighbour is joined with it if the mask `M` allows it.
    type JoinedBy<M: AxisMask, D: List, L: Modes>: Modes;
    /// `A` with an axis of one element at each position of this list, which rises.
    type InsertedInto<A: PlainLayout>: PlainLayout;
    /// Whether `L` reaches each position of this list, which rises, after the insertions before.
    type IsReached<L: List>: Bool;
    /// The axes of more than one element. NumPy's `squeeze`.
    type Squeezed<D: List>: Lists;
    /// The axes `S:D` broadcast to these extents, before `L`. All three lists are in reverse.
    type Stretched<S: List, D: List, L: Lists>: Lists;
    /// These axes broadcast to the extents `(X, R..)`, before `L`.
    type StretchedBy<X: IntTuple, R: List, D: List, L: Lists>: Lists;
    /// The layout with the modes `L`, a tuple if this shape is one.
    type Shaped<L: Lists>: PlainLayout;
}
impl<I: Leaf> Axes for Atom<I> {
    type Axis<D: List> = D::AxisOf<I>;
    type AxisOf<S: Leaf> = OneAxis<S::In, I::In>;
    type AsAxes<D: List, L: Modes> = L;
    type Joined<D: List, L: Modes> = L;
    type JoinedEach<D: List, L: Modes> = L;
    type JoinedBy<M: AxisMask, D: List, L: Modes> = L;
    type InsertedInto<A: PlainLayout> = A::Unsqueeze<PositionOf<I>>;
    type IsReached<L: List> = <PositionOf<I> as Place>::Reached<L>;
    type Squeezed<D: List> = NoModes;
    type Stretched<S: List, D: List, L: Lists> = L;
    type StretchedBy<X: IntTuple, R: List, D: List, L: Lists> = L;
    type Shaped<L: Lists> = <L::Only as Pair>::Layout;
}
impl<H: IntTuple, T: List> Axes for HCons<H, T> {
    // A nested mode is one axis if it coalesces to one mode.
    type Axis<D: List> = <<<Self as Walk>::Zip<D, Nil> as Coalescing>::Fewest as Joining>::AsAxis;
    type AxisOf<S: Leaf> = OneAxis<MisfitAxes, MisfitAxes>;
    type AsAxes<D: List, L: Modes> = T::AsAxes<D::Tail, <AxisOf<H, D> as Axis>::Onto<L>>;
    type Joined<D: List, L: Modes> = T::Joined<D::Tail, <AxisOf<H, D> as Axis>::Join<L>>;
    type JoinedEach<D: List, L: Modes> = T::Joined<D::Tail, <AxisOf<H, D> as Axis>::Onto<L>>;
    // The lowest bit belongs to this axis, and the other bits to the axes after it.
    type JoinedBy<M: AxisMask, D: List, L: Modes> =
        T::JoinedBy<M::Next, D::Tail, <M::First as AxisBranch>::Placed<AxisOf<H, D>, L>>;
    type InsertedInto<A: PlainLayout> = T::InsertedInto<A::Unsqueeze<PositionOf<H>>>;
    // Each insertion makes the list longer by one axis.
    type IsReached<L: List> =
        <<PositionOf<H> as Place>::Reached<L> as Bool>::And<T::IsReached<HCons<U1, L>>>;
    type Squeezed<D: List> = <<SizeOf<ListOf<H>> as Int>::IsOne as AxisBranch>::Drop<
        Both<H, D::Head>,
        T::Squeezed<D::Tail>,
    >;
    // Dispatches on the axes, then on the extents, so each list is evaluated once.
    type Stretched<S: List, D: List, L: Lists> = S::StretchedBy<H, T, D, L>;
    type StretchedBy<X: IntTuple, R: List, D: List, L: Lists> = R::Stretched<
        T,
        D::Tail,
        <<<SizeOf<ListOf<H>> as Int>::IsOne as AxisBranch>::Stretched<X, H, D::Head> as Pair>::Onto<
            L,
        >,
    >;
    type Shaped<L: Lists> = <L::Tuple as Pair>::Layout;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Axes for $t {
            type Axis<D: List> = OneAxis<One, Z>;
            type AxisOf<S: Leaf> = OneAxis<MisfitAxes, MisfitAxes>;
            type AsAxes<D: List, L: Modes> = L;
            type Joined<D: List, L: Modes> = L;
            type JoinedEach<D: List, L: Modes> = L;
            type JoinedBy<M: AxisMask, D: List, L: Modes> = L;
            type InsertedInto<A: PlainLayout> = A;
            type IsReached<L: List> = B1;
            type Squeezed<D: List> = NoModes;
            type Stretched<S: List, D: List, L: Lists> = L;
            // Extents without an axis are new axes, of stride 0.
            type StretchedBy<X: IntTuple, R: List, D: List, L: Lists> = R::Stretched<
                HNil,
                HNil,
                <Both<X, <ListOf<X> as Nesting>::Fill<U0>> as Pair>::Onto<L>,
            >;
            type Shaped<L: Lists> = <L::Tuple as Pair>::Layout;
        }
    )*};
}
ended! { HNil, KeepView }

/// The mode with the extents `H` and the first strides of `D`, as one axis.
pub(crate) type AxisOf<H, D> = <ListOf<H> as Axes>::Axis<ListOf<<D as List>::Head>>;
