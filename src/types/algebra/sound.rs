//! Refusals as types: whether an operation has a result, for code that names the result type without a call. The
//! methods do not evaluate these types: `crate::types::check` refuses in `const`.
//!
//! A quotient with a rest and an overlap already end in a refused leaf. This file covers the other refusals: an extent
//! of 0, a negative stride, a tile with a stride of 0, and a carry. For each mode of extent `M` of the left operand
//! except the last one, with the size `P` of all modes before it, the digits of the leaves `s:r` of the right operand
//! must add up to less than `M`:
//!
//! ```text
//! digit(s:r) = 0                   if (s-1) r < P
//!              (s-1) (r/P mod M)   if r >= P M, which is 0 where P M divides r
//!              floor((s-1) r / P)  if that is less than M
//!              M - r/P             if r > P
//!              M - 1               otherwise
//! ```

use crate::types::layout::{Codomain, Layout, Modes, Nil, NumberCodomain, Pair, PlainLayout, Snoc};
use crate::types::num::int::{
    Difference, Int, Less, Map, Mod, NotMore, One, Product, Refused, Sum, Test, Whole, rule,
};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, Unknown};
use crate::types::tuple::IntTuple;
use typenum::{B0, B1};

/// Conditions on flat lists.
pub trait Sound {
    /// No extent is 0, no leaf is refused.
    type NotEmpty: Bool;
    /// [`NotEmpty`](Self::NotEmpty) of the modes but the last one, which may have no end.
    type NotEmptyBelow: Bool;
    /// As [`NotEmpty`](Self::NotEmpty), and no stride counts in units or is negative but that of an
    /// extent of 1.
    type Proper: Bool;
    /// The leaves `B`, each as steps of these modes, do not carry in them; the last mode has no end.
    type Holds<B: Modes>: Bool;
    /// [`Holds`](Self::Holds) of `A`, whose modes are these and a last one.
    type HoldsSteps<B: Modes, A: Modes>: Bool;
    /// The leaves `B` do not carry in these modes, each of which ends at its extent.
    type HoldsAll<B: Modes>: Bool;
    /// The digits of these leaves at a mode `M` with `P` below it, added up.
    type Digits<P: Int, M: Int>: Int;
}
impl Sound for Nil {
    type NotEmpty = B1;
    type NotEmptyBelow = B1;
    type Proper = B1;
    type Holds<B: Modes> = B1;
    type HoldsSteps<B: Modes, A: Modes> = B1;
    type HoldsAll<B: Modes> = B1;
    type Digits<P: Int, M: Int> = Z;
}
impl<I: Modes, S: Int, D: Int> Sound for Snoc<I, S, D> {
    type NotEmptyBelow = I::NotEmpty;
    type NotEmpty = <<I as Sound>::NotEmpty as Bool>::And<
        <<S::IsZero as Bool>::Not as Bool>::And<<S::IsSound as Bool>::And<D::IsSound>>,
    >;
    type Proper = <<I as Sound>::Proper as Bool>::And<
        <<Snoc<Nil, S, D> as Sound>::NotEmpty as Bool>::And<
            <<<D::IsNegative as Bool>::Not as Bool>::Or<S::IsOne> as Bool>::And<D::IsNumber>,
        >,
    >;
    type Holds<B: Modes> = I::HoldsSteps<B, Self>;
    type HoldsSteps<B: Modes, A: Modes> = Self::HoldsAll<B::SplitIn<A>>;
    type HoldsAll<B: Modes> =
        <I::HoldsAll<B> as Bool>::And<<Test<Less, B::Digits<I::Size, S>, S> as Possible>::Holds>;
    type Digits<P: Int, M: Int> =
        Map<Sum, I::Digits<P, M>, <Test<Less, Last<S, D>, P> as DigitBranch>::Reaches<S, D, P, M>>;
}
/// `(s - 1) r`.
type Last<S, R> = Map<Product, Map<Difference, S, One>, R>;

/// A comparison that may depend on run-time integers, as a condition: `Unknown` counts as true.
pub trait Possible {
    /// Not known to be false.
    type Holds: Bool;
}
impl Possible for B0 {
    type Holds = B0;
}
impl Possible for B1 {
    type Holds = B1;
}
impl Possible for Unknown {
    type Holds = B1;
}

/// The digit of a leaf, case by case.
pub trait DigitBranch {
    /// `(S-1) R < P`.
    type Reaches<S: Int, R: Int, P: Int, M: Int>: Int;
    /// `P M <= R`.
    type Passes<S: Int, R: Int, P: Int, M: Int>: Int;
    /// `floor((S-1) R / P) < M`.
    type Ends<S: Int, R: Int, P: Int, M: Int>: Int;
    /// `R <= P`.
    type Steps<R: Int, P: Int, M: Int>: Int;
}
impl DigitBranch for B1 {
    type Reaches<S: Int, R: Int, P: Int, M: Int> = Z;
    type Passes<S: Int, R: Int, P: Int, M: Int> =
        Map<Product, Map<Difference, S, One>, Map<Mod, Map<Whole, R, P>, M>>;
    type Ends<S: Int, R: Int, P: Int, M: Int> = Map<Whole, Last<S, R>, P>;
    type Steps<R: Int, P: Int, M: Int> = Map<Difference, M, One>;
}
impl DigitBranch for B0 {
    type Reaches<S: Int, R: Int, P: Int, M: Int> =
        <Test<NotMore, Map<Product, P, M>, R> as DigitBranch>::Passes<S, R, P, M>;
    type Passes<S: Int, R: Int, P: Int, M: Int> =
        <Test<Less, Map<Whole, Last<S, R>, P>, M> as DigitBranch>::Ends<S, R, P, M>;
    type Ends<S: Int, R: Int, P: Int, M: Int> =
        <Test<NotMore, R, P> as DigitBranch>::Steps<R, P, M>;
    type Steps<R: Int, P: Int, M: Int> = Map<Difference, M, Map<Whole, R, P>>;
}
impl DigitBranch for Unknown {
    type Reaches<S: Int, R: Int, P: Int, M: Int> = usize;
    type Passes<S: Int, R: Int, P: Int, M: Int> = usize;
    type Ends<S: Int, R: Int, P: Int, M: Int> = usize;
    type Steps<R: Int, P: Int, M: Int> = usize;
}

/// Selects a result type, or the type of a refused result.
pub trait Verdict {
    /// `L` if this is true.
    type LayoutOr<L: PlainLayout>: PlainLayout;
    /// `T` if this is true.
    type TupleOr<T: IntTuple>: IntTuple;
}
impl Verdict for B1 {
    type LayoutOr<L: PlainLayout> = L;
    type TupleOr<T: IntTuple> = T;
}
impl Verdict for B0 {
    type LayoutOr<L: PlainLayout> = Layout<Refused<rule::Misfit>, Refused<rule::Misfit>>;
    type TupleOr<T: IntTuple> = Refused<rule::Misfit>;
}

/// `A o T` for a compact `T`, or its refusal where the modes of `T` together carry in `A`, which the form of `A o T` does
/// not show. A compact layout maps to offsets.
pub type ComposeOrRefused<A, T> =
    <<T as PlainLayout>::After<<A as PlainLayout>::Coalesced> as Pair>::LayoutIf<
        <NumberCodomain as Codomain>::HasAfter<T, A>,
    >;
