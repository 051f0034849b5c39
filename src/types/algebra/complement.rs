//! `complement`: the gaps between the offsets of a layout, as modes.
//!
//! ```text
//! sort the modes by stride; c = 1                     offsets below c are covered
//! for each mode s:d:  append the gap (d/c):c, c = s d
//! append the gap (m/c):c                              m: the range to fill
//! ```
//!
//! If the order of two strides is not known, the result has as many modes, all of run-time integers.

use super::{OneBranch, RangeBranch, Runs};
use crate::types::layout::{Modes, Nil, Snoc};
use crate::types::num::int::One;
use crate::types::num::int::{Equal, Function, Int, Less, Map, Product, Test};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};

/// Sorting a flat list.
pub trait Sorting {
    /// The modes by rising stride, without those known to have extent 1 or stride 0.
    type Sorted: Order;
    /// The leaves by rising stride. A leaf of one element has stride 0.
    type InOrder: Order;
}
impl Sorting for Nil {
    type Sorted = Nil;
    type InOrder = Nil;
}
impl<I: Modes, S: Int, D: Int> Sorting for Snoc<I, S, D> {
    type Sorted = <<S::IsOne as Bool>::Or<D::IsZero> as GapBranch>::Sort<I::Sorted, S, D>;
    // A leaf of one element sorts by stride 0, before all others.
    type InOrder = <I::InOrder as Order>::Insert<S, <S::IsOne as OneBranch>::Unless<D>>;
}

/// Modes by rising stride, or [`Unordered`].
pub trait Order {
    /// These modes with `S:D` inserted.
    type Insert<S: Int, D: Int>: Order;
    /// The gaps below the last stride. `F` divides each stride by what is covered below it.
    type Holes<F: Function>: Holes;
    /// As many modes, all of run-time integers.
    type Runtime: Modes;
    /// The modes.
    type Modes: Modes;
}
impl Order for Nil {
    type Insert<S: Int, D: Int> = Snoc<Nil, S, D>;
    type Holes<F: Function> = Covered<One, Nil>;
    type Runtime = Nil;
    type Modes = Nil;
}
impl<I: Order, S: Int, D: Int> Order for Snoc<I, S, D> {
    // Insertion sort: a mode moves left past every greater stride.
    type Insert<S1: Int, D1: Int> = <Test<Less, D1, D> as GapBranch>::Insert<I, S, D, S1, D1>;
    type Holes<F: Function> = <I::Holes<F> as Holes>::Next<F, S, D>;
    type Runtime = Snoc<I::Runtime, usize, usize>;
    type Modes = Snoc<I::Modes, S, D>;
}
/// As many modes as `L`, in an order that only run time knows.
#[derive(Debug)]
pub struct Unordered<L>(core::marker::PhantomData<L>);
impl<L: Modes> Order for Unordered<L> {
    // Once an order is unknown, all later modes are run-time integers.
    type Insert<S: Int, D: Int> = Unordered<Snoc<L, usize, usize>>;
    type Holes<F: Function> = Self;
    type Runtime = L;
    type Modes = L;
}

/// The gaps below a stride.
pub trait Holes {
    /// The gaps after the mode `S:D`.
    type Next<F: Function, S: Int, D: Int>: Holes;
    /// The gaps in `0..M`. `F` divides `M` by what is covered.
    type Close<F: Function, M: Int>: Modes;
    /// The gaps in `0..M`, `M` being the product of the runs `R`.
    type CloseRuns<F: Function, R: Runs, M: Int>: Modes;
    /// The gaps; the last one has no end and the extent 0.
    type Open: Modes;
}
/// The gaps `L`; offsets below `C` are covered.
#[derive(Debug)]
pub struct Covered<C, L>(core::marker::PhantomData<(C, L)>);
impl<C: Int, L: Modes> Holes for Covered<C, L> {
    // The gap goes from `C` to `D`; then the mode covers everything below `S D`.
    type Next<F: Function, S: Int, D: Int> =
        Covered<Map<Product, S, D>, <Test<Equal, D, C> as GapBranch>::Hole<F, C, L, D>>;
    type Close<F: Function, M: Int> = <Test<Equal, M, C> as GapBranch>::Hole<F, C, L, M>;
    type CloseRuns<F: Function, R: Runs, M: Int> =
        <C::IsStatic as RangeBranch>::CloseCovered<F, C, L, R, M>;
    // Extent 0 marks the mode without an end.
    type Open = Snoc<L, Z, C>;
}
impl<L: Modes> Holes for Unordered<L> {
    type Next<F: Function, S: Int, D: Int> = Unordered<Snoc<L, usize, usize>>;
    type Close<F: Function, M: Int> = Snoc<L, usize, usize>;
    type CloseRuns<F: Function, R: Runs, M: Int> = Snoc<L, usize, usize>;
    type Open = Snoc<L, usize, usize>;
}

branch! {
    /// Comparisons of strides, and whether a mode covers nothing new.
    pub trait GapBranch {
        /// If `D = C`, so offsets below `D` are covered: the gaps `L`, otherwise also the gap from `C` to `D`. It cannot
        /// continue the last gap of `L`, which ends below `C`. The stride of a refused gap is also refused: a leaf that
        /// is composed with it may take its stride alone.
        type Hole<F: Function, C: Int, L: Modes, D: Int>: Modes {
            Yes => L,
            // A quotient of 1 means that there is no gap, and adds no mode.
            No => <<Map<F, D, C> as Int>::IsOne as GapBranch>::Put<
                L,
                Map<F, D, C>,
                <<Map<F, D, C> as Int>::IsSound as Bool>::OrRefused<C>,
            >,
            Unknown => Snoc<L, Map<F, D, C>, C>,
        }
        /// If `S` is 1 or `D` is 0: the sorted modes `L` with `S:D` inserted.
        type Sort<L: Order, S: Int, D: Int>: Order {
            Yes => L,
            No | Unknown => L::Insert<S, D>,
        }
        /// If `S` is 1: the gaps `L`, then `S:D`.
        type Put<L: Modes, S: Int, D: Int>: Modes {
            Yes => L,
            No | Unknown => Snoc<L, S, D>,
        }
        /// If `D1 < D`: the sorted modes `I`, then `S:D`, with `S1:D1` inserted.
        type Insert<I: Order, S: Int, D: Int, S1: Int, D1: Int>: Order {
            Yes => Snoc<I::Insert<S1, D1>, S, D>,
            No => Snoc<Snoc<I, S, D>, S1, D1>,
            // Only run time knows which mode comes first, so every integer is a run-time one.
            Unknown => Unordered<Snoc<Snoc<I::Runtime, usize, usize>, usize, usize>>,
        }
    }
}
