//! `complement`: the holes of a layout.
//!
//! With the modes sorted by stride and everything below `C` covered, a mode `S:D` leaves the hole
//! `D/C : C`, and then everything below `S*D` is covered.

use super::{RangeBranch, Runs};
use crate::layout::{Modes, Nil, Snoc};
use crate::num::int::One;
use crate::num::int::{Equal, Function, Int, Less, Map, Product, Test};
use crate::num::octal::Z;
use crate::num::{Bool, branch};

/// Sorting a flat list.
pub trait Sorting {
    /// By stride; modes known to have extent 1 or stride 0 are dropped.
    type Sorted: Order;
}
impl Sorting for Nil {
    type Sorted = Nil;
}
impl<I: Modes, S: Int, D: Int> Sorting for Snoc<I, S, D> {
    type Sorted = <<S::IsOne as Bool>::Or<D::IsZero> as FilterBranch>::Sort<I::Sorted, S, D>;
}

/// A list sorted by stride, or one whose order is not known before run time.
pub trait Order {
    /// With one more mode.
    type Insert<S: Int, D: Int>: Order;
    /// The holes; `F` says how often what is covered fits below the next stride.
    type Holes<F: Function>: Holes;
    /// The same number of modes, all known at run time only.
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
    type Insert<S1: Int, D1: Int> = <Test<Less, D1, D> as InsertBranch>::Insert<I, S, D, S1, D1>;
    type Holes<F: Function> = <I::Holes<F> as Holes>::Next<F, S, D>;
    type Runtime = Snoc<I::Runtime, usize, usize>;
    type Modes = Snoc<I::Modes, S, D>;
}
/// As many modes as `L`, in an order not known before run time.
#[derive(Debug)]
pub struct Unordered<L>(core::marker::PhantomData<L>);
impl<L: Modes> Order for Unordered<L> {
    type Insert<S: Int, D: Int> = Unordered<Snoc<L, usize, usize>>;
    type Holes<F: Function> = Self;
    type Runtime = L;
    type Modes = L;
}

/// The holes of a sorted list.
pub trait Holes {
    /// After the mode `S:D`.
    type Next<F: Function, S: Int, D: Int>: Holes;
    /// The holes in `[0, M)`; `F` is the division of `M`.
    type Close<F: Function, M: Int>: Modes;
    /// The holes in `[0, M)`, `M` being the product of the runs `R`.
    type CloseRuns<F: Function, R: Runs, M: Int>: Modes;
    /// The holes, the last one without end.
    type Open: Modes;
}
/// Everything below `C` is covered; `L` are the holes.
#[derive(Debug)]
pub struct Covered<C, L>(core::marker::PhantomData<(C, L)>);
impl<C: Int, L: Modes> Holes for Covered<C, L> {
    type Next<F: Function, S: Int, D: Int> =
        Covered<Map<Product, S, D>, <Test<Equal, D, C> as HoleBranch>::Hole<F, C, L, D>>;
    type Close<F: Function, M: Int> = <Test<Equal, M, C> as HoleBranch>::Hole<F, C, L, M>;
    type CloseRuns<F: Function, R: Runs, M: Int> =
        <C::IsStatic as RangeBranch>::CloseCovered<F, C, L, R, M>;
    type Open = Snoc<L, Z, C>;
}
impl<L: Modes> Holes for Unordered<L> {
    type Next<F: Function, S: Int, D: Int> = Unordered<Snoc<L, usize, usize>>;
    type Close<F: Function, M: Int> = Snoc<L, usize, usize>;
    type CloseRuns<F: Function, R: Runs, M: Int> = Snoc<L, usize, usize>;
    type Open = Snoc<L, usize, usize>;
}

branch! {
    /// On whether everything below `D` is covered, as everything below `C` is.
    pub trait HoleBranch for Ternary {
        /// The holes `L` and the one below `D`. It begins past the end of those before it: nothing merges.
        type Hole<F: Function, C: Int, L: Modes, D: Int>: Modes {
            Yes => L,
            No => <<Map<F, D, C> as Int>::IsOne as FilterBranch>::Put<L, Map<F, D, C>, C>,
            Unknown => Snoc<L, Map<F, D, C>, C>,
        }
    }
}

branch! {
    /// On the mode `S:D`.
    pub trait FilterBranch for Bool {
        /// It covers nothing.
        type Sort<L: Order, S: Int, D: Int>: Order {
            Yes => L,
            No => L::Insert<S, D>,
        }
        /// It has one element.
        type Put<L: Modes, S: Int, D: Int>: Modes {
            Yes => L,
            No => Snoc<L, S, D>,
        }
    }
}

branch! {
    /// `D1 < D`.
    pub trait InsertBranch for Ternary {
        /// Put `S1:D1` before or behind `S:D`, the last of a sorted list.
        type Insert<I: Order, S: Int, D: Int, S1: Int, D1: Int>: Order {
            Yes => Snoc<I::Insert<S1, D1>, S, D>,
            No => Snoc<Snoc<I, S, D>, S1, D1>,
            Unknown => Unordered<Snoc<Snoc<I::Runtime, usize, usize>, usize, usize>>,
        }
    }
}
