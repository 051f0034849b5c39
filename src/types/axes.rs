//! Axes of strided arrays: the modes at the top, each as one extent and one stride, joined, dropped and repeated.

use super::slicing::{At, First, Indexed, Taken};
use super::{Coalescing, OneBranch};
use crate::layout::{Both, Layout, Lists, Modes, Nil, NoModes, Pair, PlainLayout, Snoc, Walk};
use crate::num::branch;
use crate::num::int::{Equal, Int, Leaf, Map, One, Product, Refused, Test, rule};
use crate::num::octal::Z;
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, Nesting, SizeOf, View};
use core::marker::PhantomData;
use typenum::U0;

type Misfit = Refused<rule::Misfit>;

/// One extent and one stride.
pub trait Axis {
    /// Behind the axes `L`.
    type Onto<L: Modes>: Modes;
    /// Behind the axes `L`, joined with the last one where it goes on.
    type Join<L: Modes>: Modes;
    /// What `B`, `E` and `K` take of it, behind the axes `L`.
    type Taken<B: List, E: List, K: Int, L: Modes>: Modes;
    /// `L`, if `I` is an index of it.
    type Indexed<I: Int, L: Modes>: Modes;
    /// The offset of the first element that `B`, `E` and `K` take of it.
    type First<B: List, E: List, K: Int>: Int;
    /// The offset of its index `I`.
    type At<I: Int>: Int;
}
/// `S:D`; an extent of 1 has stride 0 in a result.
#[derive(Debug)]
pub struct OneAxis<S, D>(PhantomData<(S, D)>);
impl<S: Int, D: Int> Axis for OneAxis<S, D> {
    type Onto<L: Modes> = Snoc<L, S, <S::IsOne as OneBranch>::Unless<D>>;
    type Join<L: Modes> = L::Join<S, <S::IsOne as OneBranch>::Unless<D>>;
    type Taken<B: List, E: List, K: Int, L: Modes> = Taken<S, D, B, E, K, L>;
    type Indexed<I: Int, L: Modes> = Indexed<S, I, L>;
    type First<B: List, E: List, K: Int> = First<S, D, B, E, K>;
    type At<I: Int> = At<S, D, I>;
}

/// Flat lists as axes.
pub trait Joining {
    /// The only mode; `1:0` for none, and the refusal of several.
    type AsAxis: Axis;
    /// The axis `S:D`, if these are no modes.
    type AxisWith<S: Int, D: Int>: Axis;
    /// The axis `S:D` behind these, joined with the last one where it goes on in row-major order.
    type Join<S: Int, D: Int>: Modes;
    /// The same extents beside strides of 0.
    type Still: Modes;
    /// The same, if one of them is 0.
    type Settled: Modes;
    /// `1:0` for no axis.
    type Filled: Modes;
}
impl Joining for Nil {
    type AsAxis = OneAxis<One, Z>;
    type AxisWith<S: Int, D: Int> = OneAxis<S, D>;
    type Join<S: Int, D: Int> = Snoc<Nil, S, D>;
    type Still = Nil;
    type Settled = Nil;
    type Filled = Snoc<Nil, One, Z>;
}
impl<I: Modes, S: Int, D: Int> Joining for Snoc<I, S, D> {
    type AsAxis = I::AxisWith<S, D>;
    type AxisWith<S1: Int, D1: Int> = OneAxis<Misfit, Misfit>;
    type Join<S1: Int, D1: Int> = <S::IsOne as AxisBranch>::AfterOne<I, S, D, S1, D1>;
    type Still = Snoc<I::Still, S, Z>;
    type Settled = <<Self as Coalescing>::IsEmpty as AxisBranch>::Moving<Self>;
    type Filled = Self;
}

branch! {
    /// On extents of 1, and on what is static or empty.
    pub trait AxisBranch for Bool {
        /// `S` is 1.
        type AfterOne<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, S1, D1>,
            No => <S1::IsOne as AxisBranch>::BeforeOne<I, S, D, S1, D1>,
        }
        /// `S1` is 1.
        type BeforeOne<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, S, D>,
            No => <Test<Equal, Map<Product, S1, D1>, D> as GoesOnBranch>::Continue<I, S, D, S1, D1>,
        }
        /// `S1` is static, and `S1 D1 = D`.
        type Joined<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, Map<Product, S, S1>, D1>,
            No => Snoc<Snoc<I, S, D>, S1, D1>,
        }
        /// The axis `P` has one element, and goes.
        type Drop<P: Pair, L: Lists>: Lists {
            Yes => L,
            No => P::Onto<L>,
        }
        /// The axis `S:D` has one element, and is repeated to fill `T`.
        type Stretched<T: IntTuple, S: IntTuple, D: IntTuple>: Pair {
            Yes => Both<T, <View<T> as Nesting>::Fill<U0>>,
            No => <Test<Equal, SizeOf<View<S>>, SizeOf<View<T>>> as GoesOnBranch>::Kept<S, D>,
        }
        /// There is no element: one axis for all.
        type Squeezed<P: Pair>: PlainLayout {
            Yes => Layout<(U0,), (U0,)>,
            No => P::Layout,
        }
        /// There is no element: all strides are 0.
        type Moving<L: Modes>: Modes {
            Yes => L::Still,
            No => L,
        }
        /// There is no element, and `R` are the rows of another shape.
        type EmptyOr<R: PlainLayout, L: PlainLayout>: PlainLayout {
            Yes => R,
            No => L,
        }
    }
}

branch! {
    /// On equality.
    pub trait GoesOnBranch for Ternary {
        /// `S1 D1 = D`.
        type Continue<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            // A stride of 0 continues a stride of 0 whatever the extent is: it must be known, too.
            Yes => <S1::IsStatic as AxisBranch>::Joined<I, S, D, S1, D1>,
            No | Unknown => Snoc<Snoc<I, S, D>, S1, D1>,
        }
        /// The axis `S:D` has the extent that is asked for.
        type Kept<S: IntTuple, D: IntTuple>: Pair {
            Yes | Unknown => Both<S, D>,
            No => Both<Misfit, Misfit>,
        }
    }
}

/// The view of a shape as axes; `D` is the view of the stride.
pub trait Axes {
    /// This mode as one axis.
    type Axis<D: List>: Axis;
    /// The same for the extent `S`, this being the stride.
    type AxisOf<S: Leaf>: Axis;
    /// The axes behind `L`.
    type AsAxes<D: List, L: Modes>: Modes;
    /// The same, joined wherever they go on.
    type Joined<D: List, L: Modes>: Modes;
    /// The same, the first one behind `L` and the others joined.
    type JoinedEach<D: List, L: Modes>: Modes;
    /// The modes of more than one element.
    type Squeezed<D: List>: Lists;
    /// The modes `S:D` repeated to fill these extents, before `L`; all three in reverse.
    type Stretched<S: List, D: List, L: Lists>: Lists;
    /// The same for the extents `(X, R..)`, these being the modes.
    type StretchedBy<X: IntTuple, R: List, D: List, L: Lists>: Lists;
    /// A layout of this shape that has the modes `L`.
    type Shaped<L: Lists>: PlainLayout;
}
impl<I: Leaf> Axes for Atom<I> {
    type Axis<D: List> = D::AxisOf<I>;
    type AxisOf<S: Leaf> = OneAxis<S::In, I::In>;
    type AsAxes<D: List, L: Modes> = L;
    type Joined<D: List, L: Modes> = L;
    type JoinedEach<D: List, L: Modes> = L;
    type Squeezed<D: List> = NoModes;
    type Stretched<S: List, D: List, L: Lists> = L;
    type StretchedBy<X: IntTuple, R: List, D: List, L: Lists> = L;
    type Shaped<L: Lists> = <L::Only as Pair>::Layout;
}
impl<H: IntTuple, T: List> Axes for HCons<H, T> {
    type Axis<D: List> = <<<Self as Walk>::Zip<D, Nil> as Coalescing>::Fewest as Joining>::AsAxis;
    type AxisOf<S: Leaf> = OneAxis<Misfit, Misfit>;
    type AsAxes<D: List, L: Modes> = T::AsAxes<D::Tail, <AxisOf<H, D> as Axis>::Onto<L>>;
    type Joined<D: List, L: Modes> = T::Joined<D::Tail, <AxisOf<H, D> as Axis>::Join<L>>;
    type JoinedEach<D: List, L: Modes> = T::Joined<D::Tail, <AxisOf<H, D> as Axis>::Onto<L>>;
    type Squeezed<D: List> = <<SizeOf<View<H>> as Int>::IsOne as AxisBranch>::Drop<
        Both<H, D::Head>,
        T::Squeezed<D::Tail>,
    >;
    type Stretched<S: List, D: List, L: Lists> = S::StretchedBy<H, T, D, L>;
    type StretchedBy<X: IntTuple, R: List, D: List, L: Lists> = R::Stretched<
        T,
        D::Tail,
        <<<SizeOf<View<H>> as Int>::IsOne as AxisBranch>::Stretched<X, H, D::Head> as Pair>::Onto<
            L,
        >,
    >;
    type Shaped<L: Lists> = <L::Tuple as Pair>::Layout;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Axes for $t {
            type Axis<D: List> = OneAxis<One, Z>;
            type AxisOf<S: Leaf> = OneAxis<Misfit, Misfit>;
            type AsAxes<D: List, L: Modes> = L;
            type Joined<D: List, L: Modes> = L;
            type JoinedEach<D: List, L: Modes> = L;
            type Squeezed<D: List> = NoModes;
            type Stretched<S: List, D: List, L: Lists> = L;
            type StretchedBy<X: IntTuple, R: List, D: List, L: Lists> = R::Stretched<
                HNil,
                HNil,
                <Both<X, <View<X> as Nesting>::Fill<U0>> as Pair>::Onto<L>,
            >;
            type Shaped<L: Lists> = <L::Tuple as Pair>::Layout;
        }
    )*};
}
ended! { HNil, KeepView }

/// The mode whose extents are `H` and whose strides are the first of `D`, as one axis.
pub(crate) type AxisOf<H, D> = <View<H> as Axes>::Axis<View<<D as List>::Head>>;
