//! Comparison of nestings: congruent, weakly congruent, covering.

use super::{Atom, HCons, HNil, IntTuple, List, ListOf};
use crate::types::num::Bool;
use crate::types::num::int::Leaf;
use typenum::{B0, B1};

/// Compares the nesting of two lists. Dispatches on `Self`, then on the other list.
pub trait Congruence {
    /// `R` has the same nesting.
    type Congruent<R: List>: Bool;
    /// `R` has the same nesting, but anything in the place of a leaf of this list.
    type Weakly<R: List>: Bool;
    /// `R` has a tuple at each place where this profile has one, with at least as many elements.
    type Covers<R: List>: Bool;
    /// The profile `(H, T..)` covers this list.
    type CoversCons<H: IntTuple, T: List>: Bool;
    /// Congruent to a leaf: this list is one.
    type IsLeaf: Bool;
    /// Each element is a leaf, or static.
    type IsFlat: Bool;
    /// Congruent to `()`: this list is one.
    type IsNil: Bool;
    /// Congruent to `(H, T..)`.
    type CongruentCons<H: IntTuple, T: List>: Bool;
    /// `(H, T..)` is weakly congruent to this list.
    type WeaklyCons<H: IntTuple, T: List>: Bool;
}

impl<I: Leaf> Congruence for Atom<I> {
    type Congruent<R: List> = R::IsLeaf;
    type Weakly<R: List> = B1;
    type Covers<R: List> = B1;
    type CoversCons<H: IntTuple, T: List> = B0;
    type IsLeaf = B1;
    type IsFlat = B1;
    type IsNil = B0;
    type CongruentCons<H: IntTuple, T: List> = B0;
    type WeaklyCons<H: IntTuple, T: List> = B0;
}
impl Congruence for HNil {
    type Congruent<R: List> = R::IsNil;
    type Weakly<R: List> = R::IsNil;
    type Covers<R: List> = B1;
    type CoversCons<H: IntTuple, T: List> = B0;
    type IsLeaf = B0;
    type IsFlat = B1;
    type IsNil = B1;
    type CongruentCons<H: IntTuple, T: List> = B0;
    type WeaklyCons<H: IntTuple, T: List> = B0;
}
impl<I: IntTuple, L: List> Congruence for HCons<I, L> {
    type Congruent<R: List> = R::CongruentCons<I, L>;
    type Weakly<R: List> = R::WeaklyCons<I, L>;
    type Covers<R: List> = R::CoversCons<I, L>;
    type CoversCons<H: IntTuple, T: List> =
        <<ListOf<H> as Congruence>::Covers<ListOf<I>> as Bool>::And<T::Covers<L>>;
    type IsLeaf = B0;
    type IsFlat =
        <<<ListOf<I> as Congruence>::IsLeaf as Bool>::Or<I::IsStatic> as Bool>::And<L::IsFlat>;
    type IsNil = B0;
    type CongruentCons<H: IntTuple, T: List> =
        <<ListOf<H> as Congruence>::Congruent<ListOf<I>> as Bool>::And<T::Congruent<L>>;
    type WeaklyCons<H: IntTuple, T: List> =
        <<ListOf<H> as Congruence>::Weakly<ListOf<I>> as Bool>::And<T::Weakly<L>>;
}
